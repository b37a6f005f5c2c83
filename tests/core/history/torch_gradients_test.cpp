// SPDX-License-Identifier: Apache-2.0
// Gradients against PyTorch's, for the same computations. Skipped where it is not installed.
#include "dispatch/call.h"
#include "history/recording.h"
#include "history/script.h"
#include "random_graph.h"
#include "support/from_json.h"
#include "support/peer_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace tscope {
namespace {

using Json = nlohmann::json;

Json numbersOf(const Array& array)
{
    auto out = Json::array();
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        std::visit(
            [&](auto number) {
                if constexpr (!std::is_same_v<decltype(number), std::complex<double>>)
                    out.push_back(number);
            },
            array.at(k).number());
    return out;
}

Json membersOf(const Tensor& tensor)
{
    Json out;
    for (const auto& member : tensor.members)
        out[std::string(member.role->name)] = {{"shape", member.array.geometry.sizes},
                                               {"data", numbersOf(member.array)}};
    return out;
}

// Of the rows of an embedding the whole matrix.
Json gradientNumbers(const Tensor& gradient, const Tensor& leaf)
{
    if (gradient.layout == leaf.layout)
        return numbersOf(valuesMember(gradient).array);
    const auto& size = valuesMember(leaf).array.geometry.sizes;
    std::vector<double> dense(static_cast<std::size_t>(*numel(size)));
    for (const auto& [index, value] : test::logicalOf(gradient))
        dense[static_cast<std::size_t>(positionOf(size, index))] = value.real();
    return dense;
}

class GradientsPeer : public testing::Test
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER(modules); }

    static constexpr auto modules = "torch";
    static constexpr auto beginning = R"py(
import json, torch, warnings
import torch.nn.functional as F
warnings.simplefilter('ignore')
torch.set_default_dtype(torch.float64)

def array(member):
    return torch.tensor(member['data']).reshape(member['shape'])

# Rows and columns of the stored values, in their order.
def places(layout, members):
    if layout == 'coo':
        return tuple(array(members['indices']).long())
    pointers, plain = array(members['compressed']).long(), array(members['plain']).long()
    outer = torch.repeat_interleave(torch.arange(len(pointers) - 1), pointers[1:] - pointers[:-1])
    rows, columns = (outer, plain) if layout in ('csr', 'bsr') else (plain, outer)
    if layout in ('bsr', 'bsc'):
        _, r, c = members['values']['shape']
        rows = (rows[:, None, None] * r + torch.arange(r)[None, :, None]).expand(-1, r, c)
        columns = (columns[:, None, None] * c + torch.arange(c)[None, None, :]).expand(-1, r, c)
    return rows, columns

def padded(pieces, fill):
    height, width = max(x.shape[0] for x in pieces), max(x.shape[1] for x in pieces)
    return torch.stack([F.pad(x, (0, width - x.shape[1], 0, height - x.shape[0]), value=fill) for x in pieces])

def cut(box, like):
    return [box[i, :x.shape[0], :x.shape[1]] for i, x in enumerate(like)]

def stored(x):
    return x * (x.detach() != 0)

def linear(x, w):
    return F.linear(x, w)
)py";
    test::PeerFolder m_folder{modules};
};

TEST_F(GradientsPeer, Of500RandomGraphsAreTheSame)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 4300;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    test::RandomGraphs graphs(seed, test::RandomGraphs::Steps::all);
    auto all = Json::array();
    for (int number = 0; number < 500; ++number) {
        const auto graph = graphs.next();
        SCOPED_TRACE(graph.script);
        std::vector<Recorded> given;
        for (const auto& leaf : graph.leaves) {
            given.push_back(*recordedLeaf(leaf.tensor, leaf.requiresGradient));
            given.back().name = leaf.name;
        }
        const auto run = runScript(graph.script + "; loss.backward()", given);
        ASSERT_TRUE(run) << run.error().text;
        auto leaves = Json::object();
        for (std::size_t i = 0; i < given.size(); ++i) {
            const auto& tensor = graph.leaves[i].tensor;
            const auto* gradient = run->gradients->of(given[i]);
            leaves[given[i].name] = {{"layout", tensor.layout->name},
                                     {"size", tensor.size ? Json(*tensor.size) : Json(nullptr)},
                                     {"members", membersOf(tensor)},
                                     {"requires_grad", graph.leaves[i].requiresGradient},
                                     {"gradient", gradient ? gradientNumbers(*gradient, tensor) : Json(nullptr)}};
        }
        all.push_back({{"script", graph.python}, {"leaves", std::move(leaves)}});
    }
    std::ofstream(m_folder.path("graphs.json")) << all;
    const auto told = m_folder.python(std::string(beginning) + R"py(
compared = 0
for graph in json.load(open('graphs.json')):
    names, values = dict(globals()), {}
    for name, leaf in graph['leaves'].items():
        values[name] = array(leaf['members']['values'])
        if leaf['requires_grad']:
            values[name].requires_grad_()
        names[name] = values[name]
        if leaf['layout'] != 'strided':
            at = places(leaf['layout'], leaf['members'])
            names[name] = torch.zeros(leaf['size']).index_put(at, values[name], accumulate=True)
            names[name + '_places'] = torch.zeros(leaf['size']).index_put(at, torch.ones(()))
    exec(graph['script'], names)
    names['loss'].backward()
    for name, leaf in graph['leaves'].items():
        if not leaf['requires_grad']:
            continue
        theirs = values[name].grad
        theirs = torch.zeros(values[name].shape) if theirs is None else theirs
        ours = torch.zeros(theirs.shape)
        if leaf['gradient'] is not None:
            ours = torch.tensor(leaf['gradient'], dtype=torch.float64).reshape(theirs.shape)
            compared += 1
        if not torch.allclose(ours, theirs, rtol=1e-10, atol=1e-10):
            print(graph['script'], name, ours, 'wanted', theirs)
print('done', compared >= 1000)
)py");
    EXPECT_EQ(told, "done True\n");
}

// Not only the numbers: the layout of gradients, and what has a history.
TEST_F(GradientsPeer, HaveTheFormThatPyTorchGivesThem)
{
    const auto leaf = [](const char* name, const char* json, bool requiresGradient = true) {
        auto made = *recordedLeaf(test::fromJson(json), requiresGradient);
        made.name = name;
        return made;
    };
    const std::vector<Recorded> given{
        leaf("W", R"({"layout": "csr", "size": [2, 3], "dtype": "float64",
                      "members": {"compressed": [0, 2, 3], "plain": [0, 2, 1], "values": [1, 2, 3]}})"),
        leaf("x", R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2], [3, 4], [5, 6]]}})"),
        leaf("i", R"({"layout": "strided", "members": {"values": {"dtype": "int64", "data": [2, 0, 2]}}})", false),
        leaf("a", R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2]]}})"),
        leaf("b", R"({"layout": "strided", "dtype": "float64", "members": {"values": [[3, 4], [5, 6]]}})")};
    const auto gradientsOf = [&](const std::string& script, std::vector<std::string> names) {
        const auto run = runScript(script, given);
        EXPECT_TRUE(run) << run.error().text;
        auto out = Json::object();
        for (const auto& recorded : run->names)
            if (std::ranges::find(names, recorded.name) != names.end())
                out[recorded.name] = membersOf(*run->gradients->of(recorded));
        return out;
    };
    Json ours;
    ours["product"] = gradientsOf("y = W @ x; (y * y).sum().backward()", {"W", "x"});
    ours["embedding"] = gradientsOf("y = F.embedding(i, x); (y * y).sum().backward()", {"x"});
    ours["kept"] = gradientsOf(
        "n = torch.nested.as_nested_tensor([a, b]); p = n.to_padded(0); (p * p).sum().backward()", {"a", "b"});
    std::ofstream(m_folder.path("ours.json")) << ours;
    const auto told = m_folder.python(std::string(beginning) + R"py(
ours = json.load(open('ours.json'))
def same(what, a, b):
    if a.shape != b.shape or not torch.allclose(a.double(), b.double()):
        print(what, a, 'wanted', b)

W = torch.sparse_csr_tensor([0, 2, 3], [0, 2, 1], torch.tensor([1., 2, 3]), (2, 3)).requires_grad_()
x = torch.tensor([[1., 2], [3, 4], [5, 6]], requires_grad=True)
try:
    y = W @ x
    (y * y).sum().backward()
except RuntimeError as problem: # before 2.0
    if int(torch.__version__.split('.')[0]) > 1:
        print(problem)
else:
    at = places('csr', ours['product']['W']) # PyTorch may have a gradient everywhere, ours stays in the pattern
    same('W.grad', array(ours['product']['W']['values']), W.grad.to_dense()[at])
    same('x.grad', array(ours['product']['x']['values']), x.grad)

x = x.detach().clone().requires_grad_()
y = F.embedding(torch.tensor([2, 0, 2]), x, sparse=True)
(y * y).sum().backward()
if x.grad.layout != torch.sparse_coo:
    print('an embedding has the gradient', x.grad.layout)
same('indices', array(ours['embedding']['x']['indices']), x.grad._indices())
same('values', array(ours['embedding']['x']['values']), x.grad._values())

a, b = torch.tensor([[1., 2]], requires_grad=True), torch.tensor([[3., 4], [5, 6]], requires_grad=True)
n = torch.nested.as_nested_tensor([a, b])
p = torch.nested.to_padded_tensor(n, 0.0)
(p * p).sum().backward()
same('a.grad', array(ours['kept']['a']['values']), a.grad)
same('b.grad', array(ours['kept']['b']['values']), b.grad)
if torch.nested.nested_tensor([a, b]).requires_grad:
    print('nested_tensor keeps the history')
print('done')
)py");
    EXPECT_EQ(told, "done\n");
}

} // namespace
} // namespace tscope

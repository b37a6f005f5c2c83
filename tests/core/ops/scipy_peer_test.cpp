// SPDX-License-Identifier: Apache-2.0
// What operations and conversions give, against what SciPy makes of the same tensors. Skipped where it is not
// installed.
#include "io/open.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/peer_folder.h"
#include "support/small_tensors.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

class ScipyOperationsPeer : public testing::Test
{
protected:
    void SetUp() override { TSCOPE_NEEDS_PEER(modules); }

    void save(const std::string& name, const Tensor& tensor) const
    {
        Document document;
        document.tensors.push_back({"", tensor});
        const auto saved = saveFile(document, m_folder.path(name));
        ASSERT_TRUE(saved) << saved.error().text;
    }

    // Its lines, one for each comparison that does not hold.
    std::string python(const std::string& script) const
    {
        return m_folder.python("import numpy as np, scipy.sparse as sp\n"
                               "load = lambda n: sp.load_npz(n) if n.endswith('.npz') else np.load(n)\n"
                               "dense = lambda x: x.toarray() if sp.issparse(x) else np.asarray(x)\n"
                               "def same(what, ours, theirs):\n"
                               "    a, b = dense(ours), dense(theirs)\n"
                               "    if a.shape != b.shape or not np.array_equal(a, b.astype(a.dtype)):\n"
                               "        print(what, a, b)\n" +
                               script + "\nprint('done')\n");
    }

    static constexpr auto modules = "numpy, scipy.sparse";
    test::PeerFolder m_folder{modules};
};

Tensor result(std::string_view op, const std::vector<Tensor>& inputs, std::vector<std::string> texts = {})
{
    std::vector<Sound> sound;
    for (const auto& input : inputs)
        sound.push_back(test::proven(input));
    const auto& spec = *operationNamed(op);
    auto made = run(spec, sound, *parseParams(spec.params, texts));
    EXPECT_TRUE(made) << (made ? "" : made.error().text);
    return made ? made->tensor : Tensor{};
}

std::string ending(std::string_view layout)
{
    return layout == "strided" ? ".npy" : ".npz";
}

// SciPy has no bsc and no way from every layout to another; products and sums of all it has.
TEST_F(ScipyOperationsPeer, OperationsGiveTheSame)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 5;
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::SmallTensors make(seed);
    std::string script;
    int number = 0;
    for (const auto* layout : {"csr", "csc", "bsr", "coo", "strided"})
        for (const auto type : {ElementType::f64, ElementType::i32, ElementType::c64, ElementType::f32}) {
            const auto id = std::to_string(number++);
            const auto wish = [&](std::string_view as, Extents size) {
                return test::SmallTensors::Wish{as, std::move(size), type, ElementType::i64, 0, {2, 3}};
            };
            const auto a = make.next(wish(layout, {8, 6})), b = make.next(wish(layout, {8, 6}));
            const auto x = make.next(wish("strided", {6, 5})), c = make.next(wish(layout, {6, 6}));
            const auto in = [&](const std::string& name, const Tensor& tensor) {
                const auto file = name + id + ending(tensor.layout->name);
                save(file, tensor);
                return "load('" + file + "')";
            };
            const auto fileA = in("a", a), fileB = in("b", b), fileX = in("x", x), fileC = in("c", c);
            const auto compare = [&](const std::string& what, const Tensor& ours, const std::string& theirs) {
                script += "same('" + what + " " + layout + " " + std::string(DType(type).name()) + "', " +
                          in(what, ours) + ", " + theirs + ")\n";
            };
            compare("matmul", result("matmul", {a, x}), fileA + " @ " + fileX);
            compare("rows", result("matmul", {a, c}), fileA + " @ " + fileC);
            compare("add", result("add", {a, b}), fileA + " + " + fileB);
            compare("mul", result("mul", {a, b}), "dense(" + fileA + ") * dense(" + fileB + ")");
            compare("sum", result("sum", {a}, {"dim=1"}), "dense(" + fileA + ").sum(axis=1)");
            compare("all", result("sum", {a}), "dense(" + fileA + ").sum()");
            const auto y = make.next(wish("strided", {3, 8}));
            compare("left", result("matmul", {y, a}), "dense(" + in("y", y) + ") @ dense(" + fileA + ")");
        }
    EXPECT_EQ(python(script), "done\n");
}

TEST_F(ScipyOperationsPeer, ConversionsGiveTheSame)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 9;
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::SmallTensors make(seed);
    std::string script;
    int number = 0;
    for (const auto* from : {"csr", "csc", "bsr", "coo", "strided"})
        for (const auto* to : {"csr", "csc", "bsr", "coo", "strided"}) {
            const auto tensor = make.next({from, {8, 6}, ElementType::f64, ElementType::i64, 0, {2, 3}});
            ConvertRequest request{.layout = layoutNamed(to)};
            if (std::string_view(to) == "bsr")
                request.block = {{4, 2}};
            const auto made = convert(test::proven(tensor), request);
            ASSERT_TRUE(made) << made.error().text;
            const auto id = std::to_string(number++);
            const auto a = "from" + id + ending(from), b = "to" + id + ending(to);
            save(a, tensor);
            save(b, made->tensor);
            script += "same('" + std::string(from) + " to " + to + "', load('" + b + "'), load('" + a + "'))\n";
            if (std::string_view(to) != "strided")
                script += "assert load('" + b + "').format == '" + std::string(to) + "'\n";
        }
    EXPECT_EQ(python(script), "done\n");
}

} // namespace
} // namespace tscope

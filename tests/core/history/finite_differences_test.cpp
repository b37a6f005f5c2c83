// SPDX-License-Identifier: Apache-2.0
// Gradients against differences of the results themselves.
#include "dispatch/call.h"
#include "history/recording.h"
#include "history/script.h"
#include "layouts/strided/strided.h"
#include "random_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <regex>

namespace tscope {
namespace {

std::vector<double> readValues(const Array& array)
{
    std::vector<double> out;
    for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
        out.push_back(std::get<double>(array.at(k).number()));
    return out;
}

Tensor withValuesMoved(Tensor tensor, const std::vector<double>& along, double by)
{
    for (auto& member : tensor.members)
        if (member.role->kind == RoleKind::values) {
            auto numbers = readValues(member.array);
            for (std::size_t k = 0; k < numbers.size(); ++k)
                numbers[k] += along[k] * by;
            member.array =
                Array::fromBytes(ElementType::f64, member.array.geometry.sizes, std::as_bytes(std::span(numbers)));
        }
    return tensor;
}

class FiniteDifferences : public testing::Test
{
protected:
    // With the values of one leaf moved.
    Result<ScriptRun> ran(const test::RandomGraph& graph, const std::string& more, const std::string& moved = {},
                          const std::vector<double>& along = {}, double by = 0)
    {
        std::vector<Recorded> given;
        for (const auto& leaf : graph.leaves) {
            auto made = recordedLeaf(leaf.name == moved ? withValuesMoved(leaf.tensor, along, by) : leaf.tensor,
                                     leaf.requiresGradient);
            EXPECT_TRUE(made);
            made->name = leaf.name;
            given.push_back(*made);
        }
        return runScript(graph.script + more, std::move(given));
    }
    double lossAt(const test::RandomGraph& graph, const std::string& leaf, const std::vector<double>& along,
                  double by)
    {
        const auto run = ran(graph, "", leaf, along, by);
        EXPECT_TRUE(run) << run.error().text;
        return std::get<double>(run->names.back().tensor().members.front().array.at(0).number());
    }
    // Two steps of different length, so that the error of the fourth power is left.
    double slope(const test::RandomGraph& graph, const std::string& leaf, const std::vector<double>& along)
    {
        const auto over = [&](double h) {
            return (lossAt(graph, leaf, along, h) - lossAt(graph, leaf, along, -h)) / (2 * h);
        };
        constexpr double h = 1e-3;
        return (4 * over(h / 2) - over(h)) / 3;
    }
    // Returns of how many leaves the gradient was compared.
    int compare(const test::RandomGraph& graph, Random& random);
};

// Of a coo gradient of a matrix each entry counts.
double productWith(const Tensor& gradient, const Tensor& leaf, const std::vector<double>& along)
{
    double sum = 0;
    if (gradient.layout != leaf.layout) {
        const auto columns = valuesMember(leaf).array.geometry.sizes[1];
        for (const auto& [index, value] : test::logicalOf(gradient))
            sum += value.real() * along[static_cast<std::size_t>(index[0] * columns + index[1])];
        return sum;
    }
    const auto numbers = readValues(valuesMember(gradient).array);
    EXPECT_EQ(numbers.size(), along.size());
    for (std::size_t k = 0; k < std::min(numbers.size(), along.size()); ++k)
        sum += numbers[k] * along[k];
    return sum;
}

int FiniteDifferences::compare(const test::RandomGraph& graph, Random& random)
{
    const auto run = ran(graph, "; loss.backward()");
    EXPECT_TRUE(run) << run.error().text << " at " << run.error().where;
    int compared = 0;
    for (const auto& leaf : graph.leaves) {
        if (!leaf.requiresGradient || !run)
            continue;
        const auto named = std::ranges::find(run->names, leaf.name, &Recorded::name);
        const auto* gradient = run->gradients->of(*named);
        std::vector<double> along(static_cast<std::size_t>(*numel(valuesMember(leaf.tensor).array.geometry)));
        for (auto& part : along)
            part = static_cast<double>(random.between(-2, 2)) / 2;
        const auto wanted = slope(graph, leaf.name, along);
        const auto found = gradient == nullptr ? 0.0 : productWith(*gradient, leaf.tensor, along);
        const auto loss = lossAt(graph, leaf.name, along, 0);
        EXPECT_NEAR(found, wanted, 1e-6 * (1 + std::abs(wanted) + std::abs(loss))) << "leaf " << leaf.name;
        compared += gradient != nullptr ? 1 : 0;
    }
    return compared;
}

// Whether a weight is looked up twice, by different rows of the same number.
bool looksUpOtherRowsOfOneWeight(const test::RandomGraph& graph)
{
    static const std::regex call("embedding\\((x[0-9]+), (x[0-9]+)\\)");
    std::map<std::string, std::vector<std::vector<std::string>>> rows; // by weight, sorted
    for (std::sregex_iterator at(graph.script.begin(), graph.script.end(), call), end; at != end; ++at) {
        const auto indices = std::ranges::find(graph.leaves, at->str(1), &test::RandomGraph::Leaf::name);
        const auto& array = valuesMember(indices->tensor).array;
        std::vector<std::string> own;
        for (std::int64_t k = 0; k < *numel(array.geometry); ++k)
            own.push_back(array.at(k).text());
        std::ranges::sort(own);
        auto& others = rows[at->str(2)];
        if (std::ranges::any_of(others,
                                [&](const auto& other) { return other.size() == own.size() && other != own; }))
            return true;
        others.push_back(std::move(own));
    }
    return false;
}

// Otherwise a run would rarely meet an error in adding their gradients.
TEST_F(FiniteDifferences, MeetTwoEmbeddingsOfOneWeightInEachRun)
{
    for (const auto steps : {test::RandomGraphs::Steps::smooth, test::RandomGraphs::Steps::all}) {
        test::RandomGraphs graphs(4200, steps);
        int met = 0;
        for (int number = 0; number < 500; ++number)
            met += looksUpOtherRowsOfOneWeight(graphs.next()) ? 1 : 0;
        EXPECT_GT(met, 10);
    }
}

TEST_F(FiniteDifferences, AgreeWithTheGradientsOf500RandomGraphs)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 4200;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    test::RandomGraphs graphs(seed, test::RandomGraphs::Steps::smooth);
    Random random(seed + 1);
    int compared = 0;
    for (int number = 0; number < 500 && !testing::Test::HasFailure(); ++number) {
        const auto graph = graphs.next();
        SCOPED_TRACE(testing::Message() << "graph " << number << ": " << graph.script);
        compared += compare(graph, random);
    }
    EXPECT_GT(compared, 1000);
}

// Stored numbers of which no two are as close as the steps of the differences, and none is 0.
Tensor distinctNumbers(std::string_view layout, const Extents& size, Random& random)
{
    std::vector<double> numbers(static_cast<std::size_t>(*numel(size)));
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        numbers[k] = (static_cast<double>(k) + 1) / (k % 2 == 0 ? 4 : -4);
        std::swap(numbers[k], numbers[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(k) + 1))]);
    }
    const bool isBlocked = layout == "bsr" || layout == "bsc";
    std::vector<bool> areKept(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k)
        areKept[k] = layout == "strided" || random.below(2) == 0;
    const auto columns = static_cast<std::size_t>(size.back());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        // A block as a whole: a zero that it stores would equal those that are not stored, which has no
        // derivative.
        const auto first = k / columns / 2 * 2 * columns + k % columns / 2 * 2;
        if (!areKept[isBlocked ? first : k])
            numbers[k] = 0;
    }
    auto dense = stridedOf(Array::fromBytes(ElementType::f64, size, std::as_bytes(std::span(numbers))));
    ConvertRequest request{.layout = layoutNamed(layout)};
    if (layout == "bsr" || layout == "bsc")
        request.block = {{2, 2}};
    return convert(test::proven(std::move(dense)), request)->tensor;
}

TEST_F(FiniteDifferences, AgreeWithTheGradientsOfExtremesAndShares)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 4400;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const auto leaf = [&](const char* name, std::string_view layout, const Extents& size) {
        return test::RandomGraph::Leaf{name, distinctNumbers(layout, size, random)};
    };
    std::vector<test::RandomGraph> graphs;
    for (const auto* layout : {"strided", "csr", "csc", "bsr", "bsc", "coo"})
        for (const auto* reduction : {"x.amin(0) * y", "x.amax(0) * y", "x.amax(-2, keepdim=True) * y",
                                      "x.amin() * y", "x.amax((0, 1)) * y"})
            graphs.push_back({{leaf("x", layout, {4, 6}), leaf("y", "strided", {6})},
                              std::string("loss = (") + reduction + ").sum()",
                              {}});
    const auto x = leaf("x", "strided", {2, 3, 2}), y = leaf("y", "strided", {2, 3, 2});
    for (const auto* along : {"0", "1", "-1"})
        graphs.push_back(
            {{x, y},
             std::string("loss = (softmax(x.transpose(0, 1), dim=") + along + ") * y.transpose(0, 1)).sum()",
             {}});
    graphs.push_back({{x}, "loss = softmax(x[0, 1, 0], dim=0) * x[1, 1, 1]", {}});
    for (const auto* kind : {"nested", "jagged"})
        graphs.push_back({{leaf("a", "strided", {2, 3}), leaf("b", "strided", {4, 3})},
                          std::string("n = as_nested_tensor([a, b], layout=") + kind +
                              "); s = softmax(n, dim=-1) * n; p = s.to_padded(0); loss = (p * p).sum()",
                          {}});
    // Of factors that are repeated along a batch, and of sparse ones.
    test::SmallTensors make(seed);
    const test::RandomGraph::Leaf pattern{"p", make.next({"csr", {2, 4, 6}, ElementType::f64}), false};
    graphs.push_back({{pattern, leaf("b", "strided", {4, 3}), leaf("c", "strided", {2, 3, 6})},
                      "s = sddmm(p, b, c); loss = (s * s).sum()",
                      {}});
    for (const auto& graph : graphs) {
        SCOPED_TRACE(graph.script + " of " + std::string(graph.leaves[0].tensor.layout->name));
        EXPECT_EQ(compare(graph, random),
                  std::ranges::count(graph.leaves, true, &test::RandomGraph::Leaf::requiresGradient));
    }
}

} // namespace
} // namespace tscope

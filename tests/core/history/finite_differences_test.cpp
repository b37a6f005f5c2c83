// SPDX-License-Identifier: Apache-2.0
// Gradients against differences of the results themselves.
#include "dispatch/call.h"
#include "history/recording.h"
#include "history/script.h"
#include "random_graph.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

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

TEST_F(FiniteDifferences, AgreeWithTheGradientsOf500RandomGraphs)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed()) + 4200;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    test::RandomGraphs graphs(seed, test::RandomGraphs::MakeSparse::never);
    Random random(seed + 1);
    int compared = 0;
    for (int number = 0; number < 500 && !testing::Test::HasFailure(); ++number) {
        const auto graph = graphs.next();
        SCOPED_TRACE(testing::Message() << "graph " << number << ": " << graph.script);
        const auto run = ran(graph, "; loss.backward()");
        ASSERT_TRUE(run) << run.error().text << " at " << run.error().where;
        for (const auto& leaf : graph.leaves) {
            if (!leaf.requiresGradient)
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
    }
    EXPECT_GT(compared, 1000);
}

} // namespace
} // namespace tscope

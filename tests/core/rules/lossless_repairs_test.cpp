// SPDX-License-Identifier: Apache-2.0
// What is called lossless leaves every element that could be read where it is and what it is.
#include "layouts/registry.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tscope {
namespace {

using test::tensorOf;
using Spec = nlohmann::json;

std::map<Extents, std::string> elementsOf(const Tensor& tensor)
{
    std::map<Extents, std::string> out;
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::values && member.isReadable())
            (void)tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
                out[index] = member.array.at(slot).text();
                return true;
            });
    return out;
}

// Of a component that lies partly outside, the elements inside are no better placed than the others.
std::set<std::int64_t> wholeComponents(const Tensor& tensor, const std::map<Extents, std::string>& elements)
{
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto& [index, value] : elements)
        ++counts[index[0]];
    const auto& sizes = tensor.member("nested_sizes").array;
    const auto rank = sizes.geometry.sizes[1];
    std::set<std::int64_t> out;
    for (const auto& [component, count] : counts) {
        std::int64_t wanted = 1;
        for (std::int64_t d = 0; d < rank; ++d)
            wanted *= *sizes.at(component * rank + d).asIndex();
        if (wanted == count)
            out.insert(component);
    }
    return out;
}

void expectKept(const Tensor& before, const std::string& what)
{
    const auto mended = repairedWithoutLoss(before);
    ASSERT_TRUE(mended) << mended.error().text << what;
    const auto after = elementsOf(mended->tensor);
    const auto elements = elementsOf(before);
    const auto whole = wholeComponents(before, elements);
    for (const auto& [index, value] : elements) {
        if (!whole.contains(index[0]))
            continue;
        const auto at = after.find(index);
        ASSERT_NE(at, after.end()) << text(index) << what;
        EXPECT_EQ(at->second, value) << text(index) << what << testing::PrintToString(mended->applied);
    }
}

Tensor nested(Spec sizes, Spec strides, Spec offsets, std::int64_t stored)
{
    auto buffer = Spec::array();
    for (std::int64_t i = 0; i < stored; ++i)
        buffer.push_back(10 * (i + 1));
    return tensorOf({{"layout", "nested"},
                     {"members",
                      {{"buffer", std::move(buffer)},
                       {"nested_sizes", std::move(sizes)},
                       {"nested_strides", std::move(strides)},
                       {"storage_offsets", std::move(offsets)}}}});
}

TEST(LosslessRepairs, KeepTheElementsOfSharingTurnedAndMisplacedComponents)
{
    expectKept(nested({{2}, {2}}, {{1}, {1}}, {0, 1}, 4), " of components that share");
    expectKept(nested({{2, 2}, {2, 2}}, {{1, 2}, {2, 1}}, {0, 2}, 8), " of a turned component");
    expectKept(nested({{2}, {3}}, {{1}, {1}}, {2, 9}, 5), " of a component behind one that lies outside");
}

TEST(LosslessRepairs, KeepTheElementsOfRandomNestedTables)
{
    constexpr unsigned seed = 20261121;
    std::mt19937 random(seed);
    const auto below = [&](int limit) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(limit));
    };
    for (int round = 0; round < 400; ++round) {
        auto sizes = Spec::array(), strides = Spec::array(), offsets = Spec::array();
        std::int64_t stored = 0;
        const auto components = 1 + below(3);
        for (std::int64_t t = 0; t < components; ++t) {
            const auto rows = below(3) + 1, columns = below(3) + 1;
            const bool turned = below(4) == 0;
            sizes.push_back({rows, columns});
            strides.push_back({turned ? 1 : columns, turned ? rows : 1});
            offsets.push_back(below(5) == 0 ? below(12) - 2 : stored);
            stored += rows * columns;
        }
        const auto what = " in round " + std::to_string(round) + " of seed " + std::to_string(seed);
        expectKept(nested(sizes, strides, offsets, stored), what);
    }
}

TEST(LosslessRepairs, TakeTheDimThatTheOffsetsFitAsTheRaggedOne)
{
    const auto jagged = [](Spec values, Spec offsets) {
        return tensorOf({{"layout", "jagged"},
                         {"ragged_idx", 3},
                         {"members", {{"values", std::move(values)}, {"offsets", std::move(offsets)}}}});
    };
    const auto fits = repairedWithoutLoss(jagged({{1, 2, 3}, {4, 5, 6}}, {0, 1, 3}));
    ASSERT_TRUE(fits) << fits.error().text;
    EXPECT_THAT(fits->applied, testing::ElementsAre("ragged-fitting"));
    EXPECT_TRUE(fits->remaining.valid);
    // Either dim would do, so none of them is a matter of course.
    const auto either = repairedWithoutLoss(jagged({{1, 2}, {4, 5}}, {0, 1, 2}));
    ASSERT_TRUE(either) << either.error().text;
    EXPECT_THAT(either->applied, testing::IsEmpty());
}

// To append loses nothing, but elements are invented: it is offered, and done only when it is asked for.
TEST(LosslessRepairs, OnlyAppendingLosesNothingAndIsNotDoneUnasked)
{
    const auto tensor = tensorOf(
        Spec::parse(R"({"layout":"strided","sizes":[3,3],"strides":[3,1],"offset":0,"storage_numel":8})"));
    const auto report = check(tensor);
    const auto append = std::ranges::find(report.repairs, "append-zeros", &Repair::id);
    ASSERT_NE(append, report.repairs.end());
    EXPECT_TRUE(append->lossless);
    EXPECT_TRUE(append->invents);
    const auto unasked = repairedWithoutLoss(tensor);
    ASSERT_TRUE(unasked);
    EXPECT_THAT(unasked->applied, testing::IsEmpty());
    const std::vector<std::string> asked{"append-zeros"};
    const auto done = repaired(tensor, asked);
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_TRUE(done->remaining.valid);
    // What does lose something says what.
    for (const auto& repair : report.repairs)
        EXPECT_EQ(repair.effect.empty(), repair.lossless) << repair.id;
}

} // namespace
} // namespace tscope

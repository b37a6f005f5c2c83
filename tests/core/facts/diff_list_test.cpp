// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_list.h"

#include "facts/answers.h"
#include "facts/diff_text.h"
#include "facts/wording.h"
#include "support/from_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tscope {
namespace {

using test::fromJson;

Tensor csrWithPointers(const std::string& pointers, const std::string& values = "[1,2,3,4,5,6]")
{
    return fromJson(R"({"layout":"csr","size":[4,9],"members":{"crow_indices":)" + pointers +
                    R"(,"col_indices":[0,1,2,3,4,5],"values":)" + values + "}}");
}

std::vector<DifferenceGroup> groupsBetween(const Tensor& a, const Tensor& b)
{
    return differenceGroups(*diff(a, b), a, b);
}

// One wrong pointer moves all entries behind it: it comes before them.
TEST(DifferenceGroups, BeginWithThePointersThatMoveEntries)
{
    const auto a = csrWithPointers("[0,3,4,5,6]"), b = csrWithPointers("[0,1,4,5,6]");
    const auto groups = groupsBetween(a, b);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].kind, DifferenceGroup::Kind::member);
    EXPECT_EQ(titleOf(groups[0], a), "slots of crow_indices");
    EXPECT_EQ(explanationOf(groups, *diff(a, b), a, b),
              "1 slot differs in crow_indices; 4 values are therefore elsewhere");
}

TEST(DifferenceGroups, ExplainNothingWhereValuesDifferToo)
{
    const auto a = csrWithPointers("[0,3,4,5,6]"), b = csrWithPointers("[0,1,4,5,6]", "[1,2,3,4,5,7]");
    EXPECT_EQ(explanationOf(groupsBetween(a, b), *diff(a, b), a, b), "");
    const auto c = csrWithPointers("[0,3,4,5,6]", "[1,2,3,4,5,7]");
    EXPECT_EQ(explanationOf(groupsBetween(a, c), *diff(a, c), a, c), "");
}

// Numbers that no slot holds would be looked for in vain.
TEST(DifferenceText, SaysThatAValueIsASum)
{
    const auto a = fromJson(R"({"layout":"coo","size":[2,2],"members":{"indices":[[0],[1]],"values":[5]}})"),
               b = fromJson(R"({"layout":"coo","size":[2,2],"members":{"indices":[[0,0],[1,1]],"values":[3,4]}})");
    const auto groups = groupsBetween(a, b);
    ASSERT_FALSE(groups.empty());
    const auto places = differencesOf(a, b, groups[0], 0, 10);
    ASSERT_TRUE(places);
    ASSERT_EQ(places->size(), 1U);
    EXPECT_EQ(textOf(places->front(), a), "(0, 1): 5 against 7 (sum of 2 entries)");
}

// In stored order, and where duplicates make windows necessary.
TEST(DifferenceTolerance, CountsCloseNumbersApart)
{
    const Tolerance tolerance{.relative = 0.0, .absolute = 0.5};
    const auto vector = [](const char* values) {
        return fromJson(R"({"layout":"strided","dtype":"float64","members":{"values":)" + std::string(values) +
                        "}}");
    };
    const auto coo = [](const char* values) {
        return fromJson(
            R"({"layout":"coo","dtype":"float64","size":[2,2],"members":{"indices":[[0,0,1],[0,0,1]],"values":)" +
            std::string(values) + "}}");
    };
    for (const auto& [a, b] :
         {std::pair(vector("[1,2,3]"), vector("[1.25,4,3]")), std::pair(coo("[1,1,2]"), coo("[1,1.25,4]"))}) {
        const auto found = diff(a, b, {}, {.tolerance = tolerance});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->differ, 2);
        EXPECT_EQ(found->close, 1);
        EXPECT_FALSE(found->values) << "close is not equal";
        const auto groups = differenceGroups(*found, a, b);
        ASSERT_GE(groups.size(), 2U);
        EXPECT_EQ(idOf(groups[0].kind), "changed");
        EXPECT_EQ(groups[0].count, 1);
        EXPECT_EQ(idOf(groups[1].kind), "close");
        for (std::size_t group = 0; group < 2; ++group) {
            const auto places = differencesOf(a, b, groups[group], 0, 10, {}, {.tolerance = tolerance});
            ASSERT_TRUE(places);
            EXPECT_EQ(places->size(), 1U);
        }
        EXPECT_EQ(diff(a, b)->close, 0);
    }
}

// 1.5 is a number of both types; 0.1 and 4.478 are rounded in the second.
TEST(DifferenceOfTypes, RoundingIsCountedApartAndListedLast)
{
    const auto typed = [](const char* type, const char* pattern, const char* values) {
        return fromJson(R"({"layout":"coo","dtype":")" + std::string(type) +
                        R"(","size":[1,5],"members":{"indices":)" + pattern + R"(,"values":)" + values + "}}");
    };
    constexpr const char *once = "[[0,0,0,0],[0,1,2,3]]", *twice = "[[0,0,0,0,0],[0,1,2,3,3]]";
    for (const auto& [a, b] :
         {std::pair(typed("float64", once, "[0.1,4.478,1.5,1e-300]"), typed("float32", once, "[0.1,4.478,1.5,7]")),
          // duplicates are compared in windows
          std::pair(typed("float64", twice, "[0.1,4.478,1.5,3,1]"),
                    typed("float32", twice, "[0.1,4.478,1.5,3,4]"))}) {
        const auto found = diff(a, b);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->differ, 3);
        EXPECT_EQ(found->rounded, 2);
        const auto groups = differenceGroups(*found, a, b);
        ASSERT_EQ(groups.size(), 2U);
        EXPECT_EQ(idOf(groups[0].kind), "changed");
        EXPECT_EQ(groups[0].count, 1);
        EXPECT_EQ(titleOf(groups[1], a), "stored in both, the same but for rounding");
        const auto places = differencesOf(a, b, groups[1], 0, 10);
        ASSERT_TRUE(places);
        ASSERT_EQ(places->size(), 2U);
        EXPECT_EQ(textOf(places->at(1), a), "(0, 1): 4.478 against 4.4780002");
        const auto lines = tellDifference(*found, a, b);
        std::string all;
        for (const auto& line : lines)
            all += plainText({line.words});
        EXPECT_NE(all.find("; first at (0, 3): "), std::string::npos) << all;
        EXPECT_NE(
            all.find("float64 against float32: 2 values differ by no more than rounding to float32, 1 by more; "
                     "3 values differ, "),
            std::string::npos)
            << all;
    }
}

TEST(DifferenceOfTypes, RoundedValuesAreNeitherCloseOnesNorThoseStoredInOneOnly)
{
    const auto numbers = [](const Tensor& a, const Tensor& b, double absolute) {
        const auto found = diff(a, b, {}, {.tolerance = {.absolute = absolute}});
        std::string all;
        if (found)
            for (const auto& line : tellDifference(*found, a, b))
                all += plainText({line.words});
        return all;
    };
    const auto wide = fromJson(R"({"layout":"strided","dtype":"float64","members":{"values":[0.001,4.478]}})"),
               narrow = fromJson(R"({"layout":"strided","dtype":"float32","members":{"values":[0.001,4.478]}})");
    auto all = numbers(wide, narrow, 1e-9);
    EXPECT_NE(all.find("  float64 against float32: 1 value differs by no more than rounding to float32, 1 within "
                       "the tolerance, 0 by more; 2 values differ, 0 stored only in the first, 0 only in the "
                       "second; largest difference "),
              std::string::npos)
        << all;
    const auto* more =
        R"({"layout":"coo","dtype":"float64","size":[1,3],"members":{"indices":[[0,0],[0,1]],"values":[0.1,5]}})";
    const auto* less =
        R"({"layout":"coo","dtype":"float32","size":[1,3],"members":{"indices":[[0,0],[0,2]],"values":[0.1,7]}})";
    all = numbers(fromJson(more), fromJson(less), 0);
    EXPECT_NE(all.find("1 value differs by no more than rounding to float32, 0 by more; 3 values differ, 1 of "
                       "them stored in both; 1 stored only in the first, 1 only in the second"),
              std::string::npos)
        << all;
    auto claiming = narrow; // what is claimed is not what is stored and counted
    claiming.dtype = ElementType::f16;
    all = numbers(wide, claiming, 0);
    EXPECT_NE(all.find("float64 against float32: 2 values differ by no more than rounding to float32"),
              std::string::npos)
        << all;
    const auto found = diff(wide, narrow);
    ASSERT_TRUE(found);
    EXPECT_EQ(jsonOf(*found)["counts"]["rounded"], 2);
}

TEST(DifferenceTolerance, IsThatOfNumPy)
{
    const auto isClose = [](double a, double b, Tolerance tolerance) {
        const auto distance = distanceOf(Number(a), Number(b));
        return distance && tolerance.covers(*distance, exactOf(Number(b)));
    };
    EXPECT_TRUE(isClose(101, 100, {.relative = 0.01}));
    EXPECT_FALSE(isClose(100, 98, {.relative = 0.01}));
    EXPECT_TRUE(isClose(1, 1.5, {.absolute = 0.5}));
    EXPECT_FALSE(isClose(1, HUGE_VAL, {.relative = 1}));
    EXPECT_FALSE(isClose(1, NAN, {.relative = 1, .absolute = 1}));
}

} // namespace
} // namespace tscope

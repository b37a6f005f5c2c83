// SPDX-License-Identifier: Apache-2.0
#include "facts/remark_place.h"

#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

Tensor csrOf(const nlohmann::json& pointers, const nlohmann::json& values)
{
    return test::tensorOf({{"layout", "csr"},
                           {"size", {2, 3}},
                           {"members", {{"compressed", pointers}, {"plain", {0, 2, 1}}, {"values", values}}}});
}

std::optional<Slots> slot(std::int64_t at)
{
    return Slots{"values", at, at + 1};
}

TEST(RemarkPlace, OfValuesIsOneAfterTheOtherAndRoundAgain)
{
    const auto tensor = csrOf({0, 2, 3}, {"Infinity", 0.0, "-Infinity"});
    EXPECT_EQ(remarkPlace(tensor, "explicit-zero", {}), slot(1));
    EXPECT_EQ(remarkPlace(tensor, "explicit-zero", slot(1)), slot(1));
    EXPECT_EQ(remarkPlace(tensor, "inf", {}), slot(0));
    EXPECT_EQ(remarkPlace(tensor, "inf", slot(0)), slot(2));
    EXPECT_EQ(remarkPlace(tensor, "inf", slot(2)), slot(0));
    EXPECT_EQ(remarkPlace(tensor, "inf", Slots{"plain", 2, 3}), slot(0));
    EXPECT_EQ(remarkPlace(tensor, "nan", {}), std::nullopt);
}

TEST(RemarkPlace, OfATailIsWhatNoPointerReaches)
{
    EXPECT_EQ(remarkPlace(csrOf({0, 1, 1}, {1, 2, 3}), "orphan-tail", {}), (Slots{"plain", 1, 3}));
    EXPECT_EQ(remarkPlace(csrOf({0, 1, 3}, {1, 2, 3}), "orphan-tail", {}), std::nullopt);
}

// Whatever is said of values can be gone to; remarks on the whole name no place.
TEST(RemarkPlace, EveryRemarkOnValuesHasOne)
{
    const auto tensor = csrOf({0, 2, 2}, {"NaN", 0.0, "-Infinity"});
    int places = 0;
    for (const auto& remark : check(tensor).remarks)
        places += remarkPlace(tensor, remark.id, {}).has_value();
    EXPECT_EQ(places, 4);
    EXPECT_EQ(remarkPlace(tensor, "wide-index", {}), std::nullopt);
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "facts/info_text.h"

#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string toldOf(const nlohmann::json& tensor)
{
    return plainText(tellInfo(info(test::tensorOf(tensor))));
}

nlohmann::json cooOf(std::int64_t extent, const nlohmann::json& indices)
{
    return {{"layout", "coo"},
            {"size", {extent}},
            {"members",
             {{"indices", {indices}}, {"values", nlohmann::json::array_t(indices.size(), nlohmann::json(1.5))}}}};
}

TEST(InfoText, MoreValuesThanElementsAreNoShare)
{
    const auto text = toldOf(cooOf(1, {0, 0, 0}));
    EXPECT_THAT(text, HasSubstr("  3 values stored for 1 element: more than one to an element, or outside of the "
                                "size\n"));
    EXPECT_THAT(text, Not(HasSubstr("%")));
}

TEST(InfoText, OneOfAKindIsNotMany)
{
    EXPECT_THAT(toldOf(cooOf(1, {0})), HasSubstr("  1 value stored for 1 element (100%)\n"));
    EXPECT_THAT(toldOf(cooOf(4, {2})), HasSubstr("  1 value stored for 4 elements (25%)\n"));
}

TEST(InfoText, BlocksAndDenseDimsAreCountedByTheirValues)
{
    const nlohmann::json blocks = {
        {"layout", "bsr"},
        {"size", {4, 2}},
        {"members", {{"compressed", {0, 1, 1}}, {"plain", {0}}, {"values", {{{1, 2}, {3, 4}}}}}}};
    EXPECT_THAT(toldOf(blocks), HasSubstr("  4 values stored for 8 elements (50%)\n"));
    const nlohmann::json tails = {{"layout", "coo"},
                                  {"size", {4, 2}},
                                  {"members", {{"indices", {{1, 1, 3}}}, {"values", {{1, 2}, {3, 4}, {5, 6}}}}}};
    EXPECT_THAT(toldOf(tails), HasSubstr("  6 values stored for 8 elements (75%)\n"));
}

TEST(InfoText, EntriesOfBatchesAreThoseOfEach)
{
    const nlohmann::json batches = {
        {"layout", "csr"},
        {"size", {2, 1, 2}},
        {"members", {{"compressed", {{0, 1}, {0, 1}}}, {"plain", {{0}, {1}}}, {"values", {{1}, {2}}}}}};
    EXPECT_THAT(toldOf(batches), HasSubstr(", 1 stored in each batch, "));
    EXPECT_THAT(toldOf(batches), HasSubstr("  2 values stored for 4 elements (50%)\n"));
}

TEST(InfoText, AClaimToBeCoalescedIsNotToldAsATruth)
{
    auto repeated = cooOf(4, {1, 1});
    repeated["is_coalesced"] = true;
    EXPECT_THAT(toldOf(repeated), HasSubstr("  declared as coalesced\n"));
    repeated["is_coalesced"] = false;
    EXPECT_THAT(toldOf(repeated), HasSubstr("  not coalesced\n"));
    EXPECT_THAT(toldOf(cooOf(4, {1})), HasSubstr("  coalesced\n"));
}

} // namespace
} // namespace tscope

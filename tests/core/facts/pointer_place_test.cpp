// SPDX-License-Identifier: Apache-2.0
#include "facts/pointer_place.h"

#include "facts/locate_text.h"
#include "facts/related.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Rows of two, no, one and two entries.
Tensor fourRows()
{
    return test::tensorOf({{"layout", "csr"},
                           {"size", {4, 5}},
                           {"members",
                            {{"crow_indices", {0, 2, 2, 3, 5}},
                             {"col_indices", {1, 3, 1, 0, 4}},
                             {"values", {{"dtype", "float32"}, {"data", {5, 6, 7, 8, 9}}}}}}});
}

std::string pointerWords(const Tensor& tensor, std::string_view member, std::int64_t slot)
{
    return pointerText(tensor, {member, slot, slot + 1});
}

TEST(PointerPlace, BeginsASliceAndEndsTheOneBefore)
{
    const auto csr = fourRows();
    EXPECT_EQ(pointerWords(csr, "compressed", 0), "begins row 0");
    EXPECT_EQ(pointerWords(csr, "compressed", 3), "begins row 3 and ends row 2");
    EXPECT_EQ(pointerWords(csr, "compressed", 4), "ends row 3");
    EXPECT_EQ(pointerWords(csr, "plain", 1), "");
    EXPECT_EQ(pointerWords(csr, "values", 1), "");
    EXPECT_EQ(pointerText(csr, {"compressed", 1, 3}), "") << "of one slot only";

    const auto jagged = test::tensorOf(
        {{"layout", "jagged"}, {"members", {{"values", {{1, 2}, {3, 4}, {5, 6}}}, {"offsets", {0, 1, 3}}}}});
    EXPECT_EQ(pointerWords(jagged, "offsets", 1), "begins component 1 and ends component 0");
    const auto holed = test::tensorOf(
        {{"layout", "jagged"},
         {"members", {{"values", {{1, 2}, {3, 4}, {5, 6}}}, {"offsets", {0, 1, 3}}, {"lengths", {1, 1}}}}});
    EXPECT_EQ(pointerWords(holed, "offsets", 1), "begins component 1") << "a length ends the one before";
}

TEST(PointerPlace, IsCountedWithinItsBatchEntry)
{
    const auto batched = test::tensorOf({{"layout", "csc"},
                                         {"size", {2, 2, 2}},
                                         {"members",
                                          {{"ccol_indices", {{0, 1, 2}, {0, 0, 2}}},
                                           {"row_indices", {{0, 1}, {0, 1}}},
                                           {"values", {{1, 2}, {3, 4}}}}}});
    EXPECT_EQ(pointerWords(batched, "compressed", 2), "ends column 1");
    EXPECT_EQ(pointerWords(batched, "compressed", 3), "begins column 0");
    EXPECT_EQ(pointerWords(batched, "compressed", 4), "begins column 1 and ends column 0");
}

TEST(PointerPlace, OfWhatIsBrokenIsNoneOrHasItsPlace)
{
    auto csr = fourRows();
    std::erase_if(csr.members, [](const Member& member) { return member.role->name == "values"; });
    EXPECT_EQ(pointerWords(csr, "plain", 0), "");
    EXPECT_EQ(pointerWords(fourRows(), "compressed", -1), "");
    const auto wild = test::tensorOf({{"layout", "csr"},
                                      {"size", {2, 2}},
                                      {"members",
                                       {{"crow_indices", {-5, 100, 2}},
                                        {"col_indices", {0, 1}},
                                        {"values", {{"dtype", "float32"}, {"data", {5, 6}}}}}}});
    EXPECT_EQ(pointerWords(wild, "compressed", 1), "begins row 1 and ends row 0");
}

TEST(PointerPlace, IsSaidWhereReadersAreTold)
{
    const auto csr = fourRows();
    const Slots slot{"compressed", 3, 4};
    const auto text = plainText(tellPlace(csr, slot, related(csr, slot, 100), 100));
    EXPECT_TRUE(text.starts_with("crow_indices[3]: begins row 3 and ends row 2\ncrow_indices[3] is read by"))
        << text;
}

TEST(Related, WhatAPointerOnlyEndsIsKnownAsThat)
{
    const auto csr = fourRows();
    const auto of = [&](std::int64_t slot) { return related(csr, Slots{"compressed", slot, slot + 1}, 100); };
    const auto third = of(3);
    EXPECT_THAT(third.elements, ElementsAre(Extents{2, 1}, Extents{3, 0}, Extents{3, 4})) << "of both rows";
    EXPECT_THAT(third.ended.elements, ElementsAre(Extents{2, 1}));
    EXPECT_THAT(third.ended.slots,
                ElementsAre(Slots{"compressed", 2, 3}, Slots{"plain", 2, 3}, Slots{"values", 2, 3}));
    EXPECT_EQ(third.ended.bytes.size(), 3U);
    EXPECT_THAT(of(0).ended.elements, IsEmpty());
    EXPECT_THAT(of(4).ended.elements, ElementsAre(Extents{3, 0}, Extents{3, 4}));
    const auto entry = related(csr, Slots{"plain", 2, 3}, 100);
    EXPECT_THAT(entry.ended.elements, IsEmpty());
    EXPECT_THAT(entry.ended.slots, IsEmpty());
}

} // namespace
} // namespace tscope

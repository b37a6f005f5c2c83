// SPDX-License-Identifier: Apache-2.0
#include "facts/unread_slots.h"

#include "support/from_json.h"

#include <gtest/gtest.h>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

std::set<std::int64_t> slotsOf(const std::vector<Slots>& runs)
{
    std::set<std::int64_t> slots;
    for (const auto& run : runs)
        for (auto slot = run.begin; slot < run.end; ++slot)
            slots.insert(slot);
    return slots;
}

// Asked slot by slot: which elements read it?
std::set<std::int64_t> readByNone(const Tensor& tensor, std::string_view role)
{
    std::set<std::int64_t> slots;
    for (std::int64_t slot = 0; slot < numel(tensor.member(role).array.geometry); ++slot)
        if (tensor.layout->readersOf(tensor, role, slot, 1)->count == 0)
            slots.insert(slot);
    return slots;
}

const char* const jagged = R"({"layout":"jagged","dtype":"float32","members":{"values":[[1,2],[3,4],[5,6],[7,8],
    [9,10],[11,12],[13,14],[15,16],[17,18]],"offsets":[0,4,4,9],"lengths":[3,0,2]}})";

} // namespace

TEST(UnreadSlots, AreThoseThatNoElementReads)
{
    const auto tensor = fromJson(jagged);
    const auto unread = slotsOf(unreadSlots(tensor, "values", 0, 18, true));
    EXPECT_EQ(unread, (std::set<std::int64_t>{6, 7, 12, 13, 14, 15, 16, 17}));
    EXPECT_EQ(unread, readByNone(tensor, "values"));
}

TEST(UnreadSlots, AreFoundInAnyPart)
{
    const auto tensor = fromJson(jagged);
    const auto all = slotsOf(unreadSlots(tensor, "values", 0, 18, true));
    for (std::int64_t begin = 0; begin <= 18; ++begin)
        for (auto end = begin; end <= 18; ++end) {
            std::set<std::int64_t> part;
            for (const auto slot : all)
                if (begin <= slot && slot < end)
                    part.insert(slot);
            EXPECT_EQ(slotsOf(unreadSlots(tensor, "values", begin, end, true)), part) << begin << " to " << end;
        }
}

TEST(UnreadSlots, OfABrokenMatrixAreTheEntriesOfNoRow)
{
    const auto tensor = fromJson(R"({"layout":"csr","size":[3,4],"members":{"crow_indices":[0,2,1,4],
        "col_indices":[0,1,2,3,0,1],"values":[1,2,3,4,5,6]}})");
    EXPECT_EQ(slotsOf(unreadSlots(tensor, "values", 0, 6, false)), (std::set<std::int64_t>{4, 5}));
    EXPECT_EQ(slotsOf(unreadSlots(tensor, "plain", 0, 6, false)), (std::set<std::int64_t>{4, 5}));
}

TEST(UnreadSlots, ThereAreNoneWhereNothingOpensTheMember)
{
    const auto tensor = fromJson(jagged);
    EXPECT_TRUE(unreadSlots(tensor, "offsets", 0, 4, true).empty());
    EXPECT_TRUE(unreadSlots(tensor, "nothing", 0, 4, true).empty());
    EXPECT_TRUE(
        unreadSlots(fromJson(R"({"layout":"strided","members":{"values":[1,2]}})"), "values", 0, 2, true).empty());
}

// Of many slices that may lie in any order not all are found, so nothing is said rather than something wrong.
TEST(UnreadSlots, NothingIsSaidOfMoreSlicesThanAreFoundInAnyOrder)
{
    std::string pointers = "0", values = "0";
    constexpr int rows = 5000;
    for (int row = 1; row <= rows; ++row)
        pointers += ',' + std::to_string(row);
    for (int entry = 1; entry < rows + 2; ++entry)
        values += ",0";
    const auto tensor = fromJson(R"({"layout":"csr","size":[5000,1],"members":{"crow_indices":[)" + pointers +
                                 R"(],"col_indices":[)" + values + R"(],"values":[)" + values + "]}}");
    EXPECT_EQ(slotsOf(unreadSlots(tensor, "values", 0, rows + 2, true)), (std::set<std::int64_t>{rows, rows + 1}));
    EXPECT_TRUE(unreadSlots(tensor, "values", 0, rows + 2, false).empty());
}

// SPDX-License-Identifier: Apache-2.0
#include "facts/entry_slots.h"

#include "core/facts/small_tensors.h"
#include "facts/related.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Slots> besides(const Tensor& tensor, std::string_view role, std::int64_t slot)
{
    return slotsOfEntry(tensor, tensor.layout->indexOfSlots(tensor), role, slot);
}

// Columns 9 and -1, outside the size.
Tensor csrOutside()
{
    return tensorOf(
        {{"layout", "csr"},
         {"size", {3, 4}},
         {"members", {{"compressed", {0, 1, 3, 5}}, {"plain", {0, 1, 9, 2, -1}}, {"values", {1, 2, 3, 4, 5}}}}});
}

TEST(EntrySlots, TheIndexAndTheValueOfAnEntryOutsideBelongTogether)
{
    const auto tensor = csrOutside();
    for (const auto slot : {2, 4})
        for (const auto* role : {"plain", "values"})
            EXPECT_THAT(besides(tensor, role, slot),
                        ElementsAre(Slots{"plain", slot, slot + 1}, Slots{"values", slot, slot + 1}))
                << role << slot;
    // No element reads them, and yet they are related.
    const auto found = related(tensor, Slots{"values", 4, 5}, 100);
    EXPECT_THAT(found.elements, IsEmpty());
    EXPECT_THAT(found.slots, ElementsAre(Slots{"plain", 4, 5}, Slots{"values", 4, 5}));
}

TEST(EntrySlots, ACoordinateHasASlotInEachLane)
{
    const auto tensor = tensorOf(
        {{"layout", "coo"}, {"size", {3, 4}}, {"members", {{"indices", {{0, 7}, {1, -2}}}, {"values", {5, 6}}}}});
    EXPECT_THAT(besides(tensor, "values", 1),
                ElementsAre(Slots{"indices", 1, 2}, Slots{"indices", 3, 4}, Slots{"values", 1, 2}));
    EXPECT_THAT(besides(tensor, "indices", 3),
                ElementsAre(Slots{"indices", 1, 2}, Slots{"indices", 3, 4}, Slots{"values", 1, 2}));
}

TEST(EntrySlots, ABlockIsOneEntry)
{
    auto tensor = test::madeOf({.layout = "bsr", .size = {4, 6}, .nnz = 3, .blocksize = {2, 3}});
    const auto broken = plant(tensor, "5.5", 2);
    ASSERT_TRUE(broken) << broken.error().text;
    EXPECT_THAT(besides(*broken, "values", 13), ElementsAre(Slots{"plain", 2, 3}, Slots{"values", 12, 18}));
    EXPECT_THAT(besides(*broken, "plain", 2), ElementsAre(Slots{"plain", 2, 3}, Slots{"values", 12, 18}));
}

// No slice holds it, and yet its index and its value are one entry.
TEST(EntrySlots, AnEntryBehindTheLastPointerIsOneAsWell)
{
    const auto orphan = tensorOf({{"layout", "csr"},
                                  {"size", {1, 4}},
                                  {"members", {{"compressed", {0, 1}}, {"plain", {0, 9}}, {"values", {1, 2}}}}});
    EXPECT_THAT(besides(orphan, "values", 1), ElementsAre(Slots{"plain", 1, 2}, Slots{"values", 1, 2}));
}

TEST(EntrySlots, WhatIsOfNoEntryHasNothingBesideIt)
{
    const auto tensor = csrOutside();
    EXPECT_THAT(besides(tensor, "values", 77), IsEmpty());
    EXPECT_THAT(besides(tensor, "nothing", 0), IsEmpty());
}

} // namespace
} // namespace tscope

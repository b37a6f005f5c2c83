// SPDX-License-Identifier: Apache-2.0
#include "facts/stored_within.h"

#include "facts/logical_shape.h"
#include "support/small_tensors.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope {

namespace {

Tensor made(const std::string& kind, const std::string& layout, Extents size, Extents batch = {})
{
    MakeSpec spec;
    spec.kind = kind;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.batch = std::move(batch);
    spec.density = kind == "random" ? std::optional(0.3) : std::nullopt;
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    return *tensor;
}

// All entries, looked at one by one.
std::set<std::int64_t> slotsIn(const Tensor& tensor, const IndexBox& box)
{
    std::set<std::int64_t> slots;
    EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        if (box.contains(index))
            slots.insert(slot);
        return true;
    }));
    return slots;
}

void expectStored(const Tensor& tensor, const IndexBox& box)
{
    const auto wanted = slotsIn(tensor, box);
    const auto found = storedWithin(tensor, box, 1000);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_FALSE(found->truncated);
    EXPECT_EQ(found->elements, std::ssize(wanted));
    std::set<std::int64_t> slots;
    std::int64_t last = -1;
    for (const auto& run : found->values) {
        EXPECT_GT(run.begin, last); // else it would be one run with the one before it
        EXPECT_LT(run.begin, run.end);
        for (auto slot = run.begin; slot < run.end; ++slot)
            slots.insert(slot);
        last = run.end;
    }
    EXPECT_EQ(slots, wanted);
}

} // namespace

TEST(StoredWithin, FindsTheSlotsOfEachLayout)
{
    for (const char* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        SCOPED_TRACE(layout);
        const auto tensor = made("random", layout, {12, 8});
        expectStored(tensor, {{0, 0}, {11, 7}});
        expectStored(tensor, {{3, 2}, {5, 6}});
        expectStored(tensor, {{7, 0}, {7, 7}});
    }
    expectStored(made("random", "csr", {12, 8}, {2}), {{0, 3, 1}, {1, 9, 4}});
    for (const char* layout : {"nested", "jagged"}) {
        SCOPED_TRACE(layout);
        const auto tensor = made("ragged", layout, {5, 7, 3});
        const auto shape = logicalShape(tensor);
        ASSERT_TRUE(shape);
        IndexBox box{Extents(shape->extents.size()), shape->extents};
        for (auto& last : box.last)
            --last;
        expectStored(tensor, box);
        box.first[0] = box.last[0] = 2;
        expectStored(tensor, box);
    }
}

TEST(StoredWithin, ListsNoMoreThanWereAskedFor)
{
    const auto tensor = made("random", "csr", {12, 8});
    const IndexBox all{{0, 0}, {11, 7}};
    const auto count = std::ssize(slotsIn(tensor, all));
    const auto few = storedWithin(tensor, all, 3), whole = storedWithin(tensor, all, count);
    EXPECT_EQ(few->elements, 3);
    EXPECT_TRUE(few->truncated);
    EXPECT_EQ(whole->elements, count);
    EXPECT_FALSE(whole->truncated);
}

TEST(StoredWithin, OfAnEmptyPlaceIsNothingAndOfAnotherRankIsRefused)
{
    MakeSpec spec;
    spec.nnz = 0;
    const auto found = storedWithin(*makeTensorOf(spec), {{0, 0}, {7, 7}}, 10);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, StoredWithin{});
    EXPECT_FALSE(storedWithin(made("random", "csr", {12, 8}), {{0}, {11}}, 10));
}

} // namespace tscope

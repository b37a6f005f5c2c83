// SPDX-License-Identifier: Apache-2.0
#include "facts/counterpart.h"

#include "convert/convert.h"
#include "core/facts/small_tensors.h"
#include "layouts/registry.h"
#include "proof/prove.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using Spec = nlohmann::json;

Tensor strided(Spec values)
{
    return tensorOf({{"layout", "strided"}, {"members", {{"values", std::move(values)}}}});
}

std::optional<Counterpart> found(const Tensor& tensor, const Place& place, const Tensor& other, bool isSameSize)
{
    return counterpart(tensor, place, related(tensor, place, 1000), other, isSameSize, 1000);
}

Tensor transposed(Tensor tensor)
{
    auto& geometry = tensor.members.front().array.geometry;
    std::swap(geometry.sizes[0], geometry.sizes[1]);
    std::swap(geometry.strides[0], geometry.strides[1]);
    tensor.size.reset();
    return tensor;
}

} // namespace

TEST(Counterpart, IsOnTheSameBytesWhereBothReadThem)
{
    const auto matrix = strided({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    for (const bool isSameSize : {true, false}) {
        const auto there = found(matrix, ElementPlace{{0, 2}}, transposed(matrix), isSameSize);
        ASSERT_TRUE(there);
        EXPECT_EQ(there->place, Place(ElementPlace{{2, 0}})) << "not the index: what lies there";
        ASSERT_EQ(there->related.slots.size(), 1U);
        EXPECT_EQ(there->related.slots.front(), (Slots{"values", 6, 7}));
    }
    const auto slot = found(matrix, Slots{"values", 2, 3}, transposed(matrix), true);
    ASSERT_TRUE(slot);
    EXPECT_EQ(slot->related.elements, (std::vector<Extents>{{2, 0}}));
}

TEST(Counterpart, IsTheSameIndexOfATensorOfTheSameSize)
{
    const auto a = strided({{1, 2}, {3, 4}}), b = strided({{5, 6}, {7, 8}});
    const auto there = found(a, ElementPlace{{1, 0}}, b, true);
    ASSERT_TRUE(there);
    EXPECT_EQ(there->place, Place(ElementPlace{{1, 0}}));
    EXPECT_EQ(there->related.slots.front(), (Slots{"values", 2, 3}));
    EXPECT_FALSE(found(a, ElementPlace{{1, 0}}, b, false));
}

TEST(Counterpart, OfTensorsThatLieInOneStorageWithoutMeetingIsTheSameIndex)
{
    auto left = strided({1, 2, 3, 4, 5, 6}), right = left;
    left.size = right.size = Extents{3};
    left.members.front().array.geometry = {{3}, {1}, 0};
    right.members.front().array.geometry = {{3}, {1}, 3};
    const auto there = found(left, ElementPlace{{1}}, right, true);
    ASSERT_TRUE(there);
    EXPECT_EQ(there->place, Place(ElementPlace{{1}}));
    EXPECT_FALSE(found(left, ElementPlace{{1}}, right, false));
}

TEST(Counterpart, OfAnIndexIsTheSameSlotAndOfAValueTheSameElement)
{
    const auto csrWith = [](Spec columns) {
        return tensorOf(
            {{"layout", "csr"},
             {"size", {2, 3}},
             {"members",
              {{"crow_indices", {0, 2, 3}}, {"col_indices", std::move(columns)}, {"values", {1, 2, 3}}}}});
    };
    const auto a = csrWith({0, 1, 2}), b = csrWith({1, 2, 0});
    const auto index = found(a, Slots{a.members[1].role->name, 0, 1}, b, true);
    ASSERT_TRUE(index);
    EXPECT_EQ(index->place, Place(Slots{a.members[1].role->name, 0, 1}));
    const auto value = found(a, Slots{"values", 1, 2}, b, true);
    ASSERT_TRUE(value);
    EXPECT_EQ(value->place, Place(ElementPlace{{0, 1}}));

    // Another layout: the elements that a row's bounds have to do with.
    const auto dense = strided({{1, 2, 0}, {0, 0, 3}});
    const auto row = found(a, Slots{a.members[0].role->name, 0, 1}, dense, true);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->related.elements, related(a, Slots{a.members[0].role->name, 0, 1}, 1000).elements);
}

// A row of csr, in each other layout of the same matrix: the entries that are stored, and what leads to them.
TEST(Counterpart, OfARowIsWhereEachLayoutStoresItsEntries)
{
    MakeSpec spec{.layout = "csr", .size = {6, 8}, .nnz = 14, .dtype = ElementType::i32, .seed = 5};
    const auto csr = madeOf(spec);
    for (const auto* name : {"csc", "bsr", "bsc", "coo", "strided"}) {
        SCOPED_TRACE(name);
        const auto proof = prove(csr);
        ConvertRequest request{.layout = layoutNamed(name)};
        if (isBlocked(*request.layout))
            request.block = {{2, 2}};
        const auto other = convert(std::get<Sound>(proof), request);
        ASSERT_TRUE(other);
        for (std::int64_t row = 0; row < 6; ++row) {
            const auto there = found(csr, Slots{"compressed", row, row + 1}, other->tensor, true);
            ASSERT_TRUE(there);
            // By walking through all entries of the other tensor instead of looking for them.
            std::set<std::int64_t> expected, lit;
            const auto& elements = related(csr, Slots{"compressed", row, row + 1}, 1000).elements;
            ASSERT_TRUE(other->tensor.layout->entries(other->tensor, [&](const Extents& index, std::int64_t slot) {
                if (std::ranges::binary_search(elements, index))
                    expected.insert(slot);
                return true;
            }));
            for (const auto& slots : there->related.slots)
                for (auto slot = slots.begin; slots.member == "values" && slot < slots.end; ++slot)
                    lit.insert(slot);
            EXPECT_EQ(lit, expected) << "row " << row;
            EXPECT_EQ(there->related.elements, elements);
        }
    }
}

// More than these may read a slot in its own tensor: where elements overlap, in a copy they do not any more.
TEST(Counterpart, InACopyHasElementsOfThePlace)
{
    for (const auto& [name, tensor] : smallTensors(11)) {
        SCOPED_TRACE(name);
        auto copy = tensor;
        for (auto& member : copy.members)
            member.array = *packed(member.array);
        for (const auto& member : tensor.members) {
            const Slots place{member.role->name, 0, 1};
            const auto own = related(tensor, place, 1000);
            const auto there = counterpart(tensor, place, own, copy, true, 1000);
            if (own.elements.empty())
                continue;
            ASSERT_TRUE(there) << member.role->name;
            EXPECT_FALSE(there->related.elements.empty()) << member.role->name;
            for (const auto& index : there->related.elements)
                EXPECT_TRUE(std::ranges::binary_search(own.elements, index)) << member.role->name;
        }
    }
}

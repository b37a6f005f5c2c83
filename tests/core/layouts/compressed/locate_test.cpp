// SPDX-License-Identifier: Apache-2.0
#include "core/layouts/compressed/oracle.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope::test {

namespace {

// Members that hold a slot that a path read.
bool reads(const Path& path, std::string_view member, std::int64_t slot)
{
    return std::ranges::any_of(path.places, [&](const Slots& slots) {
        return slots.member == member && slots.begin <= slot && slot < slots.end;
    });
}

void expectBothWaysToAgree(const Tensor& tensor)
{
    const auto size = *tensor.layout->read(tensor, {})->outline().size;
    Extents extents;
    for (const auto& extent : size)
        extents.push_back(extent.value);
    const auto count = numel(extents).value_or(0);
    std::vector<Path> paths;
    for (std::int64_t at = 0; at < count; ++at) {
        auto path = tensor.layout->locate(tensor, indexOf(extents, at));
        ASSERT_TRUE(path);
        paths.push_back(*path);
    }
    for (const auto& member : tensor.members)
        for (std::int64_t slot = 0; slot < numel(member.array.geometry).value_or(0); ++slot) {
            std::vector<Extents> wanted;
            for (std::int64_t at = 0; at < count; ++at)
                if (const auto& path = paths[static_cast<std::size_t>(at)];
                    path.found && reads(path, member.role->name, slot))
                    wanted.push_back(indexOf(extents, at));
            const auto readers = tensor.layout->readersOf(tensor, member.role->name, slot, 1000);
            ASSERT_TRUE(readers);
            EXPECT_EQ(readers->elements, wanted) << member.role->name << " " << slot;
            EXPECT_EQ(readers->count, static_cast<std::int64_t>(wanted.size()));
            const auto few = tensor.layout->readersOf(tensor, member.role->name, slot, 1);
            EXPECT_EQ(few->count, readers->count);
            EXPECT_EQ(few->truncated, readers->count > 1);
        }
}

} // namespace

TEST(CompressedLocate, ForwardAndBackAgreeOnEverySlot)
{
    int cases = 0;
    for (const auto& testCase : readCases("invariants.json")) {
        const auto layout = testCase.at("layout").get<std::string>();
        if (layout.size() != 3 || layout == "coo" || !testCase.at("expect").contains("inferred_size"))
            continue;
        const auto tensor = tensorOf(testCase);
        const auto reading = tensor.layout->read(tensor, {});
        const auto outline = reading->outline();
        if (!tensor.member("plain").isReadable() || outline.numel.value_or(1000) > 400 || !reading->inferredSize())
            continue;
        SCOPED_TRACE(testCase.at("id").get<std::string>());
        ++cases;
        expectBothWaysToAgree(tensor);
    }
    EXPECT_GT(cases, 60);
}

TEST(CompressedLocate, AddsUpDuplicatesOfAnUnsortedSlice)
{
    const auto tensor = makeCsr(Array::fromInts({3}, std::vector<std::int64_t>{0, 4, 4}),
                                Array::fromInts({4}, std::vector<std::int64_t>{2, 1, 2, 0}),
                                Array::fromInts({4}, std::vector<std::int64_t>{3, 5, 4, 9}), {2, 3});
    const auto path = tensor.layout->locate(tensor, {0, 2});
    ASSERT_TRUE(path);
    EXPECT_TRUE(path->found);
    EXPECT_EQ(path->value.asIndex(), 7);
    EXPECT_EQ(path->places.size(), 5U);
    EXPECT_EQ(path->steps.front().text, "crow_indices[0] = 0, crow_indices[1] = 4: row 0 has entries 0..3");
    const auto absent = tensor.layout->locate(tensor, {1, 2});
    EXPECT_EQ(absent->steps.front().text, "crow_indices[1] = 4, crow_indices[2] = 4: row 1 is empty");
    EXPECT_EQ(absent->steps.back().text, "column 2 is not stored, so 0");
    EXPECT_FALSE(absent->found);
    EXPECT_TRUE(absent->value.isZero());
    EXPECT_FALSE(tensor.layout->locate(tensor, {2, 0}));
    EXPECT_FALSE(tensor.layout->locate(tensor, {0}));
}

// The last one is named, here as in places, slots and bytes.
TEST(CompressedLocate, ARunNamesItsFirstAndItsLastEntry)
{
    const auto tensor = makeCsr(Array::fromInts({4}, std::vector<std::int64_t>{0, 2, 3, 2}),
                                Array::fromInts({3}, std::vector<std::int64_t>{0, 1, 2}),
                                Array::fromInts({3}, std::vector<std::int64_t>{3, 5, 4}), {3, 4});
    EXPECT_EQ(tensor.layout->locate(tensor, {0, 3})->steps.back().text,
              "no 3 in col_indices[0..1]: column 3 is not stored, so 0");
    const auto one = tensor.layout->locate(tensor, {1, 3});
    EXPECT_EQ(one->steps.front().text, "crow_indices[1] = 2, crow_indices[2] = 3: row 1 has entry 2");
    EXPECT_EQ(one->steps.back().text, "no 3 in col_indices[2]: column 3 is not stored, so 0");
    EXPECT_EQ(tensor.layout->locate(tensor, {2, 3})->steps.front().text,
              "crow_indices[2] = 3, crow_indices[3] = 2");
}

TEST(CompressedLocate, GoesAsFarAsABrokenTensorCanBeRead)
{
    const auto tensor = makeCsr(Array::fromInts({2}, std::vector<std::int64_t>{0, 99}),
                                Array::fromInts({2}, std::vector<std::int64_t>{0, 1}),
                                Array::fromInts({1}, std::vector<std::int64_t>{3}), {5, 3});
    const auto cut = tensor.layout->locate(tensor, {0, 1});
    ASSERT_TRUE(cut);
    EXPECT_TRUE(cut->found);
    EXPECT_NE(cut->steps.back().text.find("stopped here"), std::string::npos);
    const auto nowhere = tensor.layout->locate(tensor, {4, 1});
    ASSERT_TRUE(nowhere);
    EXPECT_FALSE(nowhere->found);
    EXPECT_NE(nowhere->steps.back().text.find("no pointers for row 4"), std::string::npos);
}

} // namespace tscope::test

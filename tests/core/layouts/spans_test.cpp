// SPDX-License-Identifier: Apache-2.0
#include "anatomy/layout.h"
#include "layouts/registry.h"
#include "support/from_json.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

using namespace tscope;

namespace {

// "0: compressed 0-2 over plain 0-3", and what it claims where that is not all there: " of -1..3", " falls".
std::vector<std::string> spans(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end)
{
    std::vector<std::string> out;
    tensor.layout->spansOver(tensor, role, begin, end, [&](const Span& span) {
        const auto told = [](const Slots& slots) {
            return std::string(slots.member) + " " + std::to_string(slots.begin) + "-" + std::to_string(slots.end);
        };
        auto text = std::to_string(span.number) + ": " + told(span.from) + " over " + told(span.over);
        if (!span.isSound())
            text += " of " + std::to_string(span.claimedBegin) + ".." + std::to_string(span.claimedEnd) +
                    (span.reachesBefore ? " before" : "") + (span.reachesBehind ? " behind" : "") +
                    (span.falls() ? " falls" : "");
        out.push_back(text);
        return true;
    });
    return out;
}

using Texts = std::vector<std::string>;

Tensor csr(const std::vector<std::int64_t>& pointers, std::int64_t nnz)
{
    const auto& layout = *layoutNamed("csr");
    std::vector<Member> members(3);
    members[0].array = Array::fromInts({static_cast<std::int64_t>(pointers.size())}, pointers);
    members[1].array = Array::declared(ElementType::i64, {nnz});
    members[2].array = Array::declared(ElementType::f32, {nnz});
    for (std::size_t m = 0; m < 3; ++m)
        members[m].role = &layout.roles[m];
    return *makeTensor(layout, std::move(members));
}

} // namespace

TEST(Spans, PointersOpenSlicesOfIndicesAndValues)
{
    const auto tensor = csr({0, 2, 2, 5}, 5);

    EXPECT_EQ(spans(tensor, "plain", 0, 5),
              (Texts{"0: compressed 0-2 over plain 0-2", "1: compressed 1-3 over plain 2-2",
                     "2: compressed 2-4 over plain 2-5"}));
    EXPECT_EQ(spans(tensor, "values", 4, 5), (Texts{"2: compressed 2-4 over values 2-5"}));
    EXPECT_EQ(spans(tensor, "compressed", 0, 4), Texts{});
}

TEST(Spans, BlocksAndBatchesCountInSlots)
{
    const auto tensor = test::fromJson(
        R"({"layout": "bsr", "size": [2, 2, 6], "dtype": "float32",
            "members": {"crow_indices": [[0, 2], [0, 2]], "col_indices": [[0, 1], [0, 1]],
                        "values": [[[[1,2,3],[4,5,6]],[[1,2,3],[4,5,6]]],[[[1,2,3],[4,5,6]],[[1,2,3],[4,5,6]]]]}})");

    EXPECT_EQ(spans(tensor, "values", 0, 24),
              (Texts{"0: compressed 0-2 over values 0-12", "0: compressed 2-4 over values 12-24"}));
    EXPECT_EQ(spans(tensor, "plain", 3, 4), (Texts{"0: compressed 2-4 over plain 2-4"}));
}

TEST(Spans, WhatFallsOrReachesOutsideIsToldAsFarAsItIsThere)
{
    EXPECT_EQ(
        spans(csr({0, 9, 5, 6}, 6), "plain", 0, 6),
        (Texts{"0: compressed 0-2 over plain 0-6 of 0..9 behind",
               "1: compressed 1-3 over plain 6-5 of 9..5 behind falls", "2: compressed 2-4 over plain 5-6"}));
    EXPECT_EQ(spans(csr({-1, 2, 3}, 3), "plain", 0, 3),
              (Texts{"0: compressed 0-2 over plain 0-2 of -1..2 before", "1: compressed 1-3 over plain 2-3"}));
    EXPECT_EQ(spans(csr({0, 3, 7, 8}, 3), "plain", 0, 2), (Texts{"0: compressed 0-2 over plain 0-3"}));
    EXPECT_EQ(spans(csr({0, 3, 7, 8}, 3), "plain", 2, 3),
              (Texts{"0: compressed 0-2 over plain 0-3", "1: compressed 1-3 over plain 3-3 of 3..7 behind",
                     "2: compressed 2-4 over plain 3-3 of 7..8 behind"}));
    // Falls inside: over the window that it runs back across.
    EXPECT_EQ(spans(csr({0, 4, 1, 6}, 6), "plain", 2, 3),
              (Texts{"0: compressed 0-2 over plain 0-4", "1: compressed 1-3 over plain 4-1 of 4..1 falls",
                     "2: compressed 2-4 over plain 1-6"}));
    // Nothing is there at all.
    EXPECT_EQ(spans(csr({0, 2}, 0), "values", 0, 0), (Texts{"0: compressed 0-2 over values 0-0 of 0..2 behind"}));
}

TEST(Spans, OfBatchesWhatReachesOutOfItsLineIsCutThere)
{
    const auto tensor = test::fromJson(
        R"({"layout": "bsr", "size": [2, 2, 6], "dtype": "float32",
            "members": {"crow_indices": [[0, 3], [-1, 2]], "col_indices": [[0, 1], [0, 1]],
                        "values": [[[[1,2,3],[4,5,6]],[[1,2,3],[4,5,6]]],[[[1,2,3],[4,5,6]],[[1,2,3],[4,5,6]]]]}})");

    EXPECT_EQ(spans(tensor, "values", 0, 24), (Texts{"0: compressed 0-2 over values 0-12 of 0..3 behind",
                                                     "0: compressed 2-4 over values 12-24 of -1..2 before"}));
}

// Claims at the ends of 64 bits, where sums do not fit.
TEST(Spans, NoBatchEntryOpensNothing)
{
    const auto tensor = test::fromJson(R"({"layout": "csr", "size": [0, 2, 3], "index_dtype": "int64", "members":
        {"compressed": {"shape": [0, 3], "data": []}, "plain": {"shape": [0, 0], "data": []},
         "values": {"shape": [0, 0], "data": []}}})");
    EXPECT_EQ(spans(tensor, "plain", 0, 0), Texts{});
    EXPECT_EQ(spans(tensor, "values", 0, 0), Texts{});
}

TEST(Spans, ClaimsStopWhereIntegersEnd)
{
    const auto most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(spans(csr({least, most}, 3), "plain", 0, 3),
              (Texts{"0: compressed 0-2 over plain 0-3 of " + std::to_string(least) + ".." + std::to_string(most) +
                     " before behind"}));
    const auto jagged = test::fromJson(R"({"layout": "jagged", "dtype": "float32", "members": {"values": [1, 2, 3],
        "offsets": [9223372036854775807, 2], "lengths": [9223372036854775807]}})");
    EXPECT_EQ(spans(jagged, "values", 0, 3), (Texts{"0: offsets 0-2 over values 3-3 of " + std::to_string(most) +
                                                    ".." + std::to_string(most) + " behind"}));
}

TEST(Spans, OffsetsOpenComponents)
{
    const auto jagged = test::fromJson(R"({"layout": "jagged", "dtype": "float32",
        "members": {"values": [[1,2],[3,4],[5,6],[7,8]], "offsets": [0, 1, 4], "lengths": [1, 2]}})");
    EXPECT_EQ(spans(jagged, "values", 0, 8),
              (Texts{"0: offsets 0-2 over values 0-2", "1: offsets 1-3 over values 2-6"}));

    const auto nested = test::fromJson(R"({"layout": "nested", "dtype": "float32",
        "members": {"buffer": [1,2,3,4,5,6], "nested_sizes": [[2], [3]], "nested_strides": [[1], [1]],
                    "storage_offsets": [0, 3]}})");
    EXPECT_EQ(spans(nested, "buffer", 0, 6),
              (Texts{"0: storage_offsets 0-1 over buffer 0-2", "1: storage_offsets 1-2 over buffer 3-6"}));
}

TEST(Spans, ComponentsReachOutsideToo)
{
    const auto jagged = test::fromJson(R"({"layout": "jagged", "dtype": "float32",
        "members": {"values": [[1,2],[3,4],[5,6],[7,8]], "offsets": [0, 1, 4, 6], "lengths": [1, 5, -1]}})");
    EXPECT_EQ(spans(jagged, "values", 0, 8),
              (Texts{"0: offsets 0-2 over values 0-2", "1: offsets 1-3 over values 2-8 of 1..6 behind",
                     "2: offsets 2-4 over values 8-6 of 4..3 falls"}));

    const auto nested = test::fromJson(R"({"layout": "nested", "dtype": "float32",
        "members": {"buffer": [1,2,3,4,5,6], "nested_sizes": [[2], [3], [2]], "nested_strides": [[1], [1], [1]],
                    "storage_offsets": [-1, 4, 9]}})");
    EXPECT_EQ(spans(nested, "buffer", 0, 6), (Texts{"0: storage_offsets 0-1 over buffer 0-1 of -1..1 before",
                                                    "1: storage_offsets 1-2 over buffer 4-6 of 4..7 behind",
                                                    "2: storage_offsets 2-3 over buffer 6-6 of 9..11 behind"}));
}

// Random rising pointers and windows, more slices than are gone through one by one; the oracle goes through all.
TEST(Spans, OfManySlicesThoseOverTheWindowAreFound)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    constexpr std::int64_t slices = 20'000, nnz = 50'000;
    std::vector<std::int64_t> pointers{0, nnz};
    for (std::int64_t i = 0; i < slices - 1; ++i)
        pointers.push_back(static_cast<std::int64_t>(random() % (nnz + 1)));
    std::ranges::sort(pointers);
    const auto tensor = csr(pointers, nnz);
    for (int round = 0; round < 50; ++round) {
        const auto begin = static_cast<std::int64_t>(random() % nnz);
        const auto end = std::min<std::int64_t>(nnz, begin + 1 + random() % 100);
        Texts wanted;
        for (std::size_t i = 0; i + 1 < pointers.size(); ++i)
            if (pointers[i + 1] >= begin && pointers[i] <= end)
                wanted.push_back(std::to_string(i) + ": compressed " + std::to_string(i) + "-" +
                                 std::to_string(i + 2) + " over plain " + std::to_string(pointers[i]) + "-" +
                                 std::to_string(pointers[i + 1]));
        EXPECT_EQ(spans(tensor, "plain", begin, end), wanted) << begin << ".." << end;
    }
}

// Pointers that open nothing must not be gone through to the end for each picture: what comes after many of them
// is not found, and that is the price.
TEST(Spans, OfManySlicesThatOpenNothingFewAreLookedAt)
{
    std::vector<std::int64_t> pointers(10'000, -1);
    pointers.push_back(0);
    pointers.push_back(3);

    EXPECT_LT(spans(csr(std::vector<std::int64_t>(10'000, 77), 3), "plain", 0, 3).size(), 5000U);
    EXPECT_EQ(spans(csr(pointers, 3), "plain", 1, 2), (Texts{"10000: compressed 10000-10002 over plain 0-3"}));
}

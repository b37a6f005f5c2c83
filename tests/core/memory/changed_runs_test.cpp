// SPDX-License-Identifier: Apache-2.0
#include "memory/changed_runs.h"

#include <gtest/gtest.h>

#include <random>

namespace tscope {
namespace {

using Bytes = std::vector<std::byte>;

StoragePtr withByte(const StoragePtr& base, std::int64_t at)
{
    Bytes byte(1);
    base->read(at, byte);
    byte[0] ^= std::byte{1};
    const BytePatch patch{at, byte};
    return patched(base, std::span(&patch, 1));
}

TEST(ChangedRuns, ofEqualBytesThereAreNone)
{
    const auto storage = heapStorage(Bytes(100'000, std::byte{7}));
    EXPECT_TRUE(changedRuns(*storage, *storage, 4).empty());
    EXPECT_TRUE(changedRuns(*storage, *heapStorage(Bytes(100'000, std::byte{7})), 4).empty());
    EXPECT_TRUE(changedRuns(*withByte(withByte(storage, 5), 5), *storage, 4).empty()) << "changed there and back";
    EXPECT_TRUE(changedRuns(*heapStorage({}), *heapStorage({}), 4).empty());
}

TEST(ChangedRuns, areOfWholeElements)
{
    const auto storage = heapStorage(Bytes(200'001));
    const auto runs = [&](std::int64_t elementBytes, std::initializer_list<std::int64_t> places) {
        auto edited = storage;
        for (const auto place : places)
            edited = withByte(edited, place);
        return changedRuns(*storage, *edited, elementBytes);
    };
    EXPECT_EQ(runs(8, {17}), (std::vector<ByteRun>{{16, 24}}));
    EXPECT_EQ(runs(1, {17}), (std::vector<ByteRun>{{17, 18}}));
    EXPECT_EQ(runs(8, {200'000}), (std::vector<ByteRun>{{200'000, 200'001}})) << "the last byte";
    EXPECT_EQ(runs(8, {0, 8, 24}), (std::vector<ByteRun>{{0, 16}, {24, 32}}));
    EXPECT_EQ(runs(8, {patchPageBytes - 1, patchPageBytes}),
              (std::vector<ByteRun>{{patchPageBytes - 8, patchPageBytes + 8}}))
        << "across two pages";
    EXPECT_EQ(runs(7, {patchPageBytes}),
              (std::vector<ByteRun>{{patchPageBytes / 7 * 7, patchPageBytes / 7 * 7 + 7}}))
        << "an element across two pages";
}

TEST(ChangedRuns, areNoMoreThanWanted)
{
    constexpr std::size_t size = std::size_t{4} << 20;
    Bytes bytes(size);
    const auto before = heapStorage(bytes);
    for (std::size_t i = 0; i < size; i += 2)
        bytes[i] = std::byte{1};
    const auto after = heapStorage(bytes);
    EXPECT_EQ(changedRuns(*before, *after, 1).size(), size / 2);
    EXPECT_EQ(changedRuns(*before, *after, 1, 3), (std::vector<ByteRun>{{0, 1}, {2, 3}, {4, 5}}));
    EXPECT_TRUE(changedRuns(*before, *after, 1, 0).empty());
    // A run that goes on over many pages is whole, as the last one too.
    EXPECT_EQ(changedRuns(*heapStorage(Bytes(size)), *heapStorage(Bytes(size, std::byte{1})), 1, 1),
              (std::vector<ByteRun>{{0, static_cast<std::int64_t>(size)}}));
}

// Patching the old bytes with the runs gives the new bytes.
TEST(ChangedRuns, putOnTheOldBytesMakeTheNewOnes)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int round = 0; round < 50; ++round) {
        const auto size = static_cast<std::int64_t>(random() % (3 * patchPageBytes) + 1);
        const auto before = heapStorage(Bytes(static_cast<std::size_t>(size), std::byte{3}));
        auto after = before;
        for (auto edits = random() % 20; edits-- > 0;)
            after = withByte(after, static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size)));
        std::vector<BytePatch> patches;
        std::int64_t last = -1;
        const auto elementBytes = static_cast<std::int64_t>(random() % 20 + 1);
        for (const auto& run : changedRuns(*before, *after, elementBytes)) {
            EXPECT_EQ(run.begin % elementBytes, 0);
            EXPECT_GT(run.begin, last);
            EXPECT_LE(run.end, size);
            last = run.end;
            Bytes bytes(static_cast<std::size_t>(run.end - run.begin));
            after->read(run.begin, bytes);
            patches.push_back({run.begin, std::move(bytes)});
        }
        Bytes wanted(static_cast<std::size_t>(size)), made(static_cast<std::size_t>(size));
        after->read(0, wanted);
        patched(before, patches)->read(0, made);
        EXPECT_EQ(made, wanted);
    }
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "array/slots.h"

#include "array/reader_bits.h"
#include "core/array/oracle.h"

#include <chrono>
#include <gtest/gtest.h>

namespace tscope {
namespace {

struct Counted {
    std::vector<SlotUse> uses;
    bool outside = false;
};

Counted counted(std::int64_t slots, const std::vector<Geometry>& geometries)
{
    std::vector<int> readers(static_cast<std::size_t>(slots));
    Counted out;
    for (const auto& geometry : geometries)
        for (const auto offset : oracle::offsets(geometry)) {
            if (offset < 0 || offset >= slots)
                out.outside = true;
            else
                ++readers[static_cast<std::size_t>(offset)];
        }
    for (const auto count : readers)
        out.uses.push_back(count == 0 ? SlotUse::dead : count == 1 ? SlotUse::once : SlotUse::shared);
    return out;
}

void expectMap(const SlotMap& map, std::int64_t slots, const Counted& truth)
{
    ASSERT_TRUE(map.decided);
    EXPECT_EQ(map.outside, truth.outside);
    std::vector<SlotUse> uses;
    std::int64_t counts[3] = {};
    for (std::size_t r = 0; r < map.runs.size(); ++r) {
        EXPECT_EQ(map.runs[r].begin, static_cast<std::int64_t>(uses.size()));
        if (r > 0) {
            EXPECT_NE(map.runs[r].use, map.runs[r - 1].use);
        }
        uses.resize(static_cast<std::size_t>(map.runs[r].end), map.runs[r].use);
        counts[static_cast<int>(map.runs[r].use)] += map.runs[r].end - map.runs[r].begin;
    }
    EXPECT_EQ(uses, truth.uses);
    EXPECT_EQ(map.dead, counts[0]);
    EXPECT_EQ(map.once, counts[1]);
    EXPECT_EQ(map.shared, counts[2]);
    EXPECT_EQ(map.dead + map.once + map.shared, slots);
}

TEST(SlotMap, AgreesWithCountingEveryElement)
{
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        std::vector<Geometry> geometries;
        for (auto left = dice(0, 3); left > 0; --left) {
            geometries.push_back(dice.geometry(3, 0, 5, -7, 12));
            geometries.back().offset = dice(-5, 60);
        }
        const auto slots = dice(0, 130);
        expectMap(slotMap(slots, geometries), slots, counted(slots, geometries));
    }
}

// More dense rows than are listed one by one, so that whole dims are added by shifting.
TEST(SlotMap, AgreesWithCountingWhereRowsAreMany)
{
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const std::vector<Geometry> geometries = {
            {{dice(260, 300), dice(260, 300), 2},
             {dice(290, 320), seed % 2 == 0 ? -1 : 1, dice(0, 2)},
             dice(-900, 900)},
            {{dice(3, 70), 50}, {dice(-9, 40), 3}, dice(-50, 90'000)},
        };
        const auto slots = dice(60'000, 90'000);
        expectMap(slotMap(slots, geometries), slots, counted(slots, geometries));
    }
}

TEST(SlotMap, HugeStoragesAreDecidedByRows)
{
    const std::int64_t big = std::int64_t{1} << 50;
    const auto map = slotMap(3 * big, std::vector<Geometry>{{{2, big}, {big, 1}, 0}, {{1000, 10}, {0, 1}, 5}});
    EXPECT_TRUE(map.decided && !map.outside);
    EXPECT_EQ(map.runs, (std::vector<SlotRun>{{0, 5, SlotUse::once},
                                              {5, 15, SlotUse::shared},
                                              {15, 2 * big, SlotUse::once},
                                              {2 * big, 3 * big, SlotUse::dead}}));
    EXPECT_FALSE(slotMap(big, std::vector<Geometry>{{{1 << 20}, {3}}}).decided);
    const auto striped = slotMap(6'000'000, std::vector<Geometry>{{{2'000'000}, {3}}}, 10);
    EXPECT_TRUE(striped.decided && striped.truncated);
    EXPECT_EQ(striped.runs.size(), 10U);
    EXPECT_EQ(striped.once, 2'000'000);
    EXPECT_EQ(striped.dead, 4'000'000);
}

TEST(SlotMap, OverlappingWindowsOfAnySizeAreCountedByShifting)
{
    const std::int64_t n = 1'000'000;
    const auto map = slotMap(2 * n, std::vector<Geometry>{{{n, n}, {1, 1}}, {{3}, {2}, 5}});
    EXPECT_EQ(map.runs, (std::vector<SlotRun>{{0, 1, SlotUse::once},
                                              {1, 2 * n - 2, SlotUse::shared},
                                              {2 * n - 2, 2 * n - 1, SlotUse::once},
                                              {2 * n - 1, 2 * n, SlotUse::dead}}));
}

TEST(SlotMap, StaysTotalOnNonsense)
{
    EXPECT_EQ(slotMap(3, std::vector<Geometry>{{{2, 2}, {1}}}).dead, 3);
    EXPECT_TRUE(slotMap(-5, {}).runs.empty());
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        oracle::Dice dice(seed);
        const auto slots = dice(0, 1) == 0 ? dice(0, 5000) : dice.wild();
        const auto map = slotMap(slots, std::vector<Geometry>{dice.wildGeometry(), dice.wildGeometry()}, 100);
        if (map.decided) {
            EXPECT_EQ(map.dead + map.once + map.shared, std::max<std::int64_t>(0, slots));
        }
    }
}

TEST(SlotReaders, AreAllElementsOfThatOffsetInRowMajorOrder)
{
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        auto geometry = dice.geometry(4, 1, 5, -7, 12);
        geometry.offset = dice(-3, 60);
        const auto truth = oracle::readers(geometry);
        const auto all = oracle::indices(geometry.sizes);
        for (std::int64_t slot = -10; slot < 80; ++slot) {
            std::vector<Extents> expected;
            if (const auto found = truth.find(slot); found != truth.end())
                for (const auto i : found->second)
                    expected.push_back(all[i]);
            const auto readers = readersOf(geometry, slot, 1000);
            ASSERT_EQ(readers.count, static_cast<std::int64_t>(expected.size()));
            ASSERT_TRUE(readers.complete);
            ASSERT_EQ(readers.indices, expected);
            expected.resize(std::min<std::size_t>(2, expected.size()));
            ASSERT_EQ(readersOf(geometry, slot, 2).indices, expected);
        }
    }
}

TEST(SlotReaders, RepeatsAreCountedWithoutBeingListed)
{
    const std::int64_t n = 1'000'000'000;
    const auto readers = readersOf({{n, 5, 2 * n}, {0, 1, 0}, 7}, 9, 3);
    EXPECT_EQ(readers.count, 2 * n * n);
    EXPECT_EQ(readers.indices, (std::vector<Extents>{{0, 2, 0}, {0, 2, 1}, {0, 2, 2}}));
    EXPECT_TRUE(readers.complete);
    EXPECT_FALSE(readersOf({{n, n, n}, {0, 0, 0}, 7}, 7, 1).count);
    EXPECT_EQ(readersOf({{n, n}, {1, 1}}, n, 1).count, n - 1);
}

TEST(SlotReaders, OrdinaryHugeArraysAreAnsweredAtOnce)
{
    const std::int64_t n = 100'000;
    const auto start = std::chrono::steady_clock::now();
    for (std::int64_t k = 0; k < 200; ++k) {
        const Extents index = {k * 71 % n, k * k * 13 % n, k * 977 % n};
        for (const Geometry& geometry :
             {Geometry{{n, n, n}, {n * n, n, 1}}, Geometry{{n, n, n}, {1, n, n * n}, 3},
              Geometry{{n, n, n}, {n + 1, 1, n * n + n}, 5}, Geometry{{n, n, n}, {-n, n * n, -1}, n * n}}) {
            const auto readers = readersOf(geometry, offsetOf(geometry, index));
            ASSERT_EQ(readers.count, 1) << text(geometry.strides);
            ASSERT_EQ(readers.indices, std::vector<Extents>{index});
        }
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(SlotReaders, ListsInRowMajorOrderWhereThatIsTheWrongOrderToSearch)
{
    // Row-major order tries the small steps first and finds most of them leading nowhere.
    const Geometry geometry{{100, 3, 101, 103, 2}, {1, 0, 211, 100'003, 20'000'003}, 0};
    const Extents last = {99, 2, 100, 102, 1};
    const auto readers = readersOf(geometry, offsetOf(geometry, last));
    EXPECT_EQ(readers.count, 3);
    EXPECT_TRUE(readers.complete);
    EXPECT_EQ(readers.indices, (std::vector<Extents>{{99, 0, 100, 102, 1}, {99, 1, 100, 102, 1}, last}));
    const Geometry crossed{{5000, 3, 4999, 2}, {7, 0, 100'003, 3}, 0};
    const auto two = readersOf(crossed, 7 * 3 + 100'003 * 4998);
    EXPECT_EQ(two.count, 3);
    EXPECT_EQ(two.indices.front(), (Extents{3, 0, 4998, 0}));
}

TEST(SlotReaders, StayTotalAndQuickOnNonsense)
{
    EXPECT_EQ(readersOf({{2}, {}}, 0).count, 0);
    const auto start = std::chrono::steady_clock::now();
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto geometry = dice.wildGeometry();
        for (const auto slot : {geometry.offset, dice.wild(), dice(0, 40)}) {
            const auto readers = readersOf(geometry, slot, 20);
            for (const auto& index : readers.indices)
                EXPECT_EQ(offsetOf(geometry, index), slot);
            if (readers.count && readers.complete) {
                EXPECT_EQ(static_cast<std::int64_t>(readers.indices.size()),
                          std::min<std::int64_t>(20, *readers.count));
            }
        }
    }
    Geometry hard;
    oracle::Dice dice(3);
    for (int d = 0; d < 50; ++d) {
        hard.sizes.push_back(3);
        hard.strides.push_back(dice(std::int64_t{1} << 45, std::int64_t{1} << 46));
    }
    const auto undecided = readersOf(hard, std::int64_t{1} << 50);
    EXPECT_FALSE(undecided.count);
    EXPECT_FALSE(undecided.complete);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(ReaderBits, AddsAndRepeatsLikeACounter)
{
    for (std::uint32_t seed = 0; seed < 800; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Dice dice(seed);
        const auto slots = dice(1, 300);
        std::vector<int> plain(static_cast<std::size_t>(slots));
        ReaderBits bits(slots);
        const auto run = dice(0, 90);
        bits.addRun(run);
        for (std::int64_t s = 0; s < std::min(run, slots); ++s)
            plain[static_cast<std::size_t>(s)] = 1;
        for (int round = 0; round < 3; ++round) {
            const auto copies = dice(1, 9), step = dice(1, 70);
            bits.repeat(static_cast<std::uint64_t>(copies), static_cast<std::uint64_t>(step));
            std::vector<int> next(plain.size());
            for (std::int64_t c = 0; c < copies; ++c)
                for (std::int64_t s = c * step; s < slots; ++s)
                    next[static_cast<std::size_t>(s)] += plain[static_cast<std::size_t>(s - c * step)];
            plain = next;
        }
        const auto shift = dice(-200, 200);
        ReaderBits moved(slots + 50);
        moved.addRun(10);
        moved.add(bits, shift);
        for (std::int64_t s = 0; s < moved.slots(); ++s) {
            const auto from = s - shift;
            const auto count =
                (s < 10 ? 1 : 0) + (from >= 0 && from < slots ? plain[static_cast<std::size_t>(from)] : 0);
            ASSERT_EQ(moved.isRead(s), count >= 1) << s;
            ASSERT_EQ(moved.isShared(s), count >= 2) << s;
        }
    }
}

TEST(SlotMap, JoinedDimsOf2To63ElementsAreARow)
{
    const std::int64_t half = std::int64_t{1} << 62;
    const auto map = slotMap(8, std::vector<Geometry>{{{2, half}, {half, 1}}});
    EXPECT_TRUE(map.decided);
    EXPECT_EQ(map.once, 8);
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/bin_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tscope::compressed {
namespace {

template <class T>
std::vector<T> someIndices(std::mt19937_64& random, std::int64_t most, std::size_t count)
{
    std::vector<T> indices(count);
    for (auto& index : indices)
        switch (random() % 16) {
        case 0:
            index = std::numeric_limits<T>::min();
            break;
        case 1:
            index = std::numeric_limits<T>::max();
            break;
        case 2:
            index = static_cast<T>(-1 - static_cast<std::int64_t>(random() % 5));
            break;
        default: // many of them in the same bin
            index = static_cast<T>(random() % 4 == 0
                                       ? most / 3
                                       : static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)));
        }
    return indices;
}

template <class T, class Count>
void agreesWithCountingOneByOne(std::mt19937_64& random, const Bins& bins, std::int64_t most)
{
    BinLanes lanes(bins);
    std::vector<Count> row(static_cast<std::size_t>(bins.count())), wanted = row;
    CountGrid::Summary seen;
    std::uint64_t counted = 0;
    for (const Count weight : {1, 1, 3}) {
        for (const std::size_t count : {0, 1, 15, 16, 17, 31, 200}) {
            const auto indices = someIndices<T>(random, most, count);
            std::int64_t missed = 0;
            for (const auto index : indices)
                if (bins.contains(index)) {
                    wanted[static_cast<std::size_t>(bins.of(index))] += weight;
                    counted += weight;
                } else {
                    ++missed;
                }
            ASSERT_EQ(lanes.count(indices.data(), static_cast<std::int64_t>(count)), missed);
        }
        lanes.addTo(row.data(), weight, seen);
        ASSERT_EQ(row, wanted) << "in bins of " << bins.begin() << ".." << bins.end();
    }
    EXPECT_EQ(seen.total, counted);
    EXPECT_EQ(seen.largest, *std::max_element(wanted.begin(), wanted.end()));
}

TEST(BinLanes, CountAsBinsSay)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    constexpr auto mostInt = std::int64_t{std::numeric_limits<std::int32_t>::max()};
    // Also windows that begin or reach beyond what 32 bits hold, into which no index of 32 bits may fall by
    // wrapping.
    for (const auto& bins :
         {Bins(0, 600'000, 1000), Bins(17, 90'000, 7), Bins(0, 1001, 1000), Bins(0, mostInt, 640),
          Bins(5, mostInt + 9, 64), Bins(mostInt - 3, mostInt + 5, 3),
          Bins(std::int64_t{1} << 32, (std::int64_t{1} << 32) + 5000, 100),
          Bins(std::int64_t{1} << 31, std::int64_t{3} << 31, 100), Bins(0, std::int64_t{1} << 32, 1000)}) {
        ASSERT_TRUE(bins.isScaled());
        for (const auto most : {bins.numbers(), bins.end(), mostInt}) {
            agreesWithCountingOneByOne<std::int32_t, std::uint32_t>(random, bins, most);
            agreesWithCountingOneByOne<std::int32_t, std::uint64_t>(random, bins, most);
            agreesWithCountingOneByOne<std::int64_t, std::uint32_t>(random, bins, most);
            agreesWithCountingOneByOne<std::int64_t, std::uint64_t>(random, bins, most);
        }
    }
}

} // namespace
} // namespace tscope::compressed

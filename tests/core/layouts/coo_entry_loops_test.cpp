// SPDX-License-Identifier: Apache-2.0
// The inner loop over entries with two coordinates, as this processor runs it, against one entry at a time.
#include "layouts/coo/entry_loops.h"
#include "make/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tscope {
namespace {

// Few different ones, so that entries are often equal; how large they are, the kind says.
std::vector<std::int64_t> coordinates(Random& random, std::int64_t count)
{
    using Limits = std::numeric_limits<std::int64_t>;
    const std::vector<std::vector<std::int64_t>> kinds{
        {0, 1, 2}, {0, 7, std::int64_t{1} << 31, 0xffffffff}, {3, 4, std::int64_t{1} << 32}, {-1, 0, 1},
        {-5, -3},  {Limits::min(), -1, 0, Limits::max()},
    };
    const auto& kind = kinds[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(kinds.size())))];
    const bool isOddSeldom = random.below(2) == 0; // then mostly the first number of the kind
    std::vector<std::int64_t> out;
    for (std::int64_t k = 0; k < count; ++k)
        out.push_back(isOddSeldom && random.below(50) != 0
                          ? kind.front()
                          : kind[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(kind.size())))]);
    return out;
}

void expectRange(const RunRange& found, const std::vector<std::int64_t>& numbers)
{
    std::int64_t highest = -1;
    bool anyNegative = false;
    for (std::size_t k = 1; k < numbers.size(); ++k) {
        highest = std::max(highest, numbers[k]);
        anyNegative = anyNegative || numbers[k] < 0;
    }
    EXPECT_EQ(found.highest, highest);
    EXPECT_EQ(found.signs < 0, anyNegative);
}

TEST(CooEntryLoops, PairsAreCountedAsOneLookAtEachDoes)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 2000; ++round) {
        const auto count = round % 100 == 0 ? 1024 : random.below(100);
        SCOPED_TRACE(std::to_string(count) + " entries");
        const auto rows = coordinates(random, count + 1), columns = coordinates(random, count + 1);
        std::int64_t unsorted = 0, duplicates = 0;
        for (std::size_t k = 1; k < rows.size(); ++k) {
            const std::pair entry(rows[k], columns[k]), before(rows[k - 1], columns[k - 1]);
            unsorted += entry < before ? 1 : 0;
            duplicates += entry == before ? 1 : 0;
        }
        const auto found = entryLoops().pair(rows.data() + 1, columns.data() + 1, count);
        EXPECT_EQ(found.unsorted, unsorted);
        EXPECT_EQ(found.duplicates, duplicates);
        expectRange(found.rows, rows);
        expectRange(found.columns, columns);
        if (testing::Test::HasFailure())
            return;
    }
}

} // namespace
} // namespace tscope

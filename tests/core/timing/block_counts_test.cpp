// SPDX-License-Identifier: Apache-2.0
#include "timing/block_counts.h"

#include "make/random.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope::timing {

namespace {

struct Matrix {
    std::int64_t rows = 0, columns = 0;
    std::set<std::pair<std::int64_t, std::int64_t>> places;

    BlockCounts counted() const
    {
        std::vector<std::int32_t> pointers{0}, indices;
        for (std::int64_t row = 0; row < rows; ++row) {
            for (auto at = places.lower_bound({row, 0}); at != places.end() && at->first == row; ++at)
                indices.push_back(static_cast<std::int32_t>(at->second));
            pointers.push_back(static_cast<std::int32_t>(indices.size()));
        }
        return countBlocks<std::int32_t>(pointers, indices, columns);
    }
    std::int64_t blocks(std::int64_t height, std::int64_t width) const
    {
        std::set<std::pair<std::int64_t, std::int64_t>> out;
        for (const auto& [row, column] : places)
            out.insert({row / height, column / width});
        return std::ssize(out);
    }
};

void expectAllRight(const Matrix& matrix)
{
    const auto counts = matrix.counted();
    for (std::int64_t r = 1; r <= BlockCounts::most; ++r)
        for (std::int64_t c = 1; c <= BlockCounts::most; ++c)
            ASSERT_EQ(counts.at(r, c), matrix.blocks(r, c)) << r << " x " << c;
}

} // namespace

TEST(BlockCounts, OfMatricesOfAnyShape)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 1;
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 200}, {200, 1}, {63, 65}, {64, 64}, {130, 150}})
        for (const auto entries : {0, 1, 20, 600}) {
            Matrix matrix{rows, columns, {}};
            for (int i = 0; i < entries; ++i)
                matrix.places.insert({random.below(rows), random.below(columns)});
            SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
            expectAllRight(matrix);
        }
}

TEST(BlockCounts, OfBandsAndFullRowsAndFarApartOnes)
{
    Matrix band{150, 150, {}}, apart{300, 90, {}};
    for (std::int64_t i = 0; i < 150; ++i)
        for (std::int64_t d = -2; d <= 2; ++d)
            if (i + d >= 0 && i + d < 150)
                band.places.insert({i, i + d});
    for (const std::int64_t row : {0, 63, 64, 65, 128, 191, 192, 299})
        for (std::int64_t column = 0; column < 90; ++column)
            apart.places.insert({row, column});
    expectAllRight(band);
    expectAllRight(apart);
    expectAllRight({0, 0, {}});
    expectAllRight({70, 0, {}});
}

// More entries near each other than the narrow counters hold.
TEST(BlockCounts, OfManyEntries)
{
    Matrix full{1100, 80, {}};
    for (std::int64_t row = 0; row < full.rows; ++row)
        for (std::int64_t column = 0; column < full.columns; ++column)
            full.places.insert({row, column});
    const auto counts = full.counted();
    for (const std::int64_t r : {1, 2, 7, 64})
        for (const std::int64_t c : {1, 3, 64})
            EXPECT_EQ(counts.at(r, c), ((full.rows + r - 1) / r) * ((full.columns + c - 1) / c))
                << r << " x " << c;
}

} // namespace tscope::timing

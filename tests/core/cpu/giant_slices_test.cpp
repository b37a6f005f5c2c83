// SPDX-License-Identifier: Apache-2.0
// Slices with so much of the whole that threads share them: what comes out is what one thread makes of them.
#include "base/thread_pool.h"
#include "core/cpu/patterns.h"
#include "cpu/elementwise/sparse_ops.h"
#include "cpu/products/sparse_product.h"
#include "cpu/reduce/sparse_reduce.h"

#include <gmock/gmock.h>

#include <iterator>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Pattern;

class GiantSlices : public ::testing::Test
{
protected:
    GiantSlices() : m_seed(std::random_device{}()), m_random(m_seed)
    {
        RecordProperty("seed", std::to_string(m_seed));
    }
    ~GiantSlices() override { setThreadCount(0); }

    template <class I>
    static Pattern<I> empty(std::int64_t width)
    {
        Pattern<I> out;
        out.width = width;
        return out;
    }

    // Each index with a chance of one in `oneIn`.
    template <class I>
    void addSlice(Pattern<I>& pattern, std::int64_t first, std::int64_t last, std::int64_t oneIn)
    {
        for (auto index = first; index < last; ++index)
            if (m_random.below(oneIn) == 0)
                pattern.indices.push_back(static_cast<I>(index));
        pattern.pointers.push_back(static_cast<I>(pattern.indices.size()));
    }

    std::vector<double> fractions(std::int64_t count)
    {
        std::vector<double> out;
        for (std::int64_t i = 0; i < count; ++i)
            out.push_back(static_cast<double>(m_random.between(-999, 999)) / 7);
        return out;
    }

    template <class I>
    void expectMerged(const Pattern<I>& a, const Pattern<I>& b, std::int64_t step)
    {
        const auto av = fractions(a.entries() * step), bv = fractions(b.entries() * step);
        const auto slices = std::ssize(a.pointers) - 1;
        for (auto op : {Binary::add, Binary::subtract, Binary::multiply}) {
            std::vector<std::int64_t> wantedPointers{0}, pointers(static_cast<std::size_t>(slices) + 1);
            std::vector<I> wantedIndices;
            std::vector<double> wanted;
            for (std::size_t s = 0; s < static_cast<std::size_t>(slices); ++s) {
                // Dense, with a mark for what each has.
                const auto width = static_cast<std::size_t>(a.width);
                std::vector<std::int64_t> inA(width, -1), inB(width, -1);
                for (auto e = a.pointers[s]; e < a.pointers[s + 1]; ++e)
                    inA[static_cast<std::size_t>(a.indices[static_cast<std::size_t>(e)])] = e;
                for (auto e = b.pointers[s]; e < b.pointers[s + 1]; ++e)
                    inB[static_cast<std::size_t>(b.indices[static_cast<std::size_t>(e)])] = e;
                for (std::size_t index = 0; index < width; ++index) {
                    const bool isThere = op == Binary::multiply ? inA[index] >= 0 && inB[index] >= 0
                                                                : inA[index] >= 0 || inB[index] >= 0;
                    if (!isThere)
                        continue;
                    wantedIndices.push_back(static_cast<I>(index));
                    for (std::int64_t i = 0; i < step; ++i) {
                        const auto of = [&](const std::vector<double>& values, std::int64_t e) {
                            return e < 0 ? 0 : values[static_cast<std::size_t>(e * step + i)];
                        };
                        const auto left = of(av, inA[index]), right = of(bv, inB[index]);
                        wanted.push_back(op == Binary::multiply ? left * right
                                         : op == Binary::add    ? left + right
                                                                : left - right);
                    }
                }
                wantedPointers.push_back(std::ssize(wantedIndices));
            }
            for (const int threads : {1, 2}) {
                SCOPED_TRACE("seed " + std::to_string(m_seed) + ", threads " + std::to_string(threads));
                setThreadCount(threads);
                const auto merge = op == Binary::multiply ? Merge::both : Merge::either;
                ASSERT_TRUE(countMerged(merge, a.slices(), b.slices(), pointers.data()));
                ASSERT_EQ(pointers, wantedPointers);
                std::vector<I> indices(wantedIndices.size(), -1);
                std::vector<double> values(wanted.size(), -1);
                ASSERT_TRUE((fillMerged<double, I>(op, a.slices(), av.data(), b.slices(), bv.data(), step,
                                                   pointers.data(), indices.data(), values.data())));
                ASSERT_TRUE(indices == wantedIndices);
                ASSERT_TRUE(values == wanted);
            }
        }
    }

    std::uint64_t m_seed;
    Random m_random;
};

TEST_F(GiantSlices, AreMergedLikeOthers)
{
    constexpr std::int64_t width = 700'000;
    auto a = empty<std::int32_t>(width), b = a;
    // Both giant; one giant beside an empty one; small ones; first all of a, then all of b; the same in both.
    for (const auto& [inA, inB] : {std::pair(2, 3), {2, 5000}, {100'000, 90'000}, {5000, 2}, {1, 1}}) {
        addSlice(a, 0, width, inA);
        addSlice(b, 0, width, inB);
    }
    addSlice(a, 1, width, 1); // so that each cut would part two of the same index
    addSlice(b, 0, width, 1);
    addSlice(a, 0, width / 2, 1);
    addSlice(b, width / 2, width, 1);
    addSlice(a, 0, 0, 1);
    addSlice(b, 0, width, 2);
    addSlice(a, 7, 9, 1);
    addSlice(b, 8, 9, 1);
    expectMerged(a, b, 1);
}

TEST_F(GiantSlices, OfBlocksAreMergedLikeOthers)
{
    constexpr std::int64_t width = 80'000;
    auto a = empty<std::int64_t>(width), b = a;
    addSlice(a, 0, width, 300);
    addSlice(b, 0, width, 300);
    addSlice(a, 0, width, 2);
    addSlice(b, 0, width, 3);
    addSlice(a, 0, width, 300);
    addSlice(b, 0, width, 300);
    expectMerged(a, b, 6);
}

TEST_F(GiantSlices, OfAProductAreSummedInPieces)
{
    constexpr std::int64_t middle = 3000, width = 5000;
    auto a = empty<std::int32_t>(middle), b = empty<std::int32_t>(width);
    for (const auto oneIn : {500, 2, 900, 1})
        addSlice(a, 0, middle, oneIn);
    // A band, so that pieces have other columns, and some rows all over.
    for (std::int64_t row = 0; row < middle; ++row) {
        const auto first = row % 500 == 3 ? 0 : row * (width - 1000) / middle;
        addSlice(b, first, row % 500 == 3 ? width : first + 1000, 3);
    }
    std::vector<std::int64_t> whole[2]; // a and b as whole numbers, whose sums are exact
    for (auto* pattern : {&a, &b})
        for (std::int64_t e = 0; e < pattern->entries(); ++e)
            whole[pattern == &a ? 0 : 1].push_back(m_random.between(-9, 9));
    const auto floats = std::pair(fractions(a.entries()), fractions(b.entries()));
    std::vector<double> sums[2];
    for (const int threads : {1, 2}) {
        SCOPED_TRACE("seed " + std::to_string(m_seed) + ", threads " + std::to_string(threads));
        setThreadCount(threads);
        std::vector<std::int64_t> pointers(5);
        ASSERT_TRUE(countSparseProduct(a.slices(), b.slices(), pointers.data()));
        const auto count = static_cast<std::size_t>(pointers.back());
        std::vector<std::int32_t> columns(count, -1);
        std::vector<std::int64_t> values(count);
        ASSERT_TRUE((fillSparseProduct<std::int64_t, std::int32_t>(a.slices(), whole[0].data(), b.slices(),
                                                                   whole[1].data(), pointers.data(),
                                                                   columns.data(), values.data())));
        std::size_t at = 0;
        for (std::size_t row = 0; row < 4; ++row) {
            std::vector<std::int64_t> dense(width);
            std::vector<bool> isThere(width);
            for (auto ea = static_cast<std::size_t>(a.pointers[row]);
                 ea < static_cast<std::size_t>(a.pointers[row + 1]); ++ea) {
                const auto k = static_cast<std::size_t>(a.indices[ea]);
                for (auto eb = static_cast<std::size_t>(b.pointers[k]);
                     eb < static_cast<std::size_t>(b.pointers[k + 1]); ++eb) {
                    const auto column = static_cast<std::size_t>(b.indices[eb]);
                    dense[column] += whole[0][ea] * whole[1][eb];
                    isThere[column] = true;
                }
            }
            ASSERT_EQ(pointers[row], static_cast<std::int64_t>(at));
            for (std::size_t column = 0; column < width; ++column)
                if (isThere[column]) {
                    ASSERT_LT(at, count);
                    ASSERT_EQ(columns[at], static_cast<std::int32_t>(column));
                    ASSERT_EQ(values[at], dense[column]);
                    ++at;
                }
        }
        ASSERT_EQ(at, count);
        auto& own = sums[threads - 1];
        own.resize(count);
        ASSERT_TRUE((fillSparseProduct<double, std::int32_t>(a.slices(), floats.first.data(), b.slices(),
                                                             floats.second.data(), pointers.data(), columns.data(),
                                                             own.data())));
    }
    EXPECT_TRUE(sums[0] == sums[1]);
}

TEST_F(GiantSlices, ByTheirIndicesAreReducedInPieces)
{
    // Nearly all entries have one index, some have each other one, and one has none.
    constexpr std::int64_t width = 40, slices = 30;
    auto pattern = empty<std::int64_t>(width);
    for (std::int64_t s = 0; s < slices; ++s) {
        pattern.indices.push_back(5); // as many as there are slices, so none of it is a zero that is not stored
        for (int e = 0; e < 20'000; ++e)
            pattern.indices.push_back(m_random.below(50) == 0 ? 6 + m_random.below(width - 7) : 17);
        pattern.pointers.push_back(pattern.entries());
    }
    std::vector<std::int32_t> whole;
    std::vector<std::int64_t> wantedSums(width);
    std::vector<std::int32_t> wantedMost(width, -1000);
    for (std::int64_t e = 0; e < pattern.entries(); ++e) {
        whole.push_back(static_cast<std::int32_t>(m_random.between(-999, -1)));
        const auto index = static_cast<std::size_t>(pattern.indices[static_cast<std::size_t>(e)]);
        wantedSums[index] += whole.back();
        wantedMost[index] = std::max(wantedMost[index], whole.back());
    }
    const auto floats = fractions(pattern.entries());
    std::vector<double> means[2];
    for (const int threads : {1, 2}) {
        SCOPED_TRACE("seed " + std::to_string(m_seed) + ", threads " + std::to_string(threads));
        setThreadCount(threads);
        std::vector<std::int64_t> sums(width, 7);
        std::vector<std::int32_t> most(width, 7);
        ASSERT_TRUE((reduceIndices<std::int32_t, std::int64_t>(Reduce::sum, pattern.slices(), {whole.data()},
                                                               sums.data())));
        EXPECT_EQ(sums, wantedSums);
        ASSERT_TRUE((reduceIndices<std::int32_t, std::int64_t>(Reduce::max, pattern.slices(), {whole.data()},
                                                               most.data())));
        EXPECT_EQ(most[0], 0);
        EXPECT_EQ(most.back(), 0);
        EXPECT_EQ(most[5], wantedMost[5]);
        EXPECT_EQ(most[17], wantedMost[17]) << "it has more entries than there are slices";
        means[threads - 1].resize(width);
        ASSERT_TRUE((reduceIndices<double, std::int64_t>(Reduce::mean, pattern.slices(), {floats.data()},
                                                         means[threads - 1].data())));
    }
    EXPECT_TRUE(means[0] == means[1]);
}

} // namespace
} // namespace tscope::cpu

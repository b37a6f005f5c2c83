// SPDX-License-Identifier: Apache-2.0
// Element by element operations against the same by hand.
#include "base/thread_pool.h"
#include "core/cpu/exact.h"
#include "core/cpu/patterns.h"
#include "core/cpu/places.h"
#include "cpu/elementwise/sparse_ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Exact, testing::exactOf, testing::Extents, testing::Place;

template <class T>
Exact byHand(Binary op, Exact a, Exact b)
{
    if (op == Binary::multiply)
        return a * b;
    if (op == Binary::add)
        return a + b;
    if (std::is_same_v<T, BoolByte>)
        return {a == b ? 0 : 1};
    return {a.real - b.real, a.imag - b.imag};
}

template <class T>
class Elementwise : public ::testing::Test
{
protected:
    Elementwise() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~Elementwise() override { setThreadCount(0); }

    void strided(const Extents& sizes)
    {
        const Place to(m_random, sizes, false), a(m_random, sizes, true), b(m_random, sizes, true);
        const auto left = testing::smallNumbers<T>(m_random, a.items),
                   right = testing::smallNumbers<T>(m_random, b.items);
        const auto before = testing::smallNumbers<T>(m_random, to.items);
        for (auto op : {Binary::add, Binary::subtract, Binary::multiply}) {
            auto found = before, wanted = before;
            testing::forEachIndex(sizes, [&](const Extents& index) {
                wanted[static_cast<std::size_t>(testing::offsetOf(to, index))] = testing::fromExact<T>(
                    byHand<T>(op, exactOf(left[static_cast<std::size_t>(testing::offsetOf(a, index))]),
                              exactOf(right[static_cast<std::size_t>(testing::offsetOf(b, index))])));
            });
            ASSERT_TRUE(combineStrided<T>(op, sizes, {found.data() + to.first, to.strides},
                                          {left.data() + a.first, a.strides},
                                          {right.data() + b.first, b.strides}));
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_EQ(exactOf(found[i]), exactOf(wanted[i])) << i;
        }
        std::vector<std::uint8_t> wanted;
        testing::forEachIndex(sizes, [&](const Extents& index) {
            wanted.push_back(exactOf(left[static_cast<std::size_t>(testing::offsetOf(a, index))]) ==
                                     exactOf(right[static_cast<std::size_t>(testing::offsetOf(b, index))])
                                 ? 0
                                 : 1);
        });
        std::vector<std::uint8_t> differs(wanted.size(), 7);
        Differences found;
        ASSERT_TRUE(compareStrided<T>(sizes, {left.data() + a.first, a.strides},
                                      {right.data() + b.first, b.strides}, {}, found, differs.data()));
        ASSERT_EQ(differs, wanted);
        ASSERT_EQ(found.count, std::ranges::count(wanted, 1));
        ASSERT_EQ(found.first, found.count == 0 ? -1 : std::ranges::find(wanted, 1) - wanted.begin());
    }

    template <class I>
    void sparse(std::int64_t slices, std::int64_t width, std::int64_t longest, std::int64_t step)
    {
        const auto a = testing::randomPattern<I>(m_random, slices, width, longest, testing::Order::ascending);
        const auto b = testing::randomPattern<I>(m_random, slices, width, longest, testing::Order::ascending);
        const auto av = testing::smallNumbers<T>(m_random, a.entries() * step);
        const auto bv = testing::smallNumbers<T>(m_random, b.entries() * step);
        const auto at = [&](const auto& pattern, std::int64_t slice, auto&& body) {
            for (auto e = pattern.pointers[static_cast<std::size_t>(slice)];
                 e < pattern.pointers[static_cast<std::size_t>(slice) + 1]; ++e)
                body(pattern.indices[static_cast<std::size_t>(e)], static_cast<std::size_t>(e));
        };
        for (auto op : {Binary::add, Binary::subtract, Binary::multiply}) {
            const auto merge = op == Binary::multiply ? Merge::both : Merge::either;
            std::vector<std::int64_t> pointers(static_cast<std::size_t>(slices) + 1, -1);
            ASSERT_TRUE(countMerged(merge, a.slices(), b.slices(), pointers.data()));
            std::vector<I> indices(static_cast<std::size_t>(pointers.back()));
            std::vector<T> values(indices.size() * static_cast<std::size_t>(step));
            ASSERT_TRUE((fillMerged<T, I>(op, a.slices(), av.data(), b.slices(), bv.data(), step, pointers.data(),
                                          indices.data(), values.data())));
            std::size_t n = 0;
            for (std::int64_t s = 0; s < slices; ++s) {
                ASSERT_EQ(pointers[static_cast<std::size_t>(s)], static_cast<std::int64_t>(n));
                std::map<I, std::pair<std::int64_t, std::int64_t>> row; // entry of a, of b
                at(a, s, [&](I index, std::size_t e) { row[index] = {static_cast<std::int64_t>(e), -1}; });
                at(b, s, [&](I index, std::size_t e) {
                    row.try_emplace(index, -1, -1).first->second.second = static_cast<std::int64_t>(e);
                });
                for (const auto& [index, entries] : row) {
                    if (merge == Merge::both && (entries.first < 0 || entries.second < 0))
                        continue;
                    ASSERT_LT(n, indices.size());
                    ASSERT_EQ(indices[n], index);
                    for (std::int64_t i = 0; i < step; ++i) {
                        const auto left = entries.first < 0
                                              ? Exact{}
                                              : exactOf(av[static_cast<std::size_t>(entries.first * step + i)]);
                        const auto right = entries.second < 0
                                               ? Exact{}
                                               : exactOf(bv[static_cast<std::size_t>(entries.second * step + i)]);
                        ASSERT_EQ(
                            exactOf(values[n * static_cast<std::size_t>(step) + static_cast<std::size_t>(i)]),
                            testing::keptBy<T>(byHand<T>(op, left, right)));
                    }
                    ++n;
                }
            }
            ASSERT_EQ(n, indices.size());
        }
    }

    template <class I>
    void withDense(std::int64_t slices, std::int64_t width, std::int64_t out, std::int64_t in)
    {
        const auto pattern = testing::randomPattern<I>(m_random, slices, width, 7, testing::Order::ascending);
        const auto values = testing::smallNumbers<T>(m_random, pattern.entries() * out * in);
        const Blocks<T> blocks{values.data(), out, in, 1, out, out * in};
        const auto rows = slices * out, columns = width * in;
        const auto dense = testing::smallNumbers<T>(m_random, rows * columns);
        std::vector<T> product(values.size());
        auto sum = dense, difference = dense;
        ASSERT_TRUE((multiplyByDense<T, I>(pattern.slices(), blocks, {dense.data(), 1, rows}, product.data())));
        ASSERT_TRUE((combineIntoDense<T, I>(Binary::add, pattern.slices(), blocks, {sum.data(), 1, rows})));
        ASSERT_TRUE(
            (combineIntoDense<T, I>(Binary::subtract, pattern.slices(), blocks, {difference.data(), 1, rows})));
        auto wantedSum = dense, wantedDifference = dense;
        for (std::int64_t s = 0; s < slices; ++s)
            for (auto e = pattern.pointers[static_cast<std::size_t>(s)];
                 e < pattern.pointers[static_cast<std::size_t>(s) + 1]; ++e)
                for (std::int64_t o = 0; o < out; ++o)
                    for (std::int64_t i = 0; i < in; ++i) {
                        const auto value = static_cast<std::size_t>((e * in + i) * out + o);
                        const auto place = static_cast<std::size_t>(
                            s * out + o + (pattern.indices[static_cast<std::size_t>(e)] * in + i) * rows);
                        const auto x = exactOf(dense[place]), v = exactOf(values[value]);
                        ASSERT_EQ(exactOf(product[value]), testing::keptBy<T>(x * v));
                        wantedSum[place] = testing::fromExact<T>(byHand<T>(Binary::add, x, v));
                        wantedDifference[place] = testing::fromExact<T>(byHand<T>(Binary::subtract, x, v));
                    }
        for (std::size_t i = 0; i < dense.size(); ++i) {
            ASSERT_EQ(exactOf(sum[i]), exactOf(wantedSum[i]));
            ASSERT_EQ(exactOf(difference[i]), exactOf(wantedDifference[i]));
        }
    }

    std::uint64_t m_seed;
    Random m_random;
};

TYPED_TEST_SUITE(Elementwise, testing::ElementTypes);

TYPED_TEST(Elementwise, OfAnyTwoStridedArrays)
{
    SCOPED_TRACE(this->m_seed);
    for (int round = 0; round < 150; ++round) {
        Extents sizes(static_cast<std::size_t>(this->m_random.below(5)));
        for (auto& size : sizes)
            size = this->m_random.below(12) == 0 ? this->m_random.below(2)
                                                 : this->m_random.between(1, sizes.size() < 3 ? 40 : 5);
        SCOPED_TRACE(::testing::PrintToString(sizes));
        this->strided(sizes);
        if (this->HasFatalFailure())
            return;
    }
}

TYPED_TEST(Elementwise, OfTwoCompressedMatrices)
{
    SCOPED_TRACE(this->m_seed);
    for (std::int64_t step : {1, 6})
        for (auto [slices, width, longest] :
             {std::array<std::int64_t, 3>{0, 0, 0}, {4, 0, 0}, {1, 1, 1}, {20, 9, 12}, {9, 50, 40}}) {
            this->template sparse<std::int32_t>(slices, width, longest, step);
            this->template sparse<std::int64_t>(slices, width, longest, step);
        }
}

TYPED_TEST(Elementwise, OfACompressedAndADenseMatrix)
{
    SCOPED_TRACE(this->m_seed);
    for (auto [out, in] : {std::array<std::int64_t, 2>{1, 1}, {2, 3}}) {
        this->template withDense<std::int32_t>(11, 9, out, in);
        this->template withDense<std::int64_t>(0, 0, out, in);
        this->template withDense<std::int64_t>(3, 8, out, in);
    }
}

TEST(SamePattern, IsSeenByItsArraysAndByWhatTheyHold)
{
    const std::vector<std::int32_t> pointers{0, 1, 3}, indices{1, 0, 2}, others{1, 0, 1}, fewer{0, 2, 3};
    const Slices<std::int32_t> a{2, 3, pointers.data(), indices.data()};
    const auto copy = indices;
    EXPECT_TRUE(isSamePattern(a, a));
    EXPECT_TRUE(isSamePattern(a, {2, 3, pointers.data(), copy.data()}));
    EXPECT_FALSE(isSamePattern(a, {2, 3, pointers.data(), others.data()}));
    EXPECT_FALSE(isSamePattern(a, {2, 3, fewer.data(), indices.data()}));
}

TEST(SparseSumOfManyEntries, IsTheSameWithTwoThreads)
{
    Random random(6);
    const auto a = testing::randomPattern<std::int32_t>(random, 6000, 500, 90, testing::Order::ascending);
    const auto b = testing::randomPattern<std::int32_t>(random, 6000, 500, 90, testing::Order::ascending);
    const std::vector<float> av(static_cast<std::size_t>(a.entries()), 0.5F),
        bv(static_cast<std::size_t>(b.entries()), 0.25F);
    std::vector<std::int64_t> pointers[2];
    std::vector<std::int32_t> indices[2];
    std::vector<float> values[2];
    for (int t = 0; t < 2; ++t) {
        setThreadCount(t + 1);
        pointers[t].resize(6001);
        countMerged(Merge::either, a.slices(), b.slices(), pointers[t].data());
        indices[t].resize(static_cast<std::size_t>(pointers[t].back()));
        values[t].resize(indices[t].size());
        fillMerged(Binary::add, a.slices(), av.data(), b.slices(), bv.data(), 1, pointers[t].data(),
                   indices[t].data(), values[t].data());
    }
    setThreadCount(0);
    EXPECT_EQ(pointers[0], pointers[1]);
    EXPECT_EQ(indices[0], indices[1]);
    EXPECT_EQ(values[0], values[1]);
}

TEST(Comparison, TakesATolerance)
{
    const float nan = NAN, inf = INFINITY;
    const std::vector<float> a{1, 2, nan, inf, inf, 100, -0.0F}, b{1.01F, 2, nan, inf, -inf, 101, 0};
    const Extents sizes{7}, strides{1};
    const auto differ = [&](const Tolerance& tolerance, Differences& found) {
        std::vector<std::uint8_t> out(7);
        EXPECT_TRUE(
            compareStrided<float>(sizes, {a.data(), strides}, {b.data(), strides}, tolerance, found, out.data()));
        return out;
    };
    Differences found;
    EXPECT_EQ(differ({}, found), (std::vector<std::uint8_t>{1, 0, 1, 0, 1, 1, 0}));
    EXPECT_EQ(found.first, 0);
    EXPECT_EQ(found.largest, inf);
    EXPECT_EQ(differ({0.02, 0, false}, found), (std::vector<std::uint8_t>{0, 0, 1, 0, 1, 0, 0}));
    EXPECT_EQ(differ({0, 0.5, true}, found), (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1, 0}));
    EXPECT_EQ(found.count, 2);
    EXPECT_EQ(found.first, 4);

    const std::int64_t far[]{INT64_MIN}, away[]{INT64_MAX};
    EXPECT_TRUE(
        compareStrided<std::int64_t>(Extents{1}, {far, strides}, {away, strides}, {0, 1e18, false}, found));
    EXPECT_EQ(found.count, 1);
    EXPECT_EQ(found.largest, 0x1p64);
}

} // namespace
} // namespace tscope::cpu

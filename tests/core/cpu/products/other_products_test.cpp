// SPDX-License-Identifier: Apache-2.0
// The sampled product, sparse times sparse and dense times dense, against sums element by element.
#include "base/thread_pool.h"
#include "core/cpu/exact.h"
#include "core/cpu/patterns.h"
#include "cpu/products/blas.h"
#include "cpu/products/sampled_product.h"
#include "cpu/products/sparse_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Exact, testing::exactOf, testing::Order;

template <class T>
class OtherProducts : public ::testing::Test
{
protected:
    OtherProducts() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~OtherProducts() override { setThreadCount(0); }

    // Of rows from `a` and `b`, both `k` long.
    static Exact dotOf(const std::vector<T>& a, std::int64_t row, const std::vector<T>& b, std::int64_t other,
                       std::int64_t k)
    {
        Exact sum;
        for (std::int64_t i = 0; i < k; ++i)
            sum = sum + exactOf(a[static_cast<std::size_t>(row * k + i)]) *
                            exactOf(b[static_cast<std::size_t>(other * k + i)]);
        return sum;
    }

    template <class I>
    void sampled(std::int64_t slices, std::int64_t width, std::int64_t k, std::int64_t rows, std::int64_t columns)
    {
        const auto pattern = testing::randomPattern<I>(m_random, slices, width, 6, Order::any);
        const auto step = rows * columns;
        const auto count = static_cast<std::size_t>(pattern.entries() * step);
        const auto scale = testing::smallNumbers<T>(m_random, pattern.entries() * step);
        const auto b = testing::smallNumbers<T>(m_random, slices * rows * k);
        const auto c = testing::smallNumbers<T>(m_random, width * columns * k);
        const Dense<const T> left{b.data(), slices * rows, k, k}, right{c.data(), width * columns, k, k};
        std::vector<T> plain(count), scaled(count), listed(count);
        ASSERT_TRUE((sampledProduct<T, I>(pattern.slices(), {plain.data(), rows, columns, columns, 1, step},
                                          nullptr, left, right)));
        ASSERT_TRUE((sampledProduct<T, I>(pattern.slices(), {scaled.data(), rows, columns, 1, rows, step},
                                          scale.data(), left, right)));
        std::vector<I> outer;
        for (std::int64_t s = 0; s < slices; ++s)
            for (auto e = pattern.pointers[static_cast<std::size_t>(s)];
                 e < pattern.pointers[static_cast<std::size_t>(s) + 1]; ++e) {
                outer.push_back(static_cast<I>(s));
                for (std::int64_t i = 0; i < rows; ++i)
                    for (std::int64_t j = 0; j < columns; ++j) {
                        const std::int64_t index = pattern.indices[static_cast<std::size_t>(e)];
                        const auto want = dotOf(b, s * rows + i, c, index * columns + j, k);
                        const auto at = static_cast<std::size_t>(e * step + i * columns + j);
                        const auto turned = static_cast<std::size_t>(e * step + j * rows + i);
                        ASSERT_EQ(exactOf(plain[at]), testing::keptBy<T>(want));
                        ASSERT_EQ(exactOf(scaled[turned]), testing::keptBy<T>(want * exactOf(scale[turned])));
                    }
            }
        if (step == 1) {
            ASSERT_TRUE((sampledProduct<T, I>({pattern.entries(), outer.data(), pattern.indices.data()},
                                              listed.data(), nullptr, left, right)));
            for (std::size_t e = 0; e < count; ++e)
                ASSERT_EQ(exactOf(listed[e]), exactOf(plain[e]));
        }
    }

    template <class I>
    void sparse(std::int64_t rows, std::int64_t middle, std::int64_t width, std::int64_t longest)
    {
        const auto order = m_random.below(2) == 0 ? Order::ascending : Order::any;
        const auto a = testing::randomPattern<I>(m_random, rows, middle, longest, order);
        const auto b = testing::randomPattern<I>(m_random, middle, width, longest, order);
        const auto av = testing::smallNumbers<T>(m_random, a.entries());
        const auto bv = testing::smallNumbers<T>(m_random, b.entries());
        std::vector<std::int64_t> pointers(static_cast<std::size_t>(rows) + 1, -1);
        ASSERT_TRUE(countSparseProduct(a.slices(), b.slices(), pointers.data()));
        std::vector<I> columns(static_cast<std::size_t>(pointers.back()));
        std::vector<T> values(columns.size());
        ASSERT_TRUE((fillSparseProduct<T, I>(a.slices(), av.data(), b.slices(), bv.data(), pointers.data(),
                                             columns.data(), values.data())));
        std::size_t at = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            ASSERT_EQ(pointers[static_cast<std::size_t>(r)], static_cast<std::int64_t>(at));
            std::map<I, Exact> row;
            for (auto ea = a.pointers[static_cast<std::size_t>(r)];
                 ea < a.pointers[static_cast<std::size_t>(r) + 1]; ++ea) {
                const auto k = static_cast<std::size_t>(a.indices[static_cast<std::size_t>(ea)]);
                for (auto eb = b.pointers[k]; eb < b.pointers[k + 1]; ++eb) {
                    auto& sum = row[b.indices[static_cast<std::size_t>(eb)]];
                    sum = sum +
                          exactOf(av[static_cast<std::size_t>(ea)]) * exactOf(bv[static_cast<std::size_t>(eb)]);
                }
            }
            for (const auto& [column, sum] : row) {
                ASSERT_LT(at, columns.size());
                ASSERT_EQ(columns[at], column);
                ASSERT_EQ(exactOf(values[at]), testing::keptBy<T>(sum));
                ++at;
            }
        }
        ASSERT_EQ(at, columns.size());
    }

    // Each operand as it is and transposed in memory, and with gaps between its rows.
    void dense(std::int64_t rows, std::int64_t middle, std::int64_t columns)
    {
        for (int way = 0; way < 8; ++way) {
            const auto gap = way & 4 ? 2 : 0;
            const auto matrix = [&](std::vector<T>& data, std::int64_t r, std::int64_t c, bool isTurned) {
                data = testing::smallNumbers<T>(m_random, (r + gap) * (c + gap) + 1);
                return isTurned ? Matrix<T>{data.data(), r, c, 1, r + gap}
                                : Matrix<T>{data.data(), r, c, c + gap, 1};
            };
            std::vector<T> left, right;
            const auto a = matrix(left, rows, middle, way & 1);
            const auto b = matrix(right, middle, columns, way & 2);
            for (bool isPlain : {true, false}) {
                std::vector<T> y(static_cast<std::size_t>(rows * (columns + gap)));
                const Dense<T> to{y.data(), rows, columns, columns + gap};
                ASSERT_TRUE(isPlain ? plainDenseProduct(a, b, to) : denseProduct(a, b, to));
                for (std::int64_t r = 0; r < rows; ++r)
                    for (std::int64_t c = 0; c < columns; ++c) {
                        Exact sum;
                        for (std::int64_t k = 0; k < middle; ++k)
                            sum = sum + exactOf(a.data[r * a.rowStride + k * a.columnStride]) *
                                            exactOf(b.data[k * b.rowStride + c * b.columnStride]);
                        ASSERT_EQ(exactOf(y[static_cast<std::size_t>(r * to.stride + c)]),
                                  testing::keptBy<T>(sum));
                    }
            }
        }
    }

    std::uint64_t m_seed;
    Random m_random;
};

TYPED_TEST_SUITE(OtherProducts, testing::ElementTypes);

TYPED_TEST(OtherProducts, SampledIsTheDenseProductWhereThePatternHasEntries)
{
    SCOPED_TRACE(this->m_seed);
    for (auto [slices, width, k] :
         {std::array<std::int64_t, 3>{0, 0, 0}, {3, 4, 0}, {1, 1, 1}, {9, 7, 5}, {5, 6, 40}})
        for (auto [rows, columns] : {std::array<std::int64_t, 2>{1, 1}, {2, 3}}) {
            this->template sampled<std::int32_t>(slices, width, k, rows, columns);
            this->template sampled<std::int64_t>(slices, width, k, rows, columns);
        }
}

TYPED_TEST(OtherProducts, SparseTimesSparseHasAllItsEntriesInOrder)
{
    SCOPED_TRACE(this->m_seed);
    for (auto [rows, middle, width, longest] : {std::array<std::int64_t, 4>{0, 0, 0, 0},
                                                {4, 0, 3, 0},
                                                {3, 4, 0, 3},
                                                {1, 1, 1, 1},
                                                {9, 7, 8, 4},
                                                {12, 20, 40, 15},
                                                {30, 20, 2'000'000, 15}}) {
        this->template sparse<std::int32_t>(rows, middle, width, longest);
        this->template sparse<std::int64_t>(rows, middle, width, longest);
    }
}

TYPED_TEST(OtherProducts, DenseTakesOperandsAnyWayRound)
{
    SCOPED_TRACE(this->m_seed);
    for (auto [rows, middle, columns] : {std::array<std::int64_t, 3>{0, 0, 0},
                                         {0, 3, 2},
                                         {2, 0, 3},
                                         {3, 2, 0},
                                         {1, 1, 1},
                                         {1, 7, 1},
                                         {7, 1, 5},
                                         {5, 6, 37},
                                         {20, 9, 3}})
        this->dense(rows, middle, columns);
}

TEST(SparseProductOfManyEntries, IsTheSameWithTwoThreads)
{
    Random random(3);
    const auto a = testing::randomPattern<std::int32_t>(random, 3000, 2000, 30, Order::any);
    const auto b = testing::randomPattern<std::int32_t>(random, 2000, 2500, 30, Order::any);
    std::vector<double> av, bv;
    for (std::int64_t e = 0; e < a.entries(); ++e)
        av.push_back(static_cast<double>(random.below(1000)) / 7);
    for (std::int64_t e = 0; e < b.entries(); ++e)
        bv.push_back(static_cast<double>(random.below(1000)) / 7);
    std::vector<std::int64_t> pointers[2];
    std::vector<std::int32_t> columns[2];
    std::vector<double> values[2];
    for (int t = 0; t < 2; ++t) {
        setThreadCount(t + 1);
        pointers[t].resize(3001);
        countSparseProduct(a.slices(), b.slices(), pointers[t].data());
        columns[t].resize(static_cast<std::size_t>(pointers[t].back()));
        values[t].resize(columns[t].size());
        fillSparseProduct(a.slices(), av.data(), b.slices(), bv.data(), pointers[t].data(), columns[t].data(),
                          values[t].data());
    }
    setThreadCount(0);
    EXPECT_EQ(pointers[0], pointers[1]);
    EXPECT_EQ(columns[0], columns[1]);
    EXPECT_EQ(values[0], values[1]);
}

TEST(DenseProduct, OfManyElementsIsTheSameWithTwoThreads)
{
    Random random(4);
    constexpr std::int64_t m = 1100, k = 130, n = 90;
    std::vector<float> a(m * k), b(k * n), y[2];
    for (auto& value : a)
        value = static_cast<float>(random.between(-500, 500)) / 499;
    for (auto& value : b)
        value = static_cast<float>(random.between(-500, 500)) / 499;
    for (int t = 0; t < 2; ++t) {
        setThreadCount(t + 1);
        y[t].resize(m * n);
        ASSERT_TRUE(denseProduct<float>({a.data(), m, k, k, 1}, {b.data(), k, n, n, 1}, {y[t].data(), m, n, n}));
    }
    setThreadCount(0);
    EXPECT_EQ(y[0], y[1]);
    for (std::int64_t r = 0; r < m; r += 37)
        for (std::int64_t c = 0; c < n; ++c) {
            double sum = 0;
            for (std::int64_t i = 0; i < k; ++i)
                sum += double{a[static_cast<std::size_t>(r * k + i)]} *
                       double{b[static_cast<std::size_t>(i * n + c)]};
            ASSERT_NEAR(y[0][static_cast<std::size_t>(r * n + c)], sum, 1e-4);
        }
}

} // namespace
} // namespace tscope::cpu

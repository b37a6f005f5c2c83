// SPDX-License-Identifier: Apache-2.0
// Sparse times dense against the same product taken element by element over a full matrix.
#include "base/thread_pool.h"
#include "core/cpu/exact.h"
#include "core/cpu/patterns.h"
#include "cpu/products/product.h"
#include "cpu/products/scatter_shares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Exact, testing::exactOf, testing::Order, testing::Pattern;

// A full matrix of whole numbers.
struct Full {
    std::int64_t rows = 0, columns = 0;
    std::vector<Exact> at;

    Full(std::int64_t r, std::int64_t c) : rows(r), columns(c), at(static_cast<std::size_t>(r * c)) {}
    Exact& operator()(std::int64_t r, std::int64_t c) { return at[static_cast<std::size_t>(r * columns + c)]; }
};

// A dense matrix whose rows lie further apart than they are long.
template <class T>
struct Padded {
    std::int64_t rows, columns, stride;
    std::vector<T> data;

    Padded(Random& random, std::int64_t r, std::int64_t c, std::int64_t gap)
        : rows(r), columns(c), stride(c + gap), data(testing::smallNumbers<T>(random, r * (c + gap) + 1))
    {
    }
    Dense<const T> view() const { return {data.data(), rows, columns, stride}; }
    Dense<T> target() { return {data.data(), rows, columns, stride}; }
};

template <class T>
void expectProduct(Full& a, const Padded<T>& x, const Padded<T>& y, const Padded<T>& before)
{
    ASSERT_EQ(a.rows, y.rows);
    for (std::int64_t r = 0; r < y.rows; ++r)
        for (std::int64_t c = 0; c < y.stride; ++c) {
            const auto at = static_cast<std::size_t>(r * y.stride + c);
            if (c >= y.columns) {
                ASSERT_EQ(exactOf(y.data[at]), exactOf(before.data[at])) << "written between the rows";
                continue;
            }
            Exact sum;
            for (std::int64_t k = 0; k < a.columns; ++k)
                sum = sum + a(r, k) * exactOf(x.data[static_cast<std::size_t>(k * x.stride + c)]);
            ASSERT_EQ(exactOf(y.data[at]), testing::keptBy<T>(sum)) << "row " << r << " column " << c;
        }
}

struct Shape {
    std::int64_t slices, width, longest, columns, outSize = 1, inSize = 1;
};

const std::vector<Shape> shapes{
    {0, 0, 0, 1},         {0, 3, 0, 2},        {3, 0, 0, 1},         {1, 1, 1, 1},         {5, 4, 3, 0},
    {7, 9, 5, 1},         {7, 9, 5, 3},        {20, 30, 40, 1},      {20, 30, 12, 17},     {9, 11, 6, 32},
    {6, 5, 4, 71},        {3, 9, 60, 130},     {5, 6, 4, 1, 2, 3},   {5, 6, 4, 7, 3, 2},   {4, 3, 3, 33, 5, 4},
    {3, 3, 3, 1, 9, 1},   {3, 3, 3, 5, 1, 9},  {4, 4, 3, 1, 16, 16}, {3, 3, 3, 40, 17, 3}, {2, 2, 2, 65, 8, 8},
    {3, 4, 3, 1, 33, 19}, {2, 3, 4, 1, 70, 8}, {2, 3, 3, 1, 32, 2}};

template <class T>
class SparseDense : public ::testing::Test
{
protected:
    SparseDense() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~SparseDense() override { setThreadCount(0); }

    template <class I>
    void compressed(const Shape& shape, Order order, bool isColumnMajor)
    {
        const auto pattern = testing::randomPattern<I>(m_random, shape.slices, shape.width, shape.longest, order);
        const auto step = shape.outSize * shape.inSize;
        const auto values = testing::smallNumbers<T>(m_random, pattern.entries() * step);
        Blocks<T> blocks{values.data(), shape.outSize, shape.inSize, shape.inSize, 1, step};
        if (isColumnMajor)
            blocks.outStride = 1, blocks.inStride = shape.outSize;
        Full gathered(shape.slices * shape.outSize, shape.width * shape.inSize);
        Full scattered(shape.width * shape.outSize, shape.slices * shape.inSize);
        for (std::int64_t s = 0; s < shape.slices; ++s)
            for (auto e = pattern.pointers[static_cast<std::size_t>(s)];
                 e < pattern.pointers[static_cast<std::size_t>(s) + 1]; ++e)
                for (std::int64_t o = 0; o < shape.outSize; ++o)
                    for (std::int64_t i = 0; i < shape.inSize; ++i) {
                        const auto at = e * step + o * blocks.outStride + i * blocks.inStride;
                        const auto value = exactOf(values[static_cast<std::size_t>(at)]);
                        const std::int64_t index = pattern.indices[static_cast<std::size_t>(e)];
                        auto& g = gathered(s * shape.outSize + o, index * shape.inSize + i);
                        g = g + value;
                        auto& t = scattered(index * shape.outSize + o, s * shape.inSize + i);
                        t = t + value;
                    }
        const auto gap = m_random.below(2) * 3;
        const Padded<T> x(m_random, gathered.columns, shape.columns, gap);
        const Padded<T> xs(m_random, scattered.columns, shape.columns, gap);
        const Padded<T> before(m_random, gathered.rows, shape.columns, gap);
        const Padded<T> beforeS(m_random, scattered.rows, shape.columns, gap);
        for (auto set : testing::instructionSets()) {
            const InstructionSetLimit limit(set);
            auto y = before;
            ASSERT_TRUE((gatherProduct<T, I>(pattern.slices(), blocks, x.view(), y.target())));
            expectProduct(gathered, x, y, before);
            auto ys = beforeS;
            ASSERT_TRUE((scatterProduct<T, I>(pattern.slices(), blocks, xs.view(), ys.target())));
            expectProduct(scattered, xs, ys, beforeS);
        }
    }

    template <class I>
    void coordinates(const Shape& shape, bool isSorted)
    {
        const auto entries = shape.slices * shape.width == 0 ? 0 : shape.slices * shape.longest;
        std::vector<I> rows, columns;
        for (std::int64_t e = 0; e < entries; ++e) {
            rows.push_back(static_cast<I>(m_random.below(shape.slices)));
            columns.push_back(static_cast<I>(m_random.below(shape.width)));
        }
        if (isSorted)
            std::ranges::sort(rows);
        const auto values = testing::smallNumbers<T>(m_random, entries);
        Full full(shape.slices, shape.width);
        for (std::size_t e = 0; e < rows.size(); ++e)
            full(rows[e], columns[e]) = full(rows[e], columns[e]) + exactOf(values[e]);
        const Padded<T> x(m_random, shape.width, shape.columns, 1);
        const Padded<T> before(m_random, shape.slices, shape.columns, 2);
        for (auto set : testing::instructionSets()) {
            const InstructionSetLimit limit(set);
            auto y = before;
            ASSERT_TRUE((coordinateProduct<T, I>({entries, rows.data(), columns.data()}, values.data(), x.view(),
                                                 y.target())));
            expectProduct(full, x, y, before);
        }
    }

    std::uint64_t m_seed;
    Random m_random;
};

TYPED_TEST_SUITE(SparseDense, testing::ElementTypes);

TYPED_TEST(SparseDense, OfEveryShapeIsExact)
{
    SCOPED_TRACE(this->m_seed);
    for (const auto& shape : shapes) {
        SCOPED_TRACE(::testing::Message()
                     << shape.slices << " slices of width " << shape.width << ", blocks " << shape.outSize << " x "
                     << shape.inSize << ", " << shape.columns << " columns");
        for (auto order : {Order::ascending, Order::any}) {
            this->template compressed<std::int32_t>(shape, order, false);
            this->template compressed<std::int64_t>(shape, order, true);
        }
        if (shape.outSize * shape.inSize == 1)
            for (bool isSorted : {true, false}) {
                this->template coordinates<std::int32_t>(shape, isSorted);
                this->template coordinates<std::int64_t>(shape, isSorted);
            }
    }
}

TYPED_TEST(SparseDense, OfEachSizeOfSmallBlocksIsExact)
{
    SCOPED_TRACE(this->m_seed);
    for (std::int64_t outSize = 1; outSize <= 5; ++outSize)
        for (std::int64_t inSize = 1; inSize <= 9; ++inSize) {
            SCOPED_TRACE(::testing::Message() << "blocks " << outSize << " x " << inSize);
            const Shape shape{9, 8, 5, 1, outSize, inSize};
            this->template compressed<std::int32_t>(shape, Order::any, false);
            this->template compressed<std::int64_t>(shape, Order::ascending, true);
        }
}

// Rows with the same columns, as matrices of blocks have them, are taken several at a time.
TYPED_TEST(SparseDense, OfRowsThatAreAlikeIsExact)
{
    SCOPED_TRACE(this->m_seed);
    auto& random = this->m_random;
    for (std::int64_t columns : {1, 2, 5, 16, 33, 70}) {
        Pattern<std::int32_t> pattern;
        pattern.width = 20;
        while (std::ssize(pattern.pointers) <= 60) {
            const auto row =
                testing::randomPattern<std::int32_t>(random, 1, pattern.width, 12, Order::ascending).indices;
            for (auto times = random.between(1, 20); times > 0; --times) {
                pattern.indices.insert(pattern.indices.end(), row.begin(), row.end());
                if (!row.empty() && random.below(10) == 0)
                    pattern.indices.back() = static_cast<std::int32_t>(random.below(pattern.width));
                pattern.pointers.push_back(static_cast<std::int32_t>(pattern.entries()));
            }
        }
        const auto rows = std::ssize(pattern.pointers) - 1;
        const auto values = testing::smallNumbers<TypeParam>(random, pattern.entries());
        Full full(rows, pattern.width);
        for (std::int64_t r = 0; r < rows; ++r)
            for (auto e = pattern.pointers[static_cast<std::size_t>(r)];
                 e < pattern.pointers[static_cast<std::size_t>(r) + 1]; ++e) {
                auto& at = full(r, pattern.indices[static_cast<std::size_t>(e)]);
                at = at + exactOf(values[static_cast<std::size_t>(e)]);
            }
        const Padded<TypeParam> x(random, pattern.width, columns, 1), before(random, rows, columns, 2);
        for (auto set : testing::instructionSets()) {
            const InstructionSetLimit limit(set);
            auto y = before;
            ASSERT_TRUE(
                (gatherProduct<TypeParam, std::int32_t>(pattern.slices(), {values.data()}, x.view(), y.target())));
            expectProduct(full, x, y, before);
        }
    }
}

// Enough entries for threads and for pieces, half of them in one slice.
template <class I>
Pattern<I> withGiantSlice(Random& random, std::int64_t slices, std::int64_t width, std::int64_t entries)
{
    auto out = testing::randomPattern<I>(random, slices, width, entries / slices, Order::any);
    const auto giant = static_cast<std::size_t>(random.below(slices));
    std::vector<I> row;
    for (std::int64_t e = 0; e < entries / 2; ++e)
        row.push_back(static_cast<I>(random.below(width)));
    out.indices.insert(out.indices.begin() + out.pointers[giant], row.begin(), row.end());
    for (auto s = giant + 1; s < out.pointers.size(); ++s)
        out.pointers[s] += static_cast<I>(row.size());
    return out;
}

template <class T>
std::vector<T> spread(Random& random, std::int64_t count)
{
    std::vector<T> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(static_cast<T>(random.between(-1000, 1000)) / T{997});
    return out;
}

// y = A x from coordinates, in double, with the bound that float sums have to keep.
template <class T>
void expectNear(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns,
                const std::vector<T>& values, const std::vector<T>& x, const std::vector<T>& y, std::int64_t k)
{
    std::vector<double> sums(y.size()), sizes(y.size());
    std::vector<std::int64_t> counts(y.size());
    for (std::size_t e = 0; e < rows.size(); ++e)
        for (std::int64_t c = 0; c < k; ++c) {
            const auto at = static_cast<std::size_t>(rows[e] * k + c);
            const auto product = double{values[e]} * double{x[static_cast<std::size_t>(columns[e] * k + c)]};
            sums[at] += product;
            sizes[at] += std::abs(product);
            ++counts[at];
        }
    constexpr double epsilon = std::numeric_limits<T>::epsilon();
    for (std::size_t at = 0; at < y.size(); ++at)
        ASSERT_LE(std::abs(y[at] - sums[at]), 2.0 * static_cast<double>(counts[at]) * epsilon * sizes[at]) << at;
}

template <class T>
void expectSameBytes(const std::vector<T>& a, const std::vector<T>& b)
{
    ASSERT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(T)), 0) << "another sum";
}

template <class T>
class LargeSparseDense : public SparseDense<T>
{
};

using FloatTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LargeSparseDense, FloatTypes);

TYPED_TEST(LargeSparseDense, IsTheSameWithTwoThreadsAndKeepsItsBound)
{
    using T = TypeParam;
    SCOPED_TRACE(this->m_seed);
    auto& random = this->m_random;
    constexpr std::int64_t slices = 400, width = 300;
    const auto pattern = withGiantSlice<std::int32_t>(random, slices, width, 200'000);
    const auto values = spread<T>(random, pattern.entries());
    std::vector<std::int64_t> outer, inner;
    for (std::int64_t s = 0; s < slices; ++s)
        outer.insert(outer.end(),
                     static_cast<std::size_t>(pattern.pointers[static_cast<std::size_t>(s) + 1] -
                                              pattern.pointers[static_cast<std::size_t>(s)]),
                     s);
    inner.assign(pattern.indices.begin(), pattern.indices.end());
    const std::vector<std::int32_t> outer32(outer.begin(), outer.end());
    std::vector<std::int64_t> shuffled(outer.size());
    for (std::size_t e = 0; e < shuffled.size(); ++e)
        shuffled[e] = random.below(slices);
    const std::vector<std::int32_t> shuffled32(shuffled.begin(), shuffled.end());
    // Each of the parts that are summed at once is in order, but they write the same rows.
    std::vector<std::int64_t> sawtooth(outer.size());
    for (std::size_t e = 0; e < sawtooth.size(); ++e)
        sawtooth[e] = static_cast<std::int64_t>(e % (1 << 15)) * slices / (1 << 15);
    const std::vector<std::int32_t> sawtooth32(sawtooth.begin(), sawtooth.end());
    const Blocks<T> blocks{values.data()};
    for (std::int64_t k : {1, 4, 40})
        for (auto set : testing::instructionSets()) {
            const InstructionSetLimit limit(set);
            const auto x = spread<T>(random, width * k), xs = spread<T>(random, slices * k);
            std::vector<std::vector<T>> y(5), y2;
            for (int threads : {1, 2}) {
                setThreadCount(threads);
                y[0].assign(static_cast<std::size_t>(slices * k), T{7});
                y[1].assign(static_cast<std::size_t>(width * k), T{7});
                y[2] = y[3] = y[4] = y[0];
                ASSERT_TRUE((gatherProduct<T, std::int32_t>(pattern.slices(), blocks, {x.data(), width, k, k},
                                                            {y[0].data(), slices, k, k})));
                ASSERT_TRUE((scatterProduct<T, std::int32_t>(pattern.slices(), blocks, {xs.data(), slices, k, k},
                                                             {y[1].data(), width, k, k})));
                ASSERT_TRUE((coordinateProduct<T, std::int32_t>(
                    {pattern.entries(), outer32.data(), pattern.indices.data()}, values.data(),
                    {x.data(), width, k, k}, {y[2].data(), slices, k, k})));
                ASSERT_TRUE((coordinateProduct<T, std::int32_t>(
                    {pattern.entries(), shuffled32.data(), pattern.indices.data()}, values.data(),
                    {x.data(), width, k, k}, {y[3].data(), slices, k, k})));
                ASSERT_TRUE((coordinateProduct<T, std::int32_t>(
                    {pattern.entries(), sawtooth32.data(), pattern.indices.data()}, values.data(),
                    {x.data(), width, k, k}, {y[4].data(), slices, k, k})));
                if (threads == 1)
                    y2 = y;
            }
            for (std::size_t i = 0; i < y.size(); ++i)
                expectSameBytes(y[i], y2[i]);
            expectNear(outer, inner, values, x, y[0], k);
            expectNear(inner, outer, values, xs, y[1], k);
            expectNear(outer, inner, values, x, y[2], k);
            expectNear(shuffled, inner, values, x, y[3], k);
            expectNear(sawtooth, inner, values, x, y[4], k);
        }
}

// Whose rows are shared by threads where they are hit evenly; where one row has nearly all of them, their columns
// are, if there are enough.
TYPED_TEST(LargeSparseDense, OfBlocksIsTheSameWithManyThreadsAndKeepsItsBound)
{
    using T = TypeParam;
    SCOPED_TRACE(this->m_seed);
    auto& random = this->m_random;
    constexpr std::int64_t slices = 40, width = 30;
    struct Size {
        std::int64_t side, entries, columns;
    };
    for (const bool isUneven : {false, true})
        for (const bool isColumnMajor : {false, true})
            for (const auto& [side, entries, k] :
                 {Size{2, 60'000, 1}, Size{19, 400, 1}, Size{19, 400, 40}, Size{19, 400, 67}}) {
                auto pattern = withGiantSlice<std::int32_t>(random, slices, width, entries);
                for (auto& index : pattern.indices)
                    index = isUneven && random.below(50) > 0 ? 7 : index;
                ASSERT_GE(pattern.entries() * side * side, 50'000);
                const auto values = spread<T>(random, pattern.entries() * side * side);
                std::vector<std::int64_t> rows, columns; // of each element
                for (std::int64_t s = 0; s < slices; ++s)
                    for (auto e = pattern.pointers[static_cast<std::size_t>(s)];
                         e < pattern.pointers[static_cast<std::size_t>(s) + 1]; ++e)
                        for (std::int64_t at = 0; at < side * side; ++at) {
                            const auto out = isColumnMajor ? at % side : at / side;
                            rows.push_back(pattern.indices[static_cast<std::size_t>(e)] * side + out);
                            columns.push_back(s * side + (isColumnMajor ? at / side : at % side));
                        }
                const auto x = spread<T>(random, slices * side * k);
                Blocks<T> blocks{values.data(), side, side, side, 1, side * side};
                if (isColumnMajor)
                    std::swap(blocks.outStride, blocks.inStride);
                for (auto set : testing::instructionSets()) {
                    const InstructionSetLimit limit(set);
                    std::vector<T> y, alone;
                    for (int threads : {1, 2, 3}) {
                        setThreadCount(threads);
                        y.assign(static_cast<std::size_t>(width * side * k), T{7});
                        ASSERT_TRUE((scatterProduct<T, std::int32_t>(pattern.slices(), blocks,
                                                                     {x.data(), slices * side, k, k},
                                                                     {y.data(), width * side, k, k})));
                        if (threads == 1)
                            alone = y;
                        expectSameBytes(y, alone);
                    }
                    expectNear(rows, columns, values, x, y, k);
                }
            }
}

class ScatterShares : public ::testing::Test
{
protected:
    ScatterShares() { setThreadCount(2); }
    ~ScatterShares() override { setThreadCount(0); }

    static std::vector<ScatterShare> sharesOf(const std::vector<std::int32_t>& outs, std::int64_t blocks,
                                              std::int64_t columns, bool isOfBlocks)
    {
        return scatterShares(outs.data(), std::ssize(outs), blocks, columns, 1'000'000, isOfBlocks);
    }
};

TEST_F(ScatterShares, OfBlocksAreRowsUnlessFewRowsHaveMostOfThem)
{
    std::vector<std::int32_t> outs(1000);
    for (std::size_t e = 0; e < outs.size(); ++e)
        outs[e] = static_cast<std::int32_t>(e % 100);
    for (const std::int64_t columns : {1, 64}) {
        const auto even = sharesOf(outs, 100, columns, true);
        ASSERT_EQ(even.size(), 2U);
        EXPECT_EQ(even[0].columns, columns);
        EXPECT_EQ(even[0].blocks, 50);
        EXPECT_EQ(even[1].firstBlock, 50);
        EXPECT_EQ(even[1].blocks, 50);
    }
    EXPECT_EQ(sharesOf(outs, 100, 64, false)[0].columns, 32);
    std::fill(outs.begin(), outs.begin() + 900, 7);
    EXPECT_EQ(sharesOf(outs, 100, 64, true)[0].columns, 32);
    EXPECT_EQ(sharesOf(outs, 100, 64, true)[0].blocks, 100);
    EXPECT_EQ(sharesOf(outs, 100, 1, true)[0].columns, 1);
}

// Of rows that are far more than entries no count is kept: there may be no memory for one.
TEST_F(ScatterShares, OfManyMoreRowsThanEntriesTakeNoMemoryForThem)
{
    const std::vector<std::int32_t> outs{5, 1'000'000'000, 7, 2'000'000'000};
    const auto shares = sharesOf(outs, std::int64_t{1} << 50, 1, true);
    ASSERT_EQ(shares.size(), 2U);
    EXPECT_EQ(shares[0].firstBlock + shares[0].blocks, shares[1].firstBlock);
    EXPECT_EQ(shares[1].firstBlock, 1'000'000'000);
    EXPECT_EQ(shares[1].firstBlock + shares[1].blocks, std::int64_t{1} << 50);
}

// Whatever the order of the entries and however many they are.
TEST_F(ScatterShares, AreCutWhereHalfOfTheEntriesAre)
{
    for (const std::int32_t entries : {1, 2, 2047, 3000, 4000, 100'000})
        for (const bool isOfBlocks : {false, true}) {
            std::vector<std::int32_t> outs(static_cast<std::size_t>(entries));
            for (std::int32_t e = 0; e < entries; ++e)
                outs[static_cast<std::size_t>(e)] = e;
            const auto shares = sharesOf(outs, entries, 1, isOfBlocks);
            std::int64_t next = 0;
            for (const auto& share : shares) {
                EXPECT_EQ(share.firstBlock, next);
                next += share.blocks;
                EXPECT_LE(share.blocks, entries / 2 + entries / 20 + 1) << entries << " entries";
            }
            EXPECT_EQ(next, entries);
        }
}

// Results that are written past the caches are those that are not: rows that begin with lines of memory, or do
// not.
TEST(LargeResults, AreTheSameWhereverTheyLie)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE(seed);
    Random random(seed);
    constexpr std::int64_t rows = 70'000, width = 500, k = 32, block = 7;
    const auto pattern = testing::randomPattern<std::int32_t>(random, rows, width, 6, Order::ascending);
    const auto blockPattern =
        testing::randomPattern<std::int32_t>(random, rows / block, width, 6, Order::ascending);
    const auto values = spread<float>(random, std::max(pattern.entries(), blockPattern.entries() * block));
    const auto x = spread<float>(random, width * k);
    std::vector<float> memory(static_cast<std::size_t>(rows * k + 32)), other(memory.size());
    const auto over = reinterpret_cast<std::uintptr_t>(memory.data()) % 64 / 4;
    auto* onLines = memory.data() + (16 - over) % 16;
    auto* between = other.data() + (reinterpret_cast<std::uintptr_t>(other.data()) % 64 == 0 ? 1 : 0);
    const Dense<const float> from{x.data(), width, k, k};
    const Blocks<float> single{values.data()}, blocks{values.data(), block, 1, 1, 1, block};
    for (auto set : testing::instructionSets()) {
        const InstructionSetLimit limit(set);
        for (auto* to : {onLines, between})
            ASSERT_TRUE((gatherProduct<float, std::int32_t>(pattern.slices(), single, from, {to, rows, k, k})));
        ASSERT_EQ(std::memcmp(onLines, between, rows * k * sizeof(float)), 0);
        for (auto* to : {onLines, between})
            ASSERT_TRUE(
                (gatherProduct<float, std::int32_t>(blockPattern.slices(), blocks, from, {to, rows, k, k})));
        ASSERT_EQ(std::memcmp(onLines, between, rows * k * sizeof(float)), 0);
    }
}

TEST(SparseDenseOfHalves, IsRoundedOnce)
{
    // 2048 + 1 + 1 + ...: rounded at each step it would stay where it is.
    constexpr std::int32_t entries = 100'001;
    const std::vector<std::int32_t> pointers{0, entries}, indices(entries, 0), rows(entries, 0);
    std::vector<Half> values(entries, toHalf(0.25));
    values[0] = toHalf(2048);
    const std::vector<Half> x{toHalf(1)};
    std::vector<Half> y(3);
    const Blocks<Half> blocks{values.data()};
    const Slices<std::int32_t> pattern{1, 1, pointers.data(), indices.data()};
    gatherProduct<Half, std::int32_t>(pattern, blocks, {x.data(), 1, 1, 1}, {y.data(), 1, 1, 1});
    scatterProduct<Half, std::int32_t>(pattern, blocks, {x.data(), 1, 1, 1}, {&y[1], 1, 1, 1});
    coordinateProduct<Half, std::int32_t>({entries, rows.data(), indices.data()}, values.data(),
                                          {x.data(), 1, 1, 1}, {&y[2], 1, 1, 1});
    for (const auto& sum : y)
        EXPECT_EQ(toFloat(sum), toFloat(toHalf(27048)));
}

TEST(SparseDenseProducts, StopWhenTheyAreAskedTo)
{
    const std::vector<std::int32_t> pointers{0, 1}, indices{0};
    const std::vector<float> one{1};
    std::vector<float> y(1);
    std::stop_source source;
    source.request_stop();
    const Watch watch{source.get_token(), {}};
    const Slices<std::int32_t> pattern{1, 1, pointers.data(), indices.data()};
    const Dense<const float> x{one.data(), 1, 1, 1};
    const Dense<float> to{y.data(), 1, 1, 1};
    EXPECT_FALSE((gatherProduct<float, std::int32_t>(pattern, {one.data()}, x, to, watch)));
    EXPECT_FALSE((scatterProduct<float, std::int32_t>(pattern, {one.data()}, x, to, watch)));
    EXPECT_FALSE(
        (coordinateProduct<float, std::int32_t>({1, indices.data(), indices.data()}, one.data(), x, to, watch)));
}

} // namespace
} // namespace tscope::cpu

// SPDX-License-Identifier: Apache-2.0
// Reductions against one element after another.
#include "base/thread_pool.h"
#include "core/cpu/exact.h"
#include "core/cpu/patterns.h"
#include "cpu/instruction_set.h"
#include "cpu/reduce/reduce.h"
#include "cpu/reduce/sparse_reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Exact, testing::exactOf;
using Extents = std::vector<std::int64_t>;

template <class T>
inline constexpr bool isOrderedType = !testing::isComplex<T>;
template <class T>
inline constexpr bool isWholeType = std::is_integral_v<T> || std::is_same_v<T, BoolByte>;

struct Bag { // what one result is made of
    Exact sum;
    std::int64_t least = INT64_MAX, most = INT64_MIN, count = 0;

    void take(Exact value)
    {
        sum = sum + value;
        least = std::min(least, value.real);
        most = std::max(most, value.real);
        ++count;
    }
};

template <class T>
class Reductions : public ::testing::Test
{
protected:
    Reductions() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~Reductions() override { setThreadCount(0); }

    void strided(const Extents& sizes)
    {
        Extents strides(sizes.size()), order(sizes.size());
        std::iota(order.begin(), order.end(), 0);
        for (auto i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(i)))]);
        std::int64_t items = 1, first = 0;
        for (auto d : order) {
            const auto size = sizes[static_cast<std::size_t>(d)];
            if (m_random.below(6) == 0)
                continue; // stride 0
            auto& stride = strides[static_cast<std::size_t>(d)];
            stride = items * m_random.between(1, 2);
            items = stride * std::max<std::int64_t>(size, 1);
            if (size > 0 && m_random.below(3) == 0) {
                first += stride * (size - 1);
                stride = -stride;
            }
        }
        const auto data = testing::smallNumbers<T>(m_random, items);
        bool isReduced[8];
        for (auto& flag : isReduced)
            flag = m_random.below(2) == 0;
        std::vector<Bag> bags;
        Extents index(sizes.size());
        const auto count = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
        std::int64_t results = 1;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            results *= isReduced[d] ? 1 : sizes[d];
        bags.resize(static_cast<std::size_t>(results));
        for (std::int64_t n = 0; n < count; ++n) {
            std::int64_t result = 0;
            for (std::size_t d = 0; d < sizes.size(); ++d)
                result = isReduced[d] ? result : result * sizes[d] + index[d];
            const auto at = std::inner_product(index.begin(), index.end(), strides.begin(), first);
            bags[static_cast<std::size_t>(result)].take(exactOf(data[static_cast<std::size_t>(at)]));
            for (auto d = sizes.size(); d-- > 0 && ++index[d] == sizes[d];)
                index[d] = 0;
        }
        const Reduction shape{sizes, strides, std::span(isReduced, sizes.size())};
        const auto* from = data.data() + first;
        std::vector<SumResult<T>> sums(bags.size());
        ASSERT_TRUE(reduceSum<T>(shape, from, sums.data()));
        for (std::size_t r = 0; r < bags.size(); ++r)
            ASSERT_EQ(exactOf(sums[r]), testing::keptBy<SumResult<T>>(bags[r].sum)) << r;
        if constexpr (!isWholeType<T>) {
            std::vector<T> means(bags.size());
            ASSERT_TRUE(reduceMean<T>(shape, from, means.data()));
            for (std::size_t r = 0; r < bags.size() && count > 0; ++r)
                ASSERT_EQ(exactOf(means[r]).real, bags[r].sum.real / bags[r].count);
        }
        if constexpr (isOrderedType<T>) {
            if (count == 0 && results > 0)
                return; // there is no smallest of none
            std::vector<T> least(bags.size()), most(bags.size());
            ASSERT_TRUE(reduceMin<T>(shape, from, least.data()));
            ASSERT_TRUE(reduceMax<T>(shape, from, most.data()));
            for (std::size_t r = 0; r < bags.size(); ++r) {
                ASSERT_EQ(exactOf(least[r]).real, bags[r].least);
                ASSERT_EQ(exactOf(most[r]).real, bags[r].most);
            }
        }
    }

    template <class I>
    void sparse(std::int64_t slices, std::int64_t width, std::int64_t longest, std::int64_t out, std::int64_t in)
    {
        const auto pattern =
            testing::randomPattern<I>(m_random, slices, width, longest, testing::Order::ascending);
        const auto values = testing::smallNumbers<T>(m_random, pattern.entries() * out * in);
        const Blocks<T> blocks{values.data(), out, in, 1, out, out * in};
        std::vector<Bag> bySlice(static_cast<std::size_t>(slices * out)),
            byIndex(static_cast<std::size_t>(width * out));
        for (std::int64_t s = 0; s < slices; ++s)
            for (auto e = pattern.pointers[static_cast<std::size_t>(s)];
                 e < pattern.pointers[static_cast<std::size_t>(s) + 1]; ++e)
                for (std::int64_t o = 0; o < out; ++o)
                    for (std::int64_t i = 0; i < in; ++i) {
                        const auto value = exactOf(values[static_cast<std::size_t>((e * in + i) * out + o)]);
                        bySlice[static_cast<std::size_t>(s * out + o)].take(value);
                        byIndex[static_cast<std::size_t>(pattern.indices[static_cast<std::size_t>(e)] * out + o)]
                            .take(value);
                    }
        const auto check = [&](const std::vector<Bag>& bags, std::int64_t full, auto&& reduceTo) {
            std::vector<SumResult<T>> sums(bags.size());
            ASSERT_TRUE(reduceTo(Reduce::sum, sums.data()));
            std::vector<T> least(bags.size()), most(bags.size());
            if constexpr (isOrderedType<T>) {
                ASSERT_TRUE(reduceTo(Reduce::min, least.data()));
                ASSERT_TRUE(reduceTo(Reduce::max, most.data()));
            }
            for (std::size_t r = 0; r < bags.size(); ++r) {
                ASSERT_EQ(exactOf(sums[r]), testing::keptBy<SumResult<T>>(bags[r].sum));
                if (!isOrderedType<T> || full == 0)
                    continue;
                const bool hasZeros = bags[r].count < full * in;
                ASSERT_EQ(exactOf(least[r]).real,
                          hasZeros ? std::min<std::int64_t>(bags[r].least, 0) : bags[r].least);
                ASSERT_EQ(exactOf(most[r]).real,
                          hasZeros ? std::max<std::int64_t>(bags[r].most, 0) : bags[r].most);
            }
        };
        check(bySlice, width,
              [&](Reduce kind, void* to) { return reduceSlices(kind, pattern.slices(), blocks, to); });
        check(byIndex, slices,
              [&](Reduce kind, void* to) { return reduceIndices(kind, pattern.slices(), blocks, to); });
    }

    std::uint64_t m_seed;
    Random m_random;
};

TYPED_TEST_SUITE(Reductions, testing::ElementTypes);

TYPED_TEST(Reductions, OverAnyDimsOfAnyStridedArray)
{
    SCOPED_TRACE(this->m_seed);
    for (int round = 0; round < 200; ++round) {
        Extents sizes(static_cast<std::size_t>(this->m_random.below(5)));
        for (auto& size : sizes)
            size = this->m_random.below(9) == 0 ? this->m_random.below(2)
                                                : this->m_random.between(1, sizes.size() < 3 ? 40 : 5);
        SCOPED_TRACE(::testing::PrintToString(sizes));
        for (auto set : testing::instructionSets()) {
            const InstructionSetLimit limit(set);
            this->strided(sizes);
        }
        if (this->HasFatalFailure())
            return;
    }
}

TYPED_TEST(Reductions, OverRowsAndColumnsOfACompressedMatrix)
{
    SCOPED_TRACE(this->m_seed);
    for (auto [out, in] : {std::array<std::int64_t, 2>{1, 1}, {3, 1}, {1, 2}, {2, 3}, {2, 2}, {4, 4}, {41, 26}})
        for (auto [slices, width, longest] :
             {std::array<std::int64_t, 3>{0, 0, 0}, {4, 0, 0}, {1, 1, 1}, {9, 7, 20}, {600, 5, 3}}) {
            if (slices * out * in > 10'000)
                continue;
            for (auto set : testing::instructionSets()) {
                const InstructionSetLimit limit(set);
                this->template sparse<std::int32_t>(slices, width, longest, out, in);
                this->template sparse<std::int64_t>(slices, width, longest, out, in);
            }
        }
}

class LargeReductions : public ::testing::Test
{
protected:
    ~LargeReductions() override { setThreadCount(0); }
};

TEST_F(LargeReductions, AreTheSameWithTwoThreadsAndKeepTheirBound)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE(seed);
    Random random(seed);
    const Extents sizes{7, 300, 401};
    std::vector<float> data(static_cast<std::size_t>(7 * 300 * 401));
    for (auto& value : data)
        value = static_cast<float>(random.between(-500, 999)) / 997;
    const Extents strides{300 * 401, 401, 1};
    for (unsigned mask = 0; mask < 8; ++mask) {
        const bool isReduced[3]{(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0};
        std::map<std::int64_t, std::pair<double, double>> wanted; // sum, sum of sizes
        for (std::int64_t i = 0; i < 7; ++i)
            for (std::int64_t j = 0; j < 300; ++j)
                for (std::int64_t k = 0; k < 401; ++k) {
                    std::int64_t at = isReduced[0] ? 0 : i;
                    at = isReduced[1] ? at : at * 300 + j;
                    at = isReduced[2] ? at : at * 401 + k;
                    auto& [sum, size] = wanted[at];
                    const double value = data[static_cast<std::size_t>((i * 300 + j) * 401 + k)];
                    sum += value;
                    size += std::abs(value);
                }
        std::vector<float> found[2];
        for (int t = 0; t < 2; ++t) {
            setThreadCount(t + 1);
            found[t].resize(wanted.size());
            ASSERT_TRUE(reduceSum<float>({sizes, strides, isReduced}, data.data(), found[t].data()));
        }
        ASSERT_EQ(found[0], found[1]);
        for (const auto& [at, want] : wanted)
            ASSERT_NEAR(found[0][static_cast<std::size_t>(at)], want.first, 2e-5 * want.second + 1e-6) << mask;
    }
}

TEST_F(LargeReductions, OfGiantSlicesAreTheSameWithTwoThreads)
{
    Random random(5);
    auto pattern = testing::randomPattern<std::int64_t>(random, 20, 100'000, 50, testing::Order::ascending);
    for (std::int64_t e = 0; e < 150'000; ++e)
        pattern.indices.push_back(e % 100'000);
    pattern.pointers.back() = pattern.entries();
    std::vector<float> values;
    for (std::int64_t e = 0; e < pattern.entries(); ++e)
        values.push_back(static_cast<float>(random.between(-500, 999)) / 997);
    std::vector<float> rows[2], columns[2];
    for (int t = 0; t < 2; ++t) {
        setThreadCount(t + 1);
        rows[t].resize(20);
        columns[t].resize(100'000);
        ASSERT_TRUE(
            (reduceSlices<float, std::int64_t>(Reduce::sum, pattern.slices(), {values.data()}, rows[t].data())));
        ASSERT_TRUE((reduceIndices<float, std::int64_t>(Reduce::sum, pattern.slices(), {values.data()},
                                                        columns[t].data())));
    }
    EXPECT_EQ(rows[0], rows[1]);
    EXPECT_EQ(columns[0], columns[1]);
    double last = 0;
    for (auto e = pattern.pointers[19]; e < pattern.entries(); ++e)
        last += values[static_cast<std::size_t>(e)];
    EXPECT_NEAR(rows[0][19], last, 1);
}

TEST(ReductionsOfFloats, TellOfNaNsAndOfNothing)
{
    const float nan = NAN, inf = INFINITY;
    for (const auto& data : {std::vector<float>{1, nan, 2}, {nan, 1, 2}, {1, 2, nan}}) {
        float least = 0, most = 0;
        const bool isReduced[1]{true};
        for (std::int64_t stride : {1, -1}) {
            const Extents sizes{3}, strides{stride};
            const auto* from = stride > 0 ? data.data() : data.data() + 2;
            ASSERT_TRUE(reduceMin<float>({sizes, strides, isReduced}, from, &least));
            ASSERT_TRUE(reduceMax<float>({sizes, strides, isReduced}, from, &most));
            EXPECT_TRUE(std::isnan(least));
            EXPECT_TRUE(std::isnan(most));
        }
    }
    const bool isReduced[1]{true};
    const Extents none{0}, one{1}, two{2};
    const std::vector<float> endless{inf, inf};
    float result = 7;
    ASSERT_TRUE(reduceSum<float>({none, one, isReduced}, endless.data(), &result));
    EXPECT_EQ(result, 0);
    ASSERT_TRUE(reduceMean<float>({none, one, isReduced}, endless.data(), &result));
    EXPECT_TRUE(std::isnan(result));
    ASSERT_TRUE(reduceMin<float>({two, one, isReduced}, endless.data(), &result));
    EXPECT_EQ(result, inf);
}

} // namespace
} // namespace tscope::cpu

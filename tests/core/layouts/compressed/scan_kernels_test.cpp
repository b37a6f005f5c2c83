// SPDX-License-Identifier: Apache-2.0
// The inner loops of the scan, for each instruction set that this processor runs, against one entry at a time.
#include "layouts/compressed/scan/kernel_sets.h"
#include "make/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace tscope::compressed {
namespace {

struct NamedSet {
    const char* name;
    const KernelSet* set;
};

std::vector<NamedSet> runnableSets()
{
    std::vector<NamedSet> sets{{"baseline", &baselineKernels}};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        sets.push_back({"avx2", &avx2Kernels});
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        sets.push_back({"avx512", &avx512Kernels});
#endif
    return sets;
}

template <class T>
const ScanKernels<T>& kernelsOf(const KernelSet& set)
{
    if constexpr (sizeof(T) == 4)
        return set.narrow;
    else
        return set.wide;
}

template <class T>
class ScanKernelsTest : public testing::Test
{
protected:
    ScanKernelsTest() : m_seed(std::random_device{}()), m_random(m_seed) {}

    // Entries as they come in slices, in no order, or from the ends of the type.
    std::vector<T> entries(std::int64_t count)
    {
        using Limits = std::numeric_limits<T>;
        std::vector<T> out(static_cast<std::size_t>(count));
        const auto kind = m_random.below(4);
        // Of the last kind none is negative, and what has more bits than half of the type has few in its low half.
        constexpr auto half = static_cast<int>(sizeof(T)) * 4;
        const std::vector<T> ends{Limits::min(), -1, Limits::max(), T{1} << (half - 1), 0, 1, 99, T{1} << half};
        T next = 0;
        for (auto& entry : out) {
            next = m_random.below(5) == 0 ? T{0} : static_cast<T>(next + static_cast<T>(m_random.below(3)));
            entry = kind == 0   ? next
                    : kind == 1 ? static_cast<T>(m_random.between(-3, 100))
                                : ends[static_cast<std::size_t>(m_random.between(kind == 2 ? 0 : 4, 7))];
        }
        if (kind < 2 && m_random.below(2) == 0) // one above all others, near the begin
            out[static_cast<std::size_t>(m_random.below(std::min<std::int64_t>(count, 40)))] = T{1} << 20;
        return out;
    }

    // Ascending, each but the last below `count`, with empty slices among them; mostly the last one is `count`.
    std::vector<T> pointers(std::int64_t count, std::int64_t slices)
    {
        std::vector<T> out;
        for (std::int64_t i = 0; i < slices; ++i)
            out.push_back(static_cast<T>(m_random.below(count)));
        out.push_back(static_cast<T>(m_random.below(4) == 0 ? m_random.below(count) : count));
        std::ranges::sort(out);
        return out;
    }

    // The same of slices that are equally long for stretches, with shorter and sometimes with longer ones among
    // them.
    std::vector<T> evenPointers(std::int64_t count)
    {
        const auto length = m_random.between(1, 36);
        const bool hasLonger = m_random.below(4) == 0;
        std::vector<T> out;
        std::int64_t left = 0; // in this stretch
        for (auto at = m_random.below(4) == 0 ? m_random.below(count) : m_random.below(3); at < count;) {
            out.push_back(static_cast<T>(at));
            if (left-- > 0) {
                at += length;
            } else {
                left = m_random.below(4) == 0 ? m_random.below(3) : m_random.below(1000);
                at += m_random.between(0, hasLonger ? 3 * length : length);
                const auto empty = m_random.below(4) == 0 && at < count ? m_random.between(1, 4) : 0;
                out.insert(out.end(), static_cast<std::size_t>(empty), static_cast<T>(at));
            }
        }
        out.push_back(static_cast<T>(m_random.below(4) == 0
                                         ? std::max<std::int64_t>(count, out.empty() ? 0 : out.back() + length)
                                         : count));
        return out;
    }

    // Rising in small steps, at last beyond the type's largest number and so to its smallest.
    std::vector<T> wrapping(std::int64_t count)
    {
        using U = std::make_unsigned_t<T>;
        auto next = static_cast<U>(std::numeric_limits<T>::max()) - static_cast<U>(m_random.below(count));
        std::vector<T> out;
        for (std::int64_t i = 0; i < count; ++i) {
            out.push_back(static_cast<T>(next));
            next += static_cast<U>(m_random.below(3));
        }
        return out;
    }

    std::uint64_t m_seed;
    Random m_random;
};

using Types = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(ScanKernelsTest, Types);

template <class T>
bool isOutOfOrder(T before, T value, Order order)
{
    return before > value || (order == Order::strict && before == value);
}

TYPED_TEST(ScanKernelsTest, CountEntriesAsOneLookAtEachDoes)
{
    using T = TypeParam;
    SCOPED_TRACE("seed " + std::to_string(this->m_seed));
    auto& random = this->m_random;
    for (int round = 0; round < 400; ++round) {
        const auto count = round % 20 == 0 ? longestWindow - random.below(3) : random.between(1, 1200);
        const std::int64_t origin = random.below(2) == 0 ? 0 : random.below(1000);
        // One entry more before the window: a slice may start just at its begin.
        const auto values = this->entries(count + 1);
        auto pointers = random.below(2) == 0   ? this->evenPointers(count)
                        : random.below(3) == 0 ? this->pointers(count, random.below(9))
                                               : this->pointers(count, random.below(count + 200));
        const auto slices = static_cast<std::int64_t>(pointers.size()) - 1;
        const T limit = static_cast<T>(random.below(2) == 0 ? 100 : random.between(-2, 5));
        const auto order = random.below(2) == 0 ? Order::strict : Order::weak;
        EntryCounts wanted;
        wanted.largest = std::numeric_limits<std::int64_t>::min();
        for (std::int64_t i = 1; i <= count; ++i) {
            const auto value = values[static_cast<std::size_t>(i)];
            wanted.disorder +=
                i > 1 && isOutOfOrder(values[static_cast<std::size_t>(i - 1)], value, order) ? 1 : 0;
            wanted.largest = std::max<std::int64_t>(wanted.largest, value);
            wanted.anyNegative = wanted.anyNegative || value < 0;
            wanted.negative += value < 0 ? 1 : 0;
            wanted.tooLarge += value >= limit ? 1 : 0;
        }
        for (std::size_t s = 0; s + 1 < pointers.size(); ++s) {
            const auto at = static_cast<std::size_t>(pointers[s]);
            wanted.starts +=
                pointers[s] < pointers[s + 1] && isOutOfOrder(values[at], values[at + 1], order) ? 1 : 0;
        }
        std::int64_t longest = random.below(8) == 0 ? 40 : 0;
        for (std::size_t s = 0; s + 1 < pointers.size(); ++s)
            longest = std::max<std::int64_t>(longest, pointers[s + 1] - pointers[s]);
        for (auto& pointer : pointers)
            pointer = static_cast<T>(pointer + static_cast<T>(origin));
        const Starts<T> starts{pointers.data(), slices, origin, longest};
        for (const auto& [name, set] : runnableSets()) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(count) + " entries, " + std::to_string(slices) +
                         " slices");
            const auto& kernels = kernelsOf<T>(*set);
            const auto plain = kernels.entries(values.data() + 1, count, order, starts);
            const auto outside = kernels.entriesOutside(values.data() + 1, count, order, starts, limit);
            for (const auto& found : {plain, outside}) {
                ASSERT_EQ(found.disorder, wanted.disorder);
                ASSERT_EQ(found.largest, wanted.largest);
                ASSERT_EQ(found.anyNegative, wanted.anyNegative);
                ASSERT_EQ(found.starts, wanted.starts);
            }
            ASSERT_EQ(outside.negative, wanted.negative);
            ASSERT_EQ(outside.tooLarge, wanted.tooLarge);
        }
    }
}

TYPED_TEST(ScanKernelsTest, CountPointersAsOneLookAtEachDoes)
{
    using T = TypeParam;
    SCOPED_TRACE("seed " + std::to_string(this->m_seed));
    auto& random = this->m_random;
    for (int round = 0; round < 400; ++round) {
        const auto slices = random.below(300);
        const auto kind = random.below(4);
        const auto pointers = kind == 0   ? this->entries(slices + 1)
                              : kind == 1 ? this->wrapping(slices + 1)
                                          : this->pointers(random.between(1, 900), slices);
        const std::uint64_t limit = random.below(4) == 0 ? std::numeric_limits<std::uint64_t>::max()
                                                         : static_cast<std::uint64_t>(random.below(20));
        PointerCounts wanted;
        for (std::int64_t s = 0; s < slices; ++s) {
            const auto begin = pointers[static_cast<std::size_t>(s)],
                       end = pointers[static_cast<std::size_t>(s + 1)];
            if (end < begin) {
                ++wanted.falling;
                continue;
            }
            const auto length = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
            wanted.longest = std::max(wanted.longest, length);
            wanted.tooMany += length > limit ? 1 : 0;
        }
        for (const auto& [name, set] : runnableSets()) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(slices) + " slices");
            const auto found = kernelsOf<T>(*set).pointers(pointers.data(), slices, limit);
            ASSERT_EQ(found.falling, wanted.falling);
            ASSERT_EQ(found.longest, wanted.longest);
            ASSERT_EQ(found.tooMany, wanted.tooMany);
        }
    }
}

} // namespace
} // namespace tscope::compressed

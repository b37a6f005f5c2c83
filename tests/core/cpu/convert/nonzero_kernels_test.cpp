// SPDX-License-Identifier: Apache-2.0
// The inner loops for each instruction set that this processor runs, against one word at a time.
#include "cpu/convert/nonzero_kernels.h"

#include "core/cpu/convert/convert_test.h"

namespace tscope::cpu {
namespace {

struct NamedKernels {
    const char* name;
    const NonzeroKernels* kernels;
};

std::vector<NamedKernels> runnableKernels()
{
    std::vector<NamedKernels> sets{{"baseline", &baselineNonzeros}};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        sets.push_back({"avx2", &avx2Nonzeros});
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        sets.push_back({"avx512", &avx512Nonzeros});
#endif
    return sets;
}

class NonzeroKernelsTest : public ConvertTest
{
protected:
    std::vector<std::byte> sparseBytes(std::int64_t count, std::int64_t oneIn)
    {
        std::vector<std::byte> out(static_cast<std::size_t>(count));
        for (auto& byte : out)
            if (m_random.below(oneIn) == 0)
                byte = static_cast<std::byte>(m_random.below(3) == 0 ? 0x80 : m_random.below(256));
        return out;
    }

    template <class W, class I>
    void expectKept(std::int64_t count, std::int64_t oneIn, W mask)
    {
        constexpr auto size = static_cast<std::int64_t>(sizeof(W));
        const auto bytes = sparseBytes(count * size + 1, oneIn);
        const auto* words = bytes.data() + 1; // at no multiple of its size
        const auto first = static_cast<I>(m_random.below(1000));
        std::vector<I> wantedNumbers;
        std::vector<std::byte> wanted;
        for (std::int64_t i = 0; i < count; ++i) {
            W word;
            std::memcpy(&word, words + i * size, sizeof word);
            if ((word & mask) == 0)
                continue;
            wantedNumbers.push_back(static_cast<I>(first + i));
            wanted.insert(wanted.end(), words + i * size, words + (i + 1) * size);
        }
        for (const auto& [name, kernels] : runnableKernels()) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(count) + " words of " + std::to_string(size));
            const auto slack = static_cast<std::size_t>(nonzeroSlack);
            std::vector<I> numbers(wantedNumbers.size() + slack / sizeof(I) + 1, -7);
            std::vector<std::byte> kept(wanted.size() + slack + 1, std::byte{99});
            const auto found = keepNonzeros<I>(*kernels, static_cast<int>(size))(words, count, mask, first,
                                                                                 numbers.data(), kept.data());
            ASSERT_EQ(found, static_cast<std::int64_t>(wantedNumbers.size()));
            EXPECT_EQ(numbers.back(), -7);
            EXPECT_EQ(kept.back(), std::byte{99});
            numbers.resize(wantedNumbers.size());
            kept.resize(wanted.size());
            ASSERT_EQ(numbers, wantedNumbers);
            ASSERT_EQ(kept, wanted);
        }
    }
};

TEST_F(NonzeroKernelsTest, KeepWhatIsNotZero)
{
    SCOPED_TRACE("seed " + std::to_string(m_seed));
    for (int round = 0; round < 150; ++round) {
        const auto count = m_random.below(400), oneIn = 1 + m_random.below(100);
        expectKept<std::uint8_t, std::int32_t>(count, oneIn, 0xff);
        expectKept<std::uint8_t, std::int64_t>(count, oneIn, 0x7f);
        expectKept<std::uint16_t, std::int32_t>(count, oneIn, 0x7fff);
        expectKept<std::uint16_t, std::int64_t>(count, oneIn, 0xffff);
        expectKept<std::uint32_t, std::int32_t>(count, oneIn, 0x7fff'ffff);
        expectKept<std::uint32_t, std::int64_t>(count, oneIn, 0x7fff'7fff);
        expectKept<std::uint64_t, std::int32_t>(count, oneIn, 0x7fff'ffff'7fff'ffff);
        expectKept<std::uint64_t, std::int64_t>(count, oneIn, 0x7fff'ffff'ffff'ffff);
    }
}

TEST_F(NonzeroKernelsTest, KeepWhereValuesChange)
{
    SCOPED_TRACE("seed " + std::to_string(m_seed));
    const auto expectChanges = [&]<class I>(I first) {
        std::vector<I> values{0};
        for (auto left = m_random.below(300); left > 0; --left)
            values.push_back(
                static_cast<I>(values.back() + (m_random.below(4) == 0 ? m_random.between(-2, 5) : 0)));
        std::vector<I> wanted;
        for (std::size_t i = 1; i < values.size(); ++i)
            if (values[i] != values[i - 1])
                wanted.push_back(static_cast<I>(first + static_cast<I>(i - 1)));
        for (const auto& [name, kernels] : runnableKernels()) {
            SCOPED_TRACE(name);
            std::vector<I> numbers(wanted.size() + static_cast<std::size_t>(nonzeroSlack) / sizeof(I) + 1, -7);
            const auto found = keepChanges<I>(*kernels)(
                values.data() + 1, static_cast<std::int64_t>(values.size()) - 1, first, numbers.data());
            ASSERT_EQ(found, static_cast<std::int64_t>(wanted.size()));
            EXPECT_EQ(numbers.back(), -7);
            numbers.resize(wanted.size());
            ASSERT_EQ(numbers, wanted);
        }
    };
    for (int round = 0; round < 200; ++round) {
        expectChanges(static_cast<std::int32_t>(m_random.below(1000)));
        expectChanges(static_cast<std::int64_t>(m_random.below(1000)));
    }
}

TEST_F(NonzeroKernelsTest, TellStepsOfPairs)
{
    SCOPED_TRACE("seed " + std::to_string(m_seed));
    const auto expectSteps = [&]<class I>(std::vector<I> rows, std::vector<I> columns) {
        unsigned wanted = 0;
        for (std::size_t i = 1; i < rows.size(); ++i) {
            const std::pair before(rows[i - 1], columns[i - 1]), here(rows[i], columns[i]);
            wanted |= here < before ? stepFalls : 0;
            wanted |= here == before ? stepRepeats : 0;
        }
        for (const auto& [name, kernels] : runnableKernels())
            ASSERT_EQ(stepsOfPairs<I>(*kernels)(rows.data() + 1, columns.data() + 1,
                                                static_cast<std::int64_t>(rows.size()) - 1),
                      wanted)
                << name;
    };
    const auto expectBoth = [&]<class I>(I large) {
        std::vector<I> rows{0}, columns{0};
        for (auto left = m_random.below(200); left > 0; --left) {
            const bool isNew = m_random.below(6) == 0;
            rows.push_back(static_cast<I>(rows.back() + (isNew ? large : 0)));
            columns.push_back(static_cast<I>(isNew ? 0 : columns.back() + large));
        }
        const auto at = static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(rows.size())));
        const auto kind = m_random.below(4);
        if (kind == 0)
            columns[at] = 0;
        if (kind == 1)
            rows[at] = 0;
        if (kind == 2 && at > 0) {
            rows[at] = rows[at - 1];
            columns[at] = columns[at - 1];
        }
        expectSteps(rows, columns);
    };
    for (int round = 0; round < 400; ++round) {
        expectBoth(std::int32_t{1 << 20});
        expectBoth(std::int64_t{1} << 40);
    }
}

TEST_F(NonzeroKernelsTest, MarkPiecesThatAreNotZero)
{
    SCOPED_TRACE("seed " + std::to_string(m_seed));
    for (int round = 0; round < 400; ++round) {
        const auto pieces = m_random.below(20), size = 1 + m_random.below(150);
        const auto bytes = sparseBytes(pieces * size, 1 + m_random.below(300));
        const std::uint64_t pattern =
            std::vector<std::uint64_t>{~std::uint64_t{0}, 0x7f7f'7f7f'7f7f'7f7f, 0x7fff'ffff'7fff'ffff,
                                       0x7fff'ffff'ffff'ffff}[static_cast<std::size_t>(m_random.below(4))];
        std::vector<std::uint8_t> wanted(static_cast<std::size_t>(pieces), 0);
        for (std::int64_t i = 0; i < pieces * size; ++i)
            if ((static_cast<std::uint64_t>(bytes[static_cast<std::size_t>(i)]) &
                 (pattern >> (i % size % 8 * 8) & 255)) != 0)
                wanted[static_cast<std::size_t>(i / size)] = 1;
        for (const auto& [name, kernels] : runnableKernels()) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(pieces) + " of " + std::to_string(size));
            std::vector<std::uint8_t> flags(wanted.size(), 0);
            kernels->mark(bytes.data(), pieces, size, pattern, flags.data());
            ASSERT_EQ(flags, wanted);
        }
    }
}

} // namespace
} // namespace tscope::cpu

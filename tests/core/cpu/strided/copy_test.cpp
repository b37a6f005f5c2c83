// SPDX-License-Identifier: Apache-2.0
// Copies between strided arrays against a walk over all indices.
#include "base/thread_pool.h"
#include "core/cpu/exact.h"
#include "core/cpu/places.h"
#include "cpu/strided/copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Extents, testing::Place, testing::forEachIndex, testing::offsetOf;

std::vector<std::byte> randomBytes(Random& random, std::int64_t count)
{
    std::vector<std::byte> out(static_cast<std::size_t>(count));
    for (auto& byte : out)
        byte = static_cast<std::byte>(random.next());
    return out;
}

void expectCopied(Random& random, const Extents& sizes, const Place& to, const Place& from, std::int64_t itemSize)
{
    const auto shift = random.below(2) * random.below(17); // memory need not be aligned
    const auto source = randomBytes(random, from.items * itemSize + shift);
    const auto before = randomBytes(random, to.items * itemSize + shift);
    auto wanted = before, found = before;
    forEachIndex(sizes, [&](const Extents& index) {
        std::memcpy(wanted.data() + shift + offsetOf(to, index) * itemSize,
                    source.data() + shift + offsetOf(from, index) * itemSize, static_cast<std::size_t>(itemSize));
    });
    ASSERT_TRUE(copyStrided(sizes, {found.data() + shift + to.first * itemSize, to.strides},
                            {source.data() + shift + from.first * itemSize, from.strides}, itemSize));
    ASSERT_TRUE(found == wanted);
}

class StridedCopy : public ::testing::Test
{
protected:
    StridedCopy() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~StridedCopy() override { setThreadCount(0); }

    std::uint64_t m_seed;
    Random m_random;
};

TEST_F(StridedCopy, BetweenAnyTwoArrays)
{
    SCOPED_TRACE(m_seed);
    for (auto set : testing::instructionSets()) {
        const InstructionSetLimit limit(set);
        for (int round = 0; round < 400; ++round) {
            Extents sizes(static_cast<std::size_t>(m_random.below(5)));
            for (auto& size : sizes)
                size =
                    m_random.below(12) == 0 ? m_random.below(2) : m_random.between(1, sizes.size() < 3 ? 70 : 9);
            const std::int64_t itemSizes[]{1, 2, 4, 8, 16, 3, 24};
            const auto itemSize = itemSizes[m_random.below(7)];
            const Place to(m_random, sizes, false), from(m_random, sizes, true);
            SCOPED_TRACE(::testing::Message()
                         << "round " << round << " item " << itemSize << " sizes "
                         << ::testing::PrintToString(sizes) << " to " << ::testing::PrintToString(to.strides)
                         << " from " << ::testing::PrintToString(from.strides));
            expectCopied(m_random, sizes, to, from, itemSize);
            if (HasFatalFailure())
                return;
        }
    }
}

// Large enough to be written past the caches, by one thread or two; sizes that tiles do not divide.
TEST_F(StridedCopy, OfLargeArraysPastTheCaches)
{
    SCOPED_TRACE(m_seed);
    for (auto set : testing::instructionSets())
        for (std::int64_t itemSize : {1, 2, 4, 8, 16}) {
            const InstructionSetLimit limit(set);
            setThreadCount(static_cast<int>(m_random.between(1, 2)));
            const auto across = 64 / itemSize * m_random.between(16, 20); // rows of whole lines
            const auto down = (std::int64_t{9} << 20) / itemSize / across + m_random.below(7);
            for (bool isSwapped : {false, true}) {
                const Extents sizes{2, isSwapped ? across : down, isSwapped ? down : across};
                const auto half = down * across;
                const auto source = randomBytes(m_random, 2 * half * itemSize);
                std::vector<std::byte> back(source.size() + 64), turned(source.size() + 64);
                // Turned, and turned back.
                const auto shift = m_random.below(4) * itemSize;
                ASSERT_TRUE(copyStrided(sizes, {turned.data() + shift, Extents{half, 1, sizes[1]}},
                                        {source.data(), Extents{half, sizes[2], 1}}, itemSize));
                for (int sample = 0; sample < 1000; ++sample) {
                    const auto h = m_random.below(2), i = m_random.below(sizes[1]), j = m_random.below(sizes[2]);
                    ASSERT_EQ(std::memcmp(turned.data() + shift + (h * half + j * sizes[1] + i) * itemSize,
                                          source.data() + (h * half + i * sizes[2] + j) * itemSize,
                                          static_cast<std::size_t>(itemSize)),
                              0);
                }
                ASSERT_TRUE(copyStrided(sizes, {back.data(), Extents{half, sizes[2], 1}},
                                        {turned.data() + shift, Extents{half, 1, sizes[1]}}, itemSize));
                ASSERT_EQ(std::memcmp(back.data(), source.data(), source.size()), 0);
            }
        }
}

TEST_F(StridedCopy, OfOneLongRunAndOfRowsWithGaps)
{
    SCOPED_TRACE(m_seed);
    for (int threads : {1, 2}) {
        setThreadCount(threads);
        const std::int64_t rows = 3000, columns = 1001;
        const auto source = randomBytes(m_random, rows * (columns + 3) * 4);
        std::vector<std::byte> found(static_cast<std::size_t>(rows * columns * 4));
        ASSERT_TRUE(copyStrided(Extents{rows, columns}, {found.data(), Extents{columns, 1}},
                                {source.data(), Extents{columns + 3, 1}}, 4));
        for (std::int64_t r = 0; r < rows; ++r)
            ASSERT_EQ(
                std::memcmp(found.data() + r * columns * 4, source.data() + r * (columns + 3) * 4, columns * 4),
                0);
        ASSERT_TRUE(copyStrided(Extents{rows, columns}, {found.data(), Extents{columns, 1}},
                                {source.data(), Extents{columns, 1}}, 4));
        ASSERT_EQ(std::memcmp(found.data(), source.data(), found.size()), 0);
    }
}

TEST_F(StridedCopy, StopsWhenItIsAskedTo)
{
    std::stop_source source;
    source.request_stop();
    std::byte a{}, b{};
    EXPECT_FALSE(copyStrided({}, {&a, {}}, {&b, {}}, 1, Watch{source.get_token(), {}}));
}

} // namespace
} // namespace tscope::cpu

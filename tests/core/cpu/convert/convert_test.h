// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/thread_pool.h"
#include "cpu/slices.h"
#include "make/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace tscope::cpu {

// Runs the body of a test with one thread and with two, from a seed that is printed.
class ConvertTest : public testing::Test
{
protected:
    ConvertTest() : m_seed(std::random_device{}()), m_random(m_seed) {}
    ~ConvertTest() override { setThreadCount(0); }

    template <class F>
    void withThreads(const F& body)
    {
        for (const int threads : {1, 2}) {
            SCOPED_TRACE("seed " + std::to_string(m_seed) + ", " + std::to_string(threads) + " thread(s)");
            setThreadCount(threads);
            body();
        }
    }

    std::vector<std::byte> randomBytes(std::int64_t count)
    {
        std::vector<std::byte> out(static_cast<std::size_t>(count));
        for (auto& byte : out)
            byte = static_cast<std::byte>(m_random.below(256));
        return out;
    }

    std::uint64_t m_seed;
    Random m_random;
};

// A pattern with its memory.
template <class I>
struct OwnSlices {
    std::int64_t width = 0;
    std::vector<I> pointers{0}, indices;

    Slices<I> view() const
    {
        return {static_cast<std::int64_t>(pointers.size()) - 1, width, pointers.data(), indices.data()};
    }
    void endSlice() { pointers.push_back(static_cast<I>(indices.size())); }
};

// `count` slices of which each index is there with a chance of one in `oneIn`, ascending; some slices are empty,
// one is full.
template <class I>
OwnSlices<I> sparseSlices(Random& random, std::int64_t count, std::int64_t width, std::int64_t oneIn)
{
    OwnSlices<I> out;
    out.width = width;
    const auto full = random.below(count + 1);
    for (std::int64_t slice = 0; slice < count; ++slice) {
        const bool isEmpty = random.below(8) == 0;
        for (std::int64_t index = 0; index < width; ++index)
            if (slice == full || (!isEmpty && random.below(oneIn) == 0))
                out.indices.push_back(static_cast<I>(index));
        out.endSlice();
    }
    return out;
}

// `entries` entries of any index, in no order and maybe more than once, spread over `count` slices; a share of
// them (in percent) in one slice and of one index.
template <class I>
OwnSlices<I> looseSlices(Random& random, std::int64_t count, std::int64_t width, std::int64_t entries,
                         std::int64_t giantPercent = 0)
{
    OwnSlices<I> out;
    out.width = width;
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(count));
    const auto giant = static_cast<std::size_t>(random.below(count));
    for (std::int64_t k = 0; k < entries; ++k)
        ++lengths[random.below(100) < giantPercent ? giant : static_cast<std::size_t>(random.below(count))];
    const auto often = random.below(width);
    for (const auto length : lengths) {
        for (std::int64_t k = 0; k < length; ++k)
            out.indices.push_back(static_cast<I>(random.below(100) < giantPercent ? often : random.below(width)));
        out.endSlice();
    }
    return out;
}

template <class T>
const std::byte* bytesOf(const std::vector<T>& values)
{
    return reinterpret_cast<const std::byte*>(values.data());
}

template <class T>
std::byte* bytesOf(std::vector<T>& values)
{
    return reinterpret_cast<std::byte*>(values.data());
}

} // namespace tscope::cpu

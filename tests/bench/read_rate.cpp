// SPDX-License-Identifier: Apache-2.0
#include "bench/read_rate.h"

#include "base/thread_pool.h"
#include "memory/storage.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace tscope::bench {

namespace {

// Words summed in one run or in two side by side, asked for a page ahead or left to the processor.
template <int runs, bool asksAhead>
void sumOf(const std::int64_t* begin, std::int64_t words)
{
    std::int64_t sums[8]{};
    for (std::int64_t i = 0; i < words / runs; i += 8)
        for (int run = 0; run < runs; ++run) {
            const auto* from = begin + words / runs * run + i;
            if (asksAhead)
                __builtin_prefetch(from + 512);
            for (std::int64_t s = 0; s < 8; ++s)
                sums[s] += from[s];
        }
    benchmark::DoNotOptimize(sums);
}

constexpr std::array<ReadingLoop, 3> loops{sumOf<1, false>, sumOf<1, true>, sumOf<2, false>};

std::chrono::duration<double> timeOf(std::span<const std::span<const std::byte>> arrays, ReadingLoop loop)
{
    const auto began = std::chrono::steady_clock::now();
    readAll(arrays, loop);
    return std::chrono::steady_clock::now() - began;
}

std::pair<ReadingLoop, double> fastest(std::span<const std::span<const std::byte>> arrays)
{
    std::pair<ReadingLoop, double> best{loops.front(), 1e9};
    for (int round = 0; round < 5; ++round)
        for (const auto loop : loops)
            if (const auto took = timeOf(arrays, loop).count(); took < best.second)
                best = {loop, took};
    return best;
}

} // namespace

void readAll(std::span<const std::span<const std::byte>> arrays, ReadingLoop loop)
{
    constexpr std::int64_t parts = 16;
    parallelFor(parts, [&](std::int64_t part) {
        for (const auto array : arrays) {
            const auto* words = reinterpret_cast<const std::int64_t*>(array.data());
            const auto count =
                static_cast<std::int64_t>(array.size()) / 8 / (parts * 16) * 16; // of whole pairs of lines
            loop(words + count * part, count);
        }
    });
}

ReadingLoop fastestReadingLoop(std::span<const std::span<const std::byte>> arrays)
{
    return fastest(arrays).first;
}

ReadRate::ReadRate(const Tensor& tensor, std::initializer_list<const char*> members)
{
    for (const char* member : members) {
        const auto& storage = *tensor.member(member).array.storage;
        m_arrays.push_back({storage.data(), static_cast<std::size_t>(storage.byteSize())});
    }
}

void ReadRate::measure()
{
    std::size_t bytes = 0;
    for (const auto array : m_arrays)
        bytes += array.size();
    m_best = std::max(m_best, static_cast<double>(bytes) / fastest(m_arrays).second);
}

} // namespace tscope::bench

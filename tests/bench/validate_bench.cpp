// SPDX-License-Identifier: Apache-2.0
// How fast a tensor of the compressed family is validated: every rule of the default contract, all counts exact;
// causes, repairs and remarks only in the rows that say so. Beside it the read bandwidth of the same machine in
// the same run, for one thread and two.
#include "base/thread_pool.h"
#include "bench/workloads.h"
#include "memory/storage.h"
#include "rules/check.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <utility>

namespace {

using namespace tscope;
using bench::tensorNamed;

std::int64_t indexBytes(const Tensor& tensor)
{
    return *tensor.member("compressed").array.byteSize() + *tensor.member("plain").array.byteSize();
}

void validate(benchmark::State& state, const char* matrix, ElementType index, std::int64_t block, bool advice)
{
    const auto& tensor = tensorNamed(matrix, index, block);
    setThreadCount(static_cast<int>(state.range(0)));
    CheckOptions options;
    options.advice = advice;
    for (auto _ : state)
        benchmark::DoNotOptimize(check(tensor, options));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * indexBytes(tensor));
    setThreadCount(0);
}

// A part of memory summed: in one run or in two side by side, asked for a page ahead or left to the processor.
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

constexpr std::array readingLoops{sumOf<1, false>, sumOf<1, true>, sumOf<2, false>};

// The most that memory gives: summed in pages that are as large as a tensor's, by whichever of these loops is the
// fastest here. Processors differ in what they fetch by themselves.
void readBandwidth(benchmark::State& state)
{
    constexpr std::int64_t words = std::int64_t{1} << 25; // 256 MiB
    constexpr std::int64_t parts = 16;
    static const StoragePtr storage = [] {
        auto builder = *StorageBuilder::make(words * 8);
        std::ranges::fill(builder.bytes(), std::byte{1}); // pages not written to would all be one page of zeros
        return std::move(builder).seal();
    }();
    const auto* data = reinterpret_cast<const std::int64_t*>(storage->data());
    setThreadCount(static_cast<int>(state.range(0)));
    const auto pass = [&](auto* loop) {
        parallelFor(parts, [&](std::int64_t part) { loop(data + words / parts * part, words / parts); });
    };
    auto* best = readingLoops.front();
    auto shortest = std::chrono::steady_clock::duration::max();
    for (int round = 0; round < 5; ++round)
        for (auto* loop : readingLoops) {
            const auto began = std::chrono::steady_clock::now();
            pass(loop);
            if (const auto took = std::chrono::steady_clock::now() - began; took < shortest) {
                shortest = took;
                best = loop;
            }
        }
    for (auto _ : state)
        pass(best);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * words * 8);
    setThreadCount(0);
}

void add(const char* name, const char* matrix, ElementType index, std::int64_t block = 0, bool advice = false)
{
    benchmark::RegisterBenchmark(name, validate, matrix, index, block, advice)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

const bool registered = [] {
    benchmark::RegisterBenchmark("limit/read", readBandwidth)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime();
    add("validate/csr/uniform-1e7/i32", "uniform-1e7", ElementType::i32);
    add("validate/csr/uniform-1e7-every-entry-negative/i32", "every-entry-negative", ElementType::i32);
    add("validate/csr/uniform-1e7-every-entry-too-large/i32", "every-entry-too-large", ElementType::i32);
    add("validate/csr/uniform-1e7-every-entry-unsorted/i32", "every-entry-unsorted", ElementType::i32);
    add("validate/csr/uniform-1e7-every-pointer-falls/i32", "every-pointer-falls", ElementType::i32);
    add("validate/csr/uniform-1e7-pointers-shuffled/i32", "pointers-shuffled", ElementType::i32);
    add("validate/csr/uniform-1e7-with-advice/i32", "uniform-1e7-with-values", ElementType::i32, 0, true);
    add("validate/csr/stencil5-1e7/i32", "stencil5-1e7", ElementType::i32);
    add("validate/bsr/bd32-1e7/i64", "bd32-1e7", ElementType::i64, 32);
    add("validate/csr/uniform-5e7/i64", "uniform-5e7", ElementType::i64);
    return true;
}();

} // namespace

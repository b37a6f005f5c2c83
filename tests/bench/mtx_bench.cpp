// SPDX-License-Identifier: Apache-2.0
// How fast the text of a Matrix Market file becomes a coo tensor, from memory.
#include "base/thread_pool.h"
#include "io/matrix_market/matrix_market.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <random>
#include <string>

namespace {

using namespace tscope;

// Entries at random places of a square matrix, with values of so many digits: 6 as most programs print, 17 as all
// of a double takes.
Source matrixOf(std::int64_t entries, int digits)
{
    constexpr std::int64_t size = 600'000;
    std::mt19937_64 random(1);
    std::string text = "%%MatrixMarket matrix coordinate real general\n" + std::to_string(size) + " " +
                       std::to_string(size) + " " + std::to_string(entries) + "\n";
    for (std::int64_t k = 0; k < entries; ++k) {
        char line[80];
        const auto value = static_cast<double>(random() >> 11) * 0x1p-53;
        const auto length =
            std::snprintf(line, sizeof line, "%lld %lld %.*g\n", static_cast<long long>(1 + random() % size),
                          static_cast<long long>(1 + random() % size), digits, value);
        text.append(line, static_cast<std::size_t>(length));
    }
    return {heapStorage(std::as_bytes(std::span(text)))};
}

void load(benchmark::State& state, std::int64_t entries, int digits)
{
    const auto source = matrixOf(entries, digits);
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        auto document = readMatrixMarket(source);
        if (!document)
            state.SkipWithError(document.error().text.c_str());
        benchmark::DoNotOptimize(document);
    }
    setThreadCount(0);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * source.bytes->byteSize());
}

const bool registered = [] {
    const auto add = [](const char* name, std::int64_t entries, int digits) {
        benchmark::RegisterBenchmark(name, load, entries, digits)
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    };
    add("load_mtx/coordinate-1e6/6-digits", 1'000'000, 6);
    add("load_mtx/coordinate-1e6/17-digits", 1'000'000, 17);
    add("load_mtx/coordinate-1e7/6-digits", 10'000'000, 6);
    return true;
}();

} // namespace

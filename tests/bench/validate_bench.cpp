// SPDX-License-Identifier: Apache-2.0
// How fast a tensor of the compressed family is validated: every rule of the default contract, all counts exact;
// causes, repairs and remarks only in the rows that say so. Beside it the read bandwidth of the same machine in
// the same run, for one thread and two.
#include "base/thread_pool.h"
#include "bench/read_rate.h"
#include "bench/workloads.h"
#include "memory/storage.h"
#include "rules/check.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <span>

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
    bench::ReadRate limit(tensor, {"compressed", "plain"});
    limit.measure();
    for (auto _ : state)
        benchmark::DoNotOptimize(check(tensor, options));
    limit.measure();
    state.counters["limit"] = limit.best();
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * indexBytes(tensor));
    setThreadCount(0);
}

// The most that memory gives, in pages that are as large as a tensor's.
void readBandwidth(benchmark::State& state)
{
    constexpr std::int64_t size = std::int64_t{1} << 28;
    static const StoragePtr storage = [] {
        auto builder = *StorageBuilder::make(size);
        std::ranges::fill(builder.bytes(), std::byte{1}); // pages not written to would all be one page of zeros
        return std::move(builder).seal();
    }();
    const std::array arrays{std::span(storage->data(), static_cast<std::size_t>(size))};
    setThreadCount(static_cast<int>(state.range(0)));
    const auto loop = bench::fastestReadingLoop(arrays);
    for (auto _ : state)
        bench::readAll(arrays, loop);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * size);
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

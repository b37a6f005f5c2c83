// SPDX-License-Identifier: Apache-2.0
// How fast the entries of a csr tensor are counted into a grid of 1000 x 1000 bins; the bytes are those of its
// pointers and indices.
#include "base/thread_pool.h"
#include "bench/workloads.h"
#include "picture/density.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tscope;

void picture(benchmark::State& state, const char* matrix, bool turned)
{
    const auto& tensor = bench::tensorNamed(matrix, ElementType::i32);
    setThreadCount(static_cast<int>(state.range(0)));
    DensitySpec spec;
    if (turned) // as a csc tensor is counted
        spec.rowDim = 1;
    std::uint64_t total = 0;
    for (auto _ : state)
        total = densityOf(tensor, spec)->total;
    setThreadCount(0);
    if (total != static_cast<std::uint64_t>(*numel(tensor.member("plain").array.geometry)))
        state.SkipWithError("not all entries were counted");
    state.SetBytesProcessed(
        static_cast<std::int64_t>(state.iterations()) *
        (*tensor.member("compressed").array.byteSize() + *tensor.member("plain").array.byteSize()));
}

void add(const char* name, const char* matrix, bool turned = false)
{
    benchmark::RegisterBenchmark(name, picture, matrix, turned)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

const bool registered = [] {
    add("picture/csr/uniform-1e6/i32", "uniform-1e6");
    add("picture/csr/uniform-1e7/i32", "uniform-1e7");
    add("picture/csr-turned/uniform-1e7/i32", "uniform-1e7", true);
    add("picture/csr/stencil5-1e7/i32", "stencil5-1e7");
    add("picture/csr/uniform-5e7/i32", "uniform-5e7");
    return true;
}();

} // namespace

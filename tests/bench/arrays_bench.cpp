// SPDX-License-Identifier: Apache-2.0
// How fast strided arrays are copied and reduced: into memory that is there already, and into fresh memory.
#include "base/thread_pool.h"
#include "bench/kernel_data.h"
#include "cpu/reduce/reduce.h"
#include "cpu/strided/copy.h"

#include <benchmark/benchmark.h>

#include <optional>
#include <vector>

namespace {

using namespace tscope;
using namespace tscope::cpu;
using bench::Buffer;
using Extents = std::vector<std::int64_t>;

constexpr std::int64_t images = 32, channels = 64, points = 128 * 128;

Buffer<float>& numbers(std::int64_t count)
{
    static std::optional<Buffer<float>> held;
    if (!held || held->count() != count) {
        held.reset();
        held.emplace(bench::spreadNumbers<float>(count));
    }
    return *held;
}

void copy(benchmark::State& state, const Extents& sizes, const Extents& strides, bool isFresh)
{
    std::int64_t count = 1;
    Extents contiguous(sizes.size());
    for (auto d = sizes.size(); d-- > 0; count *= sizes[d])
        contiguous[d] = count;
    const auto* from = reinterpret_cast<const std::byte*>(numbers(count).data());
    Buffer<float> kept(count, 1.0F);
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        std::optional<Buffer<float>> fresh;
        if (isFresh)
            fresh.emplace(count);
        auto* to = reinterpret_cast<std::byte*>((isFresh ? *fresh : kept).data());
        copyStrided(sizes, {to, contiguous}, {from, strides}, sizeof(float));
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * count * 8);
    setThreadCount(0);
}

void reduce(benchmark::State& state, std::size_t axis)
{
    const Extents sizes{images, channels, 128, 128}, strides{channels * points, points, 128, 1};
    bool isReduced[4]{};
    isReduced[axis] = true;
    const auto count = images * channels * points;
    const auto* from = numbers(count).data();
    Buffer<float> to(count / sizes[axis], 0);
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        reduceSum<float>({sizes, strides, isReduced}, from, to.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * (count + to.count()) * 4);
    setThreadCount(0);
}

template <class... Arguments>
void add(const char* name, Arguments... arguments)
{
    benchmark::RegisterBenchmark(name, arguments...)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
    const Extents toNhwc{images, points, channels}, fromNchw{channels * points, 1, points};
    const Extents toNchw{images, channels, points}, fromNhwc{channels * points, 1, channels};
    const Extents square{8192, 8192}, turned{1, 8192};
    for (bool isFresh : {false, true}) {
        add(isFresh ? "nchw_to_nhwc_fresh/32x64x128x128" : "nchw_to_nhwc/32x64x128x128", copy, toNhwc, fromNchw,
            isFresh);
        add(isFresh ? "nhwc_to_nchw_fresh/32x64x128x128" : "nhwc_to_nchw/32x64x128x128", copy, toNchw, fromNhwc,
            isFresh);
    }
    add("reduce_noncontig_ax0/32x64x128x128", reduce, 0);
    add("reduce_noncontig_ax1/32x64x128x128", reduce, 1);
    add("reduce_noncontig_ax3/32x64x128x128", reduce, 3);
    add("transpose_copy/8192x8192", copy, square, turned, false);
    add("transpose_copy_fresh/8192x8192", copy, square, turned, true);
    return true;
}();

} // namespace

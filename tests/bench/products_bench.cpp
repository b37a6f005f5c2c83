// SPDX-License-Identifier: Apache-2.0
// How fast the kernels of products are, in memory that is there already; what they read and write at least is what
// counts as bytes.
#include "base/thread_pool.h"
#include "bench/fetch_time.h"
#include "bench/kernel_data.h"
#include "cpu/elementwise/sparse_ops.h"
#include "cpu/products/dense_product.h"
#include "cpu/products/sparse_product.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tscope;
using namespace tscope::cpu;
using bench::Buffer, bench::patternOf, bench::spreadNumbers;
using Index = std::int32_t;

// Runs it with the threads that are asked for.
template <class Work>
void measure(benchmark::State& state, std::int64_t bytes, Work&& work)
{
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(work());
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
    setThreadCount(0);
}

template <class T>
std::int64_t bytesOf(bench::BenchPattern& pattern, std::int64_t columns, std::int64_t block = 1)
{
    return (pattern.rows + 1 + pattern.entries()) * 4 +
           (pattern.entries() * block * block + 2 * pattern.rows * block * columns) *
               static_cast<std::int64_t>(sizeof(T));
}

// The limit is what fetches the same rows of X (of Y, where these are what lies anywhere) and does nothing else.
template <class T>
void csr(benchmark::State& state, const char* matrix, std::int64_t columns, bool isTransposed)
{
    auto& pattern = patternOf(matrix);
    auto values = spreadNumbers<T>(pattern.entries()), x = spreadNumbers<T>(pattern.rows * columns);
    Buffer<T> y(pattern.rows * columns, T{0});
    const Dense<const T> from{x.data(), pattern.rows, columns, columns};
    const Dense<T> to{y.data(), pattern.rows, columns, columns};
    const Blocks<T> blocks{values.data()};
    bench::FetchTime limit({&pattern, reinterpret_cast<std::byte*>(isTransposed ? y.data() : x.data()),
                            reinterpret_cast<const std::byte*>(values.data()),
                            columns * static_cast<std::int64_t>(sizeof(T)), isTransposed},
                           static_cast<int>(state.range(0)));
    limit.measure();
    measure(state, bytesOf<T>(pattern, columns), [&] {
        return isTransposed ? scatterProduct<T, Index>(pattern.slices(), blocks, from, to)
                            : gatherProduct<T, Index>(pattern.slices(), blocks, from, to);
    });
    limit.measure();
    state.counters["limit"] = static_cast<double>(bytesOf<T>(pattern, columns)) / limit.best();
}

template <class T>
void bsr(benchmark::State& state, std::int64_t columns)
{
    auto& pattern = patternOf("bd16-1e7-blocks");
    constexpr std::int64_t block = 16;
    const auto rows = pattern.rows * block;
    auto values = spreadNumbers<T>(pattern.entries() * block * block), x = spreadNumbers<T>(rows * columns);
    Buffer<T> y(rows * columns, T{0});
    measure(state, bytesOf<T>(pattern, columns, block), [&] {
        return gatherProduct<T, Index>(pattern.slices(), {values.data(), block, block, block, 1, block * block},
                                       {x.data(), rows, columns, columns}, {y.data(), rows, columns, columns});
    });
}

// Indices of 64 bits, as torch has them.
void coo(benchmark::State& state)
{
    auto& pattern = patternOf("stencil5-1e7");
    Buffer<std::int64_t> rows(pattern.entries()), columns(pattern.entries());
    for (std::int64_t r = 0; r < pattern.rows; ++r)
        for (auto e = pattern.pointers.data()[r]; e < pattern.pointers.data()[r + 1]; ++e) {
            rows.data()[e] = r;
            columns.data()[e] = pattern.indices.data()[e];
        }
    auto values = spreadNumbers<float>(pattern.entries()), x = spreadNumbers<float>(pattern.rows);
    Buffer<float> y(pattern.rows, 0);
    measure(state, pattern.entries() * 20 + pattern.rows * 8, [&] {
        return coordinateProduct<float, std::int64_t>({pattern.entries(), rows.data(), columns.data()},
                                                      values.data(), {x.data(), pattern.rows, 1, 1},
                                                      {y.data(), pattern.rows, 1, 1});
    });
}

// The same pattern in other arrays, found to be the same; only values are new then.
void addCsr(benchmark::State& state)
{
    auto& pattern = patternOf("uniform-1e7");
    Buffer<Index> indices(pattern.entries());
    std::copy_n(pattern.indices.data(), pattern.entries(), indices.data());
    auto other = pattern.slices();
    other.indices = indices.data();
    auto a = spreadNumbers<double>(pattern.entries()), b = spreadNumbers<double>(pattern.entries());
    Buffer<double> sum(pattern.entries(), 0);
    const std::int64_t sizes[]{pattern.entries()}, strides[]{1};
    measure(state, pattern.entries() * (2 * 4 + 3 * 8), [&] {
        return isSamePattern(pattern.slices(), other) &&
               combineStrided<double>(Binary::add, sizes, {sum.data(), strides}, {a.data(), strides},
                                      {b.data(), strides});
    });
}

// Different patterns: counted, then filled.
void addOtherCsr(benchmark::State& state, const char* name)
{
    auto& pattern = patternOf(name);
    Buffer<Index> indices(pattern.entries());
    for (std::int64_t e = 0; e < pattern.entries(); ++e) // still ascending
        indices.data()[e] = pattern.indices.data()[e] / 2;
    for (std::int64_t r = 0; r < pattern.rows; ++r)
        for (auto e = pattern.pointers.data()[r] + 1; e < pattern.pointers.data()[r + 1]; ++e)
            indices.data()[e] = std::max(indices.data()[e], indices.data()[e - 1] + 1);
    auto other = pattern.slices();
    other.indices = indices.data();
    auto a = spreadNumbers<double>(pattern.entries()), b = spreadNumbers<double>(pattern.entries());
    Buffer<std::int64_t> pointers(pattern.rows + 1, 0);
    Buffer<Index> sumIndices(2 * pattern.entries(), 0);
    Buffer<double> sum(2 * pattern.entries(), 0);
    measure(state, 4 * pattern.entries() * 12, [&] {
        return countMerged(Merge::either, pattern.slices(), other, pointers.data()) &&
               fillMerged<double, Index>(Binary::add, pattern.slices(), a.data(), other, b.data(), 1,
                                         pointers.data(), sumIndices.data(), sum.data());
    });
}

void sparseTimesSparse(benchmark::State& state)
{
    auto& pattern = patternOf("stencil5-1e7");
    auto values = spreadNumbers<double>(pattern.entries());
    Buffer<std::int64_t> pointers(pattern.rows + 1, 0);
    countSparseProduct(pattern.slices(), pattern.slices(), pointers.data());
    const auto entries = pointers.data()[pattern.rows];
    Buffer<Index> indices(entries, 0);
    Buffer<double> product(entries, 0);
    measure(state, (2 * pattern.entries() + entries) * 12, [&] {
        return countSparseProduct(pattern.slices(), pattern.slices(), pointers.data()) &&
               fillSparseProduct<double, Index>(pattern.slices(), values.data(), pattern.slices(), values.data(),
                                                pointers.data(), indices.data(), product.data());
    });
}

void gemm(benchmark::State& state)
{
    constexpr std::int64_t n = 2048;
    auto a = spreadNumbers<float>(n * n), b = spreadNumbers<float>(n * n);
    Buffer<float> y(n * n, 0);
    measure(state, 3 * n * n * 4, [&] {
        return denseProduct<float>({a.data(), n, n, n, 1}, {b.data(), n, n, n, 1}, {y.data(), n, n, n});
    });
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
    add("spmv_csr/stencil5-1e7", csr<double>, "stencil5-1e7", 1, false);
    add("spmv_coo/stencil5-1e7", coo);
    add("spmm_csr_k32/stencil5-1e7", csr<float>, "stencil5-1e7", 32, false);
    add("spgemm_csr/stencil5-1e7", sparseTimesSparse);
    add("spmv_csr/uniform-1e7", csr<double>, "uniform-1e7", 1, false);
    add("spmv_csr_t/uniform-1e7", csr<double>, "uniform-1e7", 1, true);
    add("spmm_csr_k32/uniform-1e7", csr<float>, "uniform-1e7", 32, false);
    add("spmm_csr_k128/uniform-1e7", csr<float>, "uniform-1e7", 128, false);
    add("spmm_csr_t_k32/uniform-1e7", csr<float>, "uniform-1e7", 32, true);
    add("add_csr/uniform-1e7", addCsr);
    add("add_csr_other/uniform-1e7", addOtherCsr, "uniform-1e7");
    add("add_csr_other/giant-9e6", addOtherCsr, "giant-9e6");
    add("spmv_csr/rmat-1e7", csr<double>, "rmat-1e7", 1, false);
    add("spmv_csr/uniform-5e7", csr<double>, "uniform-5e7", 1, false);
    add("spmm_csr_k32/bd16-1e7", csr<float>, "bd16-1e7", 32, false);
    add("spmv_bsr/bd16-1e7", bsr<double>, 1);
    add("spmm_bsr_k32/bd16-1e7", bsr<float>, 32);
    add("gemm/2048", gemm);
    return true;
}();

} // namespace

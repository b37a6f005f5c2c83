// SPDX-License-Identifier: Apache-2.0
// Eigen at the products of products_bench.cpp, where it is installed: over the same memory, one thread, and
// compiled for this very processor.
#if __has_include(<Eigen/Sparse>)
#include "bench/kernel_data.h"

#include <benchmark/benchmark.h>
#include <Eigen/Sparse>

namespace {

using namespace tscope::bench;

template <class T>
using Sparse = Eigen::SparseMatrix<T, Eigen::RowMajor, std::int32_t>;

template <class T>
void product(benchmark::State& state, const char* matrix, std::int64_t columns, bool isTransposed)
{
    auto& pattern = patternOf(matrix);
    const auto rows = static_cast<Eigen::Index>(pattern.rows);
    auto values = spreadNumbers<T>(pattern.entries()), x = spreadNumbers<T>(pattern.rows * columns);
    Buffer<T> y(pattern.rows * columns, T{0});
    const Eigen::Map<const Sparse<T>> a(rows, rows, pattern.entries(), pattern.pointers.data(),
                                        pattern.indices.data(), values.data());
    using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
    const auto run = [&](auto&& to, const auto& from) {
        for (auto _ : state) {
            if (isTransposed)
                to.noalias() = a.transpose() * from;
            else
                to.noalias() = a * from;
            benchmark::ClobberMemory();
        }
    };
    if (columns == 1)
        run(Eigen::Map<Column>(y.data(), rows), Eigen::Map<const Column>(x.data(), rows));
    else
        run(Eigen::Map<Rows>(y.data(), rows, columns), Eigen::Map<const Rows>(x.data(), rows, columns));
}

template <class... Arguments>
void add(const char* name, Arguments... arguments)
{
    benchmark::RegisterBenchmark(name, arguments...)
        ->ArgName("threads")
        ->Arg(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
    add("spmv_csr/stencil5-1e7@eigen", product<double>, "stencil5-1e7", 1, false);
    add("spmm_csr_k32/stencil5-1e7@eigen", product<float>, "stencil5-1e7", 32, false);
    add("spmv_csr/uniform-1e7@eigen", product<double>, "uniform-1e7", 1, false);
    add("spmv_csr_t/uniform-1e7@eigen", product<double>, "uniform-1e7", 1, true);
    add("spmm_csr_k32/uniform-1e7@eigen", product<float>, "uniform-1e7", 32, false);
    add("spmm_csr_k128/uniform-1e7@eigen", product<float>, "uniform-1e7", 128, false);
    add("spmm_csr_t_k32/uniform-1e7@eigen", product<float>, "uniform-1e7", 32, true);
    add("spmv_csr/rmat-1e7@eigen", product<double>, "rmat-1e7", 1, false);
    add("spmv_csr/uniform-5e7@eigen", product<double>, "uniform-5e7", 1, false);
    add("spmm_csr_k32/bd16-1e7@eigen", product<float>, "bd16-1e7", 32, false);
    return true;
}();

} // namespace
#endif

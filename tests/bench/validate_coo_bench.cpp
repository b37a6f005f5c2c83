// SPDX-License-Identifier: Apache-2.0
// How fast a coo tensor is validated, the order of its entries included.
#include "base/thread_pool.h"
#include "bench/read_rate.h"
#include "bench/workloads.h"
#include "layouts/coo/coo.h"
#include "rules/check.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace tscope;

// Nine entries in each row at random distinct columns, sorted.
constexpr std::int64_t perRow = 9;

Array sortedIndices(std::int64_t rows)
{
    const auto entries = rows * perRow, width = rows / perRow;
    std::mt19937_64 random(1);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(2 * entries));
    for (std::int64_t row = 0; row < rows; ++row) {
        auto* columns = numbers.data() + entries + row * perRow;
        std::fill_n(numbers.data() + row * perRow, perRow, row);
        // One column from each ninth of the width: distinct and sorted as they come.
        for (std::int64_t i = 0; i < perRow; ++i)
            columns[i] = i * width + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(width));
    }
    return Array::fromInts({2, entries}, numbers);
}

// Each column too large, each row negative, each entry below the one before.
Array wrongIndices(std::int64_t rows)
{
    const auto entries = rows * perRow;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(2 * entries));
    for (std::int64_t k = 0; k < entries; ++k) {
        numbers[static_cast<std::size_t>(k)] = -1 - k;
        numbers[static_cast<std::size_t>(entries + k)] = rows + k;
    }
    return Array::fromInts({2, entries}, numbers);
}

} // namespace

namespace tscope::bench {

const Tensor& cooTensor(std::int64_t rows, bool isClean)
{
    static std::pair<std::int64_t, bool> held;
    static Tensor tensor;
    if (held == std::pair(rows, isClean))
        return tensor;
    held = {rows, isClean};
    tensor = Tensor{};
    const auto& roles = cooLayout().roles;
    tensor = *makeTensor(cooLayout(), {{&roles[0], isClean ? sortedIndices(rows) : wrongIndices(rows)},
                                       {&roles[1], Array::declared(ElementType::f32, {rows * perRow})}});
    tensor.size = Extents{rows, rows};
    tensor.claims.set("is_coalesced", true);
    return tensor;
}

} // namespace tscope::bench

namespace {

void validate(benchmark::State& state, bool isClean)
{
    const auto& tensor = bench::cooTensor(1'000'000, isClean);
    setThreadCount(static_cast<int>(state.range(0)));
    CheckOptions options;
    options.advice = false;
    bench::ReadRate limit(tensor, {"indices"});
    limit.measure();
    bool valid = isClean;
    for (auto _ : state)
        valid = check(tensor, options).valid;
    limit.measure();
    state.counters["limit"] = limit.best();
    setThreadCount(0);
    if (valid != isClean)
        state.SkipWithError("the verdict is wrong");
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                            *tensor.member("indices").array.byteSize());
}

const bool registered = [] {
    for (const bool isClean : {true, false})
        benchmark::RegisterBenchmark(isClean ? "validate/coo/uniform-1e7/i64"
                                             : "validate/coo/uniform-1e7-every-entry-wrong/i64",
                                     validate, isClean)
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->UseRealTime()
            ->Unit(benchmark::kMicrosecond);
    return true;
}();

} // namespace

// SPDX-License-Identifier: Apache-2.0
// The engine that `tscope time` and the window measure with, beside Google Benchmark: the very same calls, once
// sampled by the one and once looped by the other. Run with --benchmark_enable_random_interleaving, so that what
// the machine does besides meets both.
//
// What is compared are medians, and a loop tells a mean, which each interruption lengthens: so there are many
// short loops. After a pause a virtual machine may need some tenths of a second to reach its full rate (a product
// of 224 us took 450 so long), and no two pauses are alike: so both sides begin after that.
#include "bench/kernel_data.h"
#include "make/generators.h"
#include "ops/run.h"
#include "timing/forms.h"
#include "timing/measure.h"
#include "timing/stopwatch.h"
#include "timing/workload.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace {

using namespace tscope;

struct Prepared {
    std::vector<Sound> inputs;
    PreparedRun run;
};

template <class T>
T valueOf(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    return std::move(*result);
}

Sound made(const char* kind)
{
    MakeSpec spec;
    spec.kind = kind;
    spec.layout = "csr";
    spec.size = {20'000, 20'000};
    spec.dtype = ElementType::f32;
    spec.blocksize = {16, 16};
    spec.nnz = 512'000;
    return valueOf(proven(valueOf(makeTensorOf(spec)), "a made matrix"));
}

// Made when it is first asked for.
Prepared& preparedFor(const std::string& kind, const std::string& work, const std::string& form)
{
    static std::map<std::string, Sound> matrices;
    static std::map<std::string, Prepared> all;
    const auto name = kind + work + form;
    if (const auto there = all.find(name); there != all.end())
        return there->second;
    auto matrix = matrices.find(kind);
    if (matrix == matrices.end())
        matrix = matrices.emplace(kind, made(kind.c_str())).first;
    const auto workload = valueOf(timing::workloadNamed(work));
    const auto tensor = valueOf(timing::inForm(matrix->second, valueOf(timing::formNamed(form)), 0));
    Prepared prepared{valueOf(timing::inputsOf(workload, tensor)), {}};
    prepared.run = valueOf(prepare(*workload.op, prepared.inputs, workload.params));
    return all.emplace(name, std::move(prepared)).first->second;
}

constexpr auto settling = std::chrono::milliseconds(100);
constexpr double secondsOfALoop = 0.001;
constexpr int loops = 50, measurings = 24;

Result<void> settle(KernelCall& call)
{
    const auto until = std::chrono::steady_clock::now() + settling;
    while (std::chrono::steady_clock::now() < until) {
        if (auto ran = call.run(); !ran)
            return ran;
        if (auto ended = call.wait(); !ended)
            return ended;
    }
    return {};
}

void byEngine(benchmark::State& state, const std::string& kind, const std::string& work, const std::string& form)
{
    auto& call = *preparedFor(kind, work, form).run.call;
    if (!settle(call))
        return state.SkipWithError("the kernel failed");
    auto stopwatch = valueOf(timing::Stopwatch::make(call));
    timing::MeasureOptions options;
    options.budget = std::chrono::milliseconds(200);
    for (auto _ : state) {
        const auto samples = valueOf(timing::measure({[&] { return stopwatch.time(); }, {}}, options));
        state.SetIterationTime(samples.median().value * 1e-9);
    }
}

void byLoop(benchmark::State& state, const std::string& kind, const std::string& work, const std::string& form)
{
    auto& call = *preparedFor(kind, work, form).run.call;
    if (!settle(call))
        return state.SkipWithError("the kernel failed");
    for (auto _ : state)
        if (!call.run() || !call.wait())
            state.SkipWithError("the kernel failed");
}

struct Case {
    const char *kind, *work, *form;
};
constexpr Case cases[] = {
    {"random", "spmv", "csr"},       {"random", "spmv", "csc"},          {"random", "spmv", "coo"},
    {"blocks", "spmv", "bsr:16x16"}, {"powerlaw", "spmv", "csr"},        {"random", "spmv_t", "csr"},
    {"random", "spmm:64", "csr"},    {"blocks", "spmm:64", "bsr:16x16"}, {"random", "sum", "csr"},
    {"random", "sum_rows", "csr"},   {"random", "add", "csr"},           {"random", "mul", "csr"},
    {"random", "add", "coo"},        {"random", "spgemm", "csr"},        {"random", "sddmm:32", "csr"}};

std::string nameOf(const Case& each)
{
    auto name = std::string("timing/") + each.work + '/' + each.kind + '/' + each.form;
    std::ranges::replace(name, ':', '_'); // which has a meaning in names of benchmarks
    return name;
}

const bool areRegistered = [] {
    for (const auto& each : cases) {
        const auto name = nameOf(each);
        const auto with = [&each](auto measured) {
            return [each, measured](benchmark::State& state) {
                try {
                    measured(state, each.kind, each.work, each.form);
                } catch (const std::runtime_error& why) { // the others go on
                    state.SkipWithError(why.what());
                }
            };
        };
        benchmark::RegisterBenchmark((name + "@engine").c_str(), with(byEngine))
            ->UseManualTime()
            ->Iterations(1)
            ->Repetitions(measurings);
        benchmark::RegisterBenchmark((name + "@loop").c_str(), with(byLoop))
            ->UseRealTime()
            ->MinTime(secondsOfALoop)
            ->Repetitions(loops);
    }
    return true;
}();

} // namespace

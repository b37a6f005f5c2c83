// SPDX-License-Identifier: Apache-2.0
// The verdict after an edit of one slot among 1e8 entries, witnesses included. The edited slots lie anywhere; each
// is set to a wrong value and then to its own again.
#include "bench/workloads.h"
#include "rules/check.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace {

using namespace tscope;

template <class T>
void editSlots(benchmark::State& state, const Tensor& original, const char* member)
{
    auto tensor = original;
    CheckOptions options;
    options.advice = false;
    auto report = check(tensor, options);
    auto& array = tensor.find(member)->array;
    const auto count = *numel(array.geometry);
    std::mt19937_64 random(1);
    bool broken = false;
    std::int64_t slot = 0;
    T own = 0;
    double worst = 0;
    for (auto _ : state) {
        broken = !broken;
        if (broken) {
            slot = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count - 2));
            own = static_cast<T>(*array.at(slot).asIndex());
        }
        // Below 0, or beyond all that there is; a pointer of 0 too.
        const T wrong[] = {T{-1}, std::numeric_limits<T>::max(),
                           member == std::string("compressed") ? T{0} : T{-7}};
        const T value = broken ? wrong[random() % 3] : own;
        const auto bytes = std::as_bytes(std::span(&value, 1));
        const BytePatch patch{slot * static_cast<std::int64_t>(sizeof(T)), {bytes.begin(), bytes.end()}};
        array.storage = patched(array.storage, {&patch, 1});
        const Slots edited{tensor.member(member).role->name, slot, slot + 1};

        const auto begin = std::chrono::steady_clock::now();
        report = recheck(tensor, report, {&edited, 1}, options);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        state.SetIterationTime(took.count());
        worst = std::max(worst, took.count());
        if (report.valid == (value != own))
            return state.SkipWithError("the verdict after the edit is wrong");
    }
    state.counters["worst_us"] = worst * 1e6;
}

void editCompressed(benchmark::State& state, const char* member)
{
    editSlots<std::int32_t>(state, bench::tensorNamed("uniform-1e8", ElementType::i32), member);
}

void editCoo(benchmark::State& state)
{
    editSlots<std::int64_t>(state, bench::cooTensor(11'200'000, true), "indices");
}

const bool registered = [] {
    const auto add = [](const char* name, auto run, auto... of) {
        benchmark::RegisterBenchmark(name, run, of...)
            ->UseManualTime()
            ->Iterations(100)
            ->Unit(benchmark::kMicrosecond);
    };
    add("validate/edit/csr/uniform-1e8-one-slot-of-plain/i32", editCompressed, "plain");
    add("validate/edit/csr/uniform-1e8-one-slot-of-compressed/i32", editCompressed, "compressed");
    add("validate/edit/coo/uniform-1e8-one-slot-of-indices/i64", editCoo);
    return true;
}();

} // namespace

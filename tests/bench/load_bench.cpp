// SPDX-License-Identifier: Apache-2.0
// How long it takes until the tensor of a file can be worked with: opened, and checked where those who read the
// same file check it too. Each file lies in the page cache. Beside the compressed archive what zlib alone takes to
// inflate it, and beside a file of 2 GB what a check of the same tensor in memory takes.
#include "base/thread_pool.h"
#include "bench/load_files.h"
#include "facts/statistics.h"
#include "io/open.h"
#include "io/zip/archive.h"
#include "rules/check.h"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <zlib.h>

namespace {

using namespace tscope;

enum class Then { nothing, validate, check, readAll }; // validate: without advice, which looks at the values too

void load(benchmark::State& state, const char* file, Then then)
{
    const auto path = bench::loadFile(file);
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        auto document = openFile(path);
        if (document)
            if (auto unpacked = unpackAll(*document); !unpacked) // as in the window
                document = unpacked.error();
        if (!document) {
            state.SkipWithError(document.error().text.c_str());
            break;
        }
        const auto& tensor = document->tensors.front().tensor;
        const bool isChecked = then == Then::validate || then == Then::check;
        if (isChecked && !check(tensor, {.advice = then == Then::check}).valid)
            state.SkipWithError("the tensor is broken");
        if (then == Then::readAll)
            benchmark::DoNotOptimize(statisticsOf(tensor.members.front().array));
        benchmark::DoNotOptimize(document);
    }
    setThreadCount(0);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                            static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

// What unpacking can't be faster than with zlib: nothing is summed, all of it is in memory, a buffer is used
// again.
void inflateAlone(benchmark::State& state, const char* file)
{
    const auto bytes = *mapFile(bench::loadFile(file));
    const auto archive = *ZipArchive::open(bytes);
    std::int64_t longest = 0;
    for (const auto& entry : archive.entries())
        longest = std::max(longest, entry.size);
    std::vector<std::byte> out(static_cast<std::size_t>(longest));
    for (auto _ : state)
        for (const auto& entry : archive.entries()) {
            z_stream stream{};
            ::inflateInit2(&stream, -MAX_WBITS);
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes->data() + entry.begin));
            stream.avail_in = static_cast<uInt>(entry.packedSize);
            stream.next_out = reinterpret_cast<Bytef*>(out.data());
            stream.avail_out = static_cast<uInt>(out.size());
            if (::inflate(&stream, Z_FINISH) != Z_STREAM_END)
                state.SkipWithError("zlib can't inflate it");
            ::inflateEnd(&stream);
            benchmark::DoNotOptimize(out.data());
        }
}

// What a check of a mapped file can't be faster than: the same check of what lies in memory, and bringing the
// pages of the members there, of which one byte each is read.
void checkInMemoryAndMap(benchmark::State& state, const char* file)
{
    const auto path = bench::loadFile(file);
    auto tensor = openFile(path)->tensors.front().tensor;
    for (auto& member : tensor.members) {
        auto builder = *StorageBuilder::make(*member.array.byteSize());
        const auto begin = member.array.geometry.offset * member.array.dtype.itemSize();
        member.array.storage->read(begin, builder.bytes());
        member.array = {std::move(builder).seal(), member.array.dtype,
                        Geometry::rowMajor(member.array.geometry.sizes)};
    }
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        constexpr std::int64_t page = 4096, part = 4096 * page;
        const auto bytes = *mapFile(path);
        parallelFor((bytes->byteSize() + part - 1) / part, [&](std::int64_t p) {
            std::byte sum{};
            for (auto at = p * part; at < std::min(bytes->byteSize(), (p + 1) * part); at += page)
                sum ^= bytes->data()[at];
            benchmark::DoNotOptimize(sum);
        });
        benchmark::DoNotOptimize(check(tensor));
    }
    setThreadCount(0);
}

template <class Function, class... Given>
void add(const char* name, std::initializer_list<int> threads, Function function, Given... given)
{
    auto* benchmark = benchmark::RegisterBenchmark(name, function, given...)
                          ->ArgName("threads")
                          ->UseRealTime()
                          ->MinWarmUpTime(0.3) // the first run, which the peers' medians leave out too
                          ->MinTime(0.2)       // and so again for each repetition
                          ->Unit(benchmark::kMillisecond);
    for (const auto count : threads)
        benchmark->Arg(count);
}

// A name behind @ is that of something to compare with.
const bool registered = [] {
    add("load_mtx/uniform-1e7", {1, 2}, load, "uniform-1e7.mtx", Then::nothing);
    add("load_npy/dense8192", {1}, load, "dense8192.npy", Then::nothing);
    add("load_npy/dense8192-all-read", {1, 2}, load, "dense8192.npy", Then::readAll);
    add("load_npz/uniform-1e7", {1, 2}, load, "uniform-1e7.npz", Then::validate);
    add("load_npz_compressed/uniform-1e7", {1, 2}, load, "uniform-1e7-packed.npz", Then::nothing);
    add("load_npz_compressed/uniform-1e7@inflate", {1}, inflateAlone, "uniform-1e7-packed.npz");
    add("load_npz_compressed/stencil5-1e7", {1, 2}, load, "stencil5-1e7-packed.npz", Then::nothing);
    add("load_npz_compressed/stencil5-1e7@inflate", {1}, inflateAlone, "stencil5-1e7-packed.npz");
    add("load_pt_csr/uniform-1e7", {1, 2}, load, "uniform-1e7.pt", Then::validate);
    add("load_and_check/uniform-2GB", {1, 2}, load, "uniform-2GB.npz", Then::check);
    add("load_and_check/uniform-2GB@memory+pages", {1, 2}, checkInMemoryAndMap, "uniform-2GB.npz");
    return true;
}();

} // namespace

// SPDX-License-Identifier: Apache-2.0
// How fast a layout becomes another one: the kernels with the memory that they write into. "fresh": that memory
// was never used before, as a first conversion finds it. Bytes are those that must be read and written at least.
#include "base/thread_pool.h"
#include "base/watch.h"
#include "bench/convert_workloads.h"
#include "cpu/convert/coalesce.h"
#include "cpu/convert/dense_blocks.h"
#include "cpu/convert/dense_nonzeros.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/ragged.h"
#include "cpu/convert/slices_to_blocks.h"
#include "cpu/convert/slices_to_dense.h"
#include "cpu/convert/stream.h"
#include "cpu/convert/transpose_slices.h"
#include "memory/buffer_pool.h"

#if __has_include(<eigen3/Eigen/SparseCore>)
#include <eigen3/Eigen/SparseCore>
#endif
#include <any>
#include <array>
#include <benchmark/benchmark.h>
#include <cstring>
#include <functional>
#include <memory>
#include <random>

namespace {

using namespace tscope;
using namespace tscope::cpu;
using bench::denseOf;
using bench::Held;
using bench::heldNamed;

constexpr std::int64_t side = 8192; // of the dense matrices

template <class T>
const std::byte* bytesOf(const std::vector<T>& values)
{
    return reinterpret_cast<const std::byte*>(values.data());
}

template <class T>
std::int64_t byteSize(const std::vector<T>& values)
{
    return static_cast<std::int64_t>(values.size() * sizeof(T));
}

// What is converted is made once; it goes when another is asked for.
template <class Make>
auto& input(const std::string& key, const Make& make)
{
    static std::string heldKey;
    static std::any held;
    using Input = decltype(make());
    if (heldKey != key) {
        held.reset();
        held = std::make_shared<Input>(make());
        heldKey = key;
    }
    return *std::any_cast<std::shared_ptr<Input>&>(held);
}

// Runs once and returns the compulsory bytes.
using Work = std::function<std::int64_t()>;

void measure(benchmark::State& state, const std::function<Work()>& make, bool isFresh)
{
    const auto work = make();
    setThreadCount(static_cast<int>(state.range(0)));
    setKeptBytesLimit(isFresh ? 0 : -1);
    dropKeptBytes();
    std::int64_t bytes = 0;
    if (!isFresh)
        work();
    for (auto _ : state)
        bytes = work();
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
    setKeptBytesLimit(-1);
    dropKeptBytes();
    setThreadCount(0);
}

void add(const std::string& name, const std::function<Work()>& make)
{
    for (const bool isFresh : {false, true})
        benchmark::RegisterBenchmark((name + (isFresh ? "/fresh" : "")).c_str(), measure, make, isFresh)
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
}

// The most that memory takes: written in whole lines that go round the caches, from other memory or from nowhere.
void writeBandwidth(benchmark::State& state, bool isCopy)
{
    constexpr std::int64_t bytes = std::int64_t{1} << 28, parts = 16;
    const auto from = Buffer::unset(bytes), to = Buffer::unset(bytes);
    std::memset(from.data(), 1, bytes);
    std::memset(to.data(), 1, bytes);
    setThreadCount(static_cast<int>(state.range(0)));
    for (auto _ : state)
        parallelFor(parts, [&](std::int64_t part) {
            auto* out = to.data() + bytes / parts * part;
            const auto* in = from.data() + bytes / parts * part;
            for (std::int64_t line = 0; line < bytes / parts; line += 64)
                streamLines(out + line, isCopy ? in + line : from.data(), 1);
            streamEnd();
        });
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes * (isCopy ? 2 : 1));
    setThreadCount(0);
}

void check(Ending ending)
{
    if (ending != Ending::done)
        std::abort();
}

Work denseToCsr(double density)
{
    auto& dense = input("dense" + std::to_string(density), [&] { return denseOf(density); });
    return [&dense] {
        const auto capacity = side * side;
        const auto pointers = Buffer::unset((side + 1) * 4);
        auto columns = Buffer::reserved(capacity * 4), values = Buffer::reserved(capacity * 4);
        const DenseSource source{bytesOf(dense), side, side, side * 4, 4, 4};
        std::int64_t entries = 0;
        check(storeNonzeros(source, zeroTestOf(ElementType::f32),
                            NonzerosOut<std::int32_t>{capacity, pointers.as<std::int32_t>(),
                                                      columns.as<std::int32_t>(), values.data()},
                            entries, Watch{}));
        columns.usedOnly(entries * 4);
        values.usedOnly(entries * 4);
        return byteSize(dense) + entries * 8;
    };
}

Work denseToBsr()
{
    auto& dense = input("dense blocks", [] { return denseOf(0.05, 16); });
    return [&dense] {
        const auto capacity = side * side / 256;
        const auto pointers = Buffer::unset((side / 16 + 1) * 8);
        auto columns = Buffer::reserved(capacity * 8), values = Buffer::reserved(capacity * 1024);
        const DenseSource source{bytesOf(dense), side, side, side * 4, 4, 4};
        std::int64_t blocks = 0;
        check(storeNonzeroBlocks(source, zeroTestOf(ElementType::f32), {16, 16},
                                 BlocksOut<std::int64_t>{capacity, pointers.as<std::int64_t>(),
                                                         columns.as<std::int64_t>(), values.data()},
                                 blocks, Watch{}));
        columns.usedOnly(blocks * 8);
        values.usedOnly(blocks * 1024);
        return byteSize(dense) + blocks * 1032;
    };
}

Work cooUnsortedToCsr(const char* name)
{
    auto& coo = input(std::string("coo ") + name, [&] {
        auto held = heldNamed<std::int32_t, double>(name);
        if (held.rowOfEach.empty())
            bench::shuffleToCoo(held);
        return held;
    });
    return [&coo] {
        const auto count = static_cast<std::int64_t>(coo.indices.size());
        const std::array<std::int64_t, 2> sizes{coo.rows, coo.columns};
        const std::array<const std::int32_t*, 2> rows{coo.rowOfEach.data(), coo.indices.data()};
        const CooIndices<std::int32_t> indices{count, sizes, rows};
        SortedEntries sorted;
        check(sortEntries(indices, bytesOf(coo.values), 8, sorted, Watch{}));
        const auto pointers = Buffer::unset((coo.rows + 1) * 4), columns = Buffer::unset(sorted.groups * 4),
                   values = Buffer::unset(sorted.groups * 8);
        const std::array<std::int32_t*, 2> out{nullptr, columns.as<std::int32_t>()};
        check(storeGroups(sorted, indices, bytesOf(coo.values), 8, ElementType::f64,
                          GroupsOut<std::int32_t>{out, pointers.as<std::int32_t>(), values.data()}, Watch{}));
        return count * 16 + sorted.groups * 12 + coo.rows * 4;
    };
}

Work cooSortedToCsr()
{
    auto& coo = input("coo sorted", [] {
        auto held = heldNamed<std::int64_t, float>("uniform-1e7");
        held.rowOfEach.resize(held.indices.size());
        expandPointers(held.slices(), held.rowOfEach.data());
        return held;
    });
    return [&coo] {
        const auto pointers = Buffer::unset((coo.rows + 1) * 8);
        pointersOfSorted(coo.rowOfEach.data(), static_cast<std::int64_t>(coo.rowOfEach.size()), coo.rows,
                         pointers.as<std::int64_t>());
        return byteSize(coo.rowOfEach) + coo.rows * 8;
    };
}

Work csrToCoo()
{
    auto& csr = input("csr to coo", [] { return heldNamed<std::int32_t, double>("uniform-1e7"); });
    return [&csr] {
        const auto rows = Buffer::unset(byteSize(csr.indices));
        expandPointers(csr.slices(), rows.as<std::int32_t>());
        return byteSize(csr.pointers) + rows.byteSize();
    };
}

Work csrToCsc(const char* name)
{
    auto& csr = input(name, [&] { return heldNamed<std::int32_t, double>(name); });
    return [&csr] {
        const auto pointers = Buffer::unset((csr.columns + 1) * 4), indices = Buffer::unset(byteSize(csr.indices)),
                   values = Buffer::unset(byteSize(csr.values));
        check(transposeSlices(csr.slices(), bytesOf(csr.values), 8, pointers.as<std::int32_t>(),
                              indices.as<std::int32_t>(), values.data(), Watch{}));
        return 2 * (byteSize(csr.pointers) + byteSize(csr.indices) + byteSize(csr.values));
    };
}

Work csrToBsr()
{
    auto& csr = input("bands", [] { return heldNamed<std::int32_t, double>("bd16-1e7"); });
    return [&csr] {
        const auto form = BlockForm::ofRows({16, 16});
        const auto pointers = Buffer::unset((csr.rows / 16 + 1) * 4);
        const auto capacity = static_cast<std::int64_t>(csr.indices.size());
        auto indices = Buffer::reserved(capacity * 4);
        std::int64_t count = 0;
        check(findBlocks(csr.slices(), form, capacity, pointers.as<std::int32_t>(), indices.as<std::int32_t>(),
                         count, Watch{}));
        indices.usedOnly(count * 4);
        const auto values = Buffer::unset(count * 2048);
        const Slices<std::int32_t> blocks{csr.rows / 16, csr.columns / 16, pointers.as<std::int32_t>(),
                                          indices.as<std::int32_t>()};
        check(fillBlocks(csr.slices(), bytesOf(csr.values), 8, form, blocks, values.data(), Watch{}));
        return byteSize(csr.indices) + byteSize(csr.values) + values.byteSize();
    };
}

Work bsrToCsr()
{
    auto& bsr = input("blocks", [] { return heldNamed<std::int32_t, double>("bd16-1e7", true); });
    return [&bsr] {
        const auto count = static_cast<std::int64_t>(bsr.values.size());
        const auto pointers = Buffer::unset((bsr.rows + 1) * 4), indices = Buffer::unset(count * 4),
                   values = Buffer::unset(count * 8);
        check(blocksToSlices(bsr.slices(), bytesOf(bsr.values), 8, BlockForm::ofRows({16, 16}),
                             pointers.as<std::int32_t>(), indices.as<std::int32_t>(), values.data(), Watch{}));
        return byteSize(bsr.values) + indices.byteSize() + values.byteSize();
    };
}

// A dense matrix as csr or bsr.
struct Sparse {
    std::vector<std::int64_t> pointers, indices;
    std::vector<float> values;
};

Sparse sparseOf(const std::vector<float>& dense, std::int64_t block)
{
    const DenseSource source{bytesOf(dense), side, side, side * 4, 4, 4};
    const auto capacity = side * side / block / block;
    Sparse out{std::vector<std::int64_t>(side / block + 1), std::vector<std::int64_t>(capacity),
               std::vector<float>(side * side)};
    std::int64_t blocks = 0;
    check(storeNonzeroBlocks(source, zeroTestOf(ElementType::f32), {block, block},
                             BlocksOut<std::int64_t>{capacity, out.pointers.data(), out.indices.data(),
                                                     reinterpret_cast<std::byte*>(out.values.data())},
                             blocks, Watch{}));
    out.indices.resize(static_cast<std::size_t>(blocks));
    out.values.resize(static_cast<std::size_t>(blocks * block * block));
    return out;
}

Work toDense(double density, std::int64_t block)
{
    auto& sparse =
        input("sparse" + std::to_string(block), [&] { return sparseOf(denseOf(density, block), block); });
    return [&sparse, block] {
        const auto dense = Buffer::unset(side * side * 4);
        const Slices<std::int64_t> slices{side / block, side / block, sparse.pointers.data(),
                                          sparse.indices.data()};
        check(slicesToDense(slices, bytesOf(sparse.values), {block, block},
                            DenseTarget{dense.data(), side, side, side * 4, 4, 4}, Watch{}));
        return byteSize(sparse.indices) + byteSize(sparse.values) + dense.byteSize();
    };
}

// Ten thousand pieces of 1 to 256 rows of 64 floats.
struct RaggedInput {
    std::vector<std::vector<float>> pieces;
    std::vector<std::int64_t> offsets, lengths;
    std::vector<float> buffer, padded;
};

RaggedInput makeRagged()
{
    constexpr std::int64_t count = 10'000, longest = 256, inner = 64;
    RaggedInput out;
    std::mt19937_64 random(1);
    std::int64_t rows = 0;
    for (std::int64_t c = 0; c < count; ++c) {
        out.lengths.push_back(1 + static_cast<std::int64_t>(random() % longest));
        out.offsets.push_back(rows);
        rows += out.lengths.back();
        out.pieces.emplace_back(out.lengths.back() * inner, 1.5F);
    }
    out.lengths[0] = std::max<std::int64_t>(out.lengths[0], 1);
    out.buffer.assign(rows * inner, 1.5F);
    out.padded.assign(count * longest * inner, 1.5F);
    return out;
}

Components componentsOf(const RaggedInput& ragged)
{
    return {static_cast<std::int64_t>(ragged.offsets.size()), 1, ragged.offsets.data(), ragged.lengths.data(),
            256};
}

Work nestedBuild()
{
    auto& ragged = input("ragged", makeRagged);
    return [&ragged] {
        const auto buffer = Buffer::unset(byteSize(ragged.buffer));
        std::vector<CopyRun> runs;
        for (std::size_t c = 0; c < ragged.pieces.size(); ++c)
            runs.push_back(
                {buffer.data() + ragged.offsets[c] * 256, bytesOf(ragged.pieces[c]), byteSize(ragged.pieces[c])});
        check(copyRuns(runs, Watch{}));
        return 2 * buffer.byteSize();
    };
}

Work nestedToPadded()
{
    auto& ragged = input("ragged", makeRagged);
    return [&ragged] {
        const auto padded = Buffer::unset(byteSize(ragged.padded));
        const std::array<std::int64_t, 1> sizes{256};
        const std::array<std::byte, 4> zero{};
        check(toPadded(componentsOf(ragged), bytesOf(ragged.buffer), sizes, zero, padded.data(), Watch{}));
        return byteSize(ragged.buffer) + padded.byteSize();
    };
}

Work nestedFromPadded()
{
    auto& ragged = input("ragged", makeRagged);
    return [&ragged] {
        const auto buffer = Buffer::unset(byteSize(ragged.buffer));
        const std::array<std::int64_t, 1> sizes{256};
        check(fromPadded(componentsOf(ragged), buffer.data(), sizes, bytesOf(ragged.padded), Watch{}));
        return 2 * buffer.byteSize();
    };
}

#if __has_include(<eigen3/Eigen/SparseCore>)

// Eigen does these with one thread, and makes its result afresh.
void addEigen(const std::string& workload, const std::function<std::function<void()>()>& make)
{
    const auto measureEigen = [make](benchmark::State& state) {
        const auto work = make();
        for (auto _ : state)
            work();
    };
    benchmark::RegisterBenchmark((workload + "@eigen").c_str(), measureEigen)
        ->ArgName("threads")
        ->Arg(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

std::function<void()> eigenDenseToCsr(double density)
{
    using Dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    auto& dense = input("dense" + std::to_string(density), [&] { return denseOf(density); });
    return [&dense] {
        const Eigen::Map<const Dense> map(dense.data(), side, side);
        const Eigen::SparseMatrix<float, Eigen::RowMajor, std::int32_t> sparse = map.sparseView();
        benchmark::DoNotOptimize(sparse.valuePtr());
    };
}

std::function<void()> eigenCsrToCsc(const char* name)
{
    auto& csr = input(name, [&] { return heldNamed<std::int32_t, double>(name); });
    return [&csr] {
        const Eigen::Map<const Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>> map(
            csr.rows, csr.columns, static_cast<Eigen::Index>(csr.indices.size()), csr.pointers.data(),
            csr.indices.data(), csr.values.data());
        const Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t> csc = map;
        benchmark::DoNotOptimize(csc.valuePtr());
    };
}

#endif

const bool registered = [] {
    for (const bool isCopy : {false, true})
        benchmark::RegisterBenchmark(isCopy ? "limit/copy" : "limit/write", writeBandwidth, isCopy)
            ->ArgName("threads")
            ->Arg(1)
            ->Arg(2)
            ->UseRealTime();
#if __has_include(<eigen3/Eigen/SparseCore>)
    addEigen("dense_to_csr/dense8192-0.01/f32", [] { return eigenDenseToCsr(0.01); });
    addEigen("dense_to_csr/dense8192-0.1/f32", [] { return eigenDenseToCsr(0.1); });
    addEigen("csr_to_csc/uniform-1e7/f64", [] { return eigenCsrToCsc("uniform-1e7"); });
    addEigen("csr_to_csc/stencil5-1e7/f64", [] { return eigenCsrToCsc("stencil5-1e7"); });
#endif
    add("dense_to_csr/dense8192-0.01/f32", [] { return denseToCsr(0.01); });
    add("dense_to_csr/dense8192-0.1/f32", [] { return denseToCsr(0.1); });
    add("dense_to_bsr/denseblk16-0.05/f32", denseToBsr);
    add("coo_unsorted_to_csr/uniform-1e7/f64", [] { return cooUnsortedToCsr("uniform-1e7"); });
    add("coo_unsorted_to_csr/rmat-1e7/f64", [] { return cooUnsortedToCsr("rmat-1e7"); });
    add("coo_sorted_to_csr/uniform-1e7/f32", cooSortedToCsr);
    add("csr_to_coo/uniform-1e7/f64", csrToCoo);
    add("csr_to_csc/uniform-1e7/f64", [] { return csrToCsc("uniform-1e7"); });
    add("csr_to_csc/stencil5-1e7/f64", [] { return csrToCsc("stencil5-1e7"); });
    add("csr_to_bsr/bd16-1e7/f64", csrToBsr);
    add("bsr_to_csr/bd16-1e7/f64", bsrToCsr);
    add("csr_to_dense/dense8192-0.01/f32", [] { return toDense(0.01, 1); });
    add("bsr_to_dense/denseblk16-0.05/f32", [] { return toDense(0.05, 16); });
    add("nested_build/ragged-1e4/f32", nestedBuild);
    add("nested_to_padded/ragged-1e4/f32", nestedToPadded);
    add("nested_from_padded/ragged-1e4/f32", nestedFromPadded);
    return true;
}();

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/scatter_shares.h"

#include "base/thread_pool.h"
#include "cpu/element_types.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace tscope::cpu {

namespace {

// In a share: two lines of memory or more, of all but the smaller types, as processors fetch them in pairs;
// threads that write one line each of a pair wait for each other all the time.
constexpr std::int64_t leastColumns = 32;
constexpr std::int64_t samplesPerShare = 1024;
constexpr std::int64_t mostPerEntry = 16; // rows of blocks are counted: no more memory than entries account for
constexpr std::int64_t mostUneven = 4;    // a share by rows may be larger than it should by one part in so many

std::vector<ScatterShare> sharesOfColumns(std::int64_t threads, std::int64_t blocks, std::int64_t columns)
{
    std::vector<ScatterShare> shares;
    for (std::int64_t t = 0; t < threads; ++t) {
        const auto first = columns * t / threads / leastColumns * leastColumns;
        const auto last = t + 1 == threads ? columns : columns * (t + 1) / threads / leastColumns * leastColumns;
        shares.push_back({0, blocks, first, last - first});
    }
    return shares;
}

// Cut where samples say that the rows before are hit as often as they should.
template <class I>
std::vector<ScatterShare> sharesBySamples(const I* outs, std::int64_t entries, std::int64_t threads,
                                          std::int64_t blocks, std::int64_t columns)
{
    std::vector<std::int64_t> samples;
    const auto count = std::min(entries, threads * samplesPerShare);
    for (std::int64_t s = 0; s < count; ++s)
        samples.push_back(outs[s * (entries / count) + s * (entries % count) / count]);
    std::ranges::sort(samples);
    std::vector<ScatterShare> shares;
    std::int64_t first = 0;
    for (std::int64_t t = 1; t <= threads; ++t) {
        const auto last =
            t == threads ? blocks : std::max(first, samples[static_cast<std::size_t>(count * t / threads)]);
        shares.push_back({first, last - first, 0, columns});
        first = last;
    }
    return shares;
}

// Cut where so many hits were counted. Empty: one share would be much larger than it should.
template <class I>
std::vector<ScatterShare> sharesByCounts(const I* outs, std::int64_t entries, std::int64_t threads,
                                         std::int64_t blocks, std::int64_t columns)
{
    std::vector<std::int64_t> hits(static_cast<std::size_t>(blocks));
    for (std::int64_t e = 0; e < entries; ++e)
        ++hits[static_cast<std::size_t>(outs[e])];
    std::vector<ScatterShare> shares;
    std::int64_t first = 0, before = 0, sum = 0;
    for (std::int64_t block = 0; block < blocks; ++block) {
        sum += hits[static_cast<std::size_t>(block)];
        const auto shared = std::ssize(shares) + 1;
        if (block + 1 < blocks && (shared == threads || sum < entries / threads * shared))
            continue;
        if ((sum - before) * threads * mostUneven > entries * (mostUneven + 1))
            return {};
        shares.push_back({first, block + 1 - first, 0, columns});
        first = block + 1;
        before = sum;
    }
    return shares;
}

// body(row, count) for all rows of a share, or once where one row follows the other in memory: of single columns a
// call for each row takes as long as a tenth of all products.
template <class Body>
void forRowsOf(const ScatterShare& share, std::int64_t rowsPerBlock, bool isTogether, Body&& body)
{
    const auto first = share.firstBlock * rowsPerBlock, rows = share.blocks * rowsPerBlock;
    if (isTogether)
        body(first, rows * share.columns);
    else
        for (auto row = first; row < first + rows; ++row)
            body(row, share.columns);
}

} // namespace

template <class I>
std::vector<ScatterShare> scatterShares(const I* outs, std::int64_t entries, std::int64_t blocks,
                                        std::int64_t columns, std::int64_t work, bool isOfBlocks)
{
    const std::int64_t threads = work < leastForThreads ? 1 : threadCount();
    if (threads == 1)
        return {{0, blocks, 0, columns}};
    if (isOfBlocks && blocks / mostPerEntry <= entries)
        if (auto shares = sharesByCounts(outs, entries, threads, blocks, columns); !shares.empty())
            return shares;
    return columns >= threads * leastColumns ? sharesOfColumns(threads, blocks, columns)
                                             : sharesBySamples(outs, entries, threads, blocks, columns);
}

template <class T, class I>
bool scatter(const ScatterLoops<T, I>& loops, const Dense<T>& y, std::int64_t rowsPerBlock,
             const std::vector<ScatterShare>& shares, std::int64_t tasks, const Watch& watch,
             const std::function<void(const ScatterShare&, std::byte*, std::int64_t, std::int64_t)>& add)
{
    std::vector<std::byte> scratch(
        static_cast<std::size_t>(loops.addsInPlace ? 0 : y.rows * y.columns * loops.sumBytes));
    auto* sums = loops.addsInPlace ? reinterpret_cast<std::byte*>(y.data) : scratch.data();
    const auto stride = loops.addsInPlace ? y.stride : y.columns;
    std::atomic<std::int64_t> done{0};
    parallelFor(std::ssize(shares), [&](std::int64_t s) {
        const auto& share = shares[static_cast<std::size_t>(s)];
        forRowsOf(share, rowsPerBlock, share.columns == stride, [&](std::int64_t row, std::int64_t count) {
            if (count > 0)
                std::memset(sums + (row * stride + share.firstColumn) * loops.sumBytes, 0,
                            static_cast<std::size_t>(count * loops.sumBytes));
        });
        for (std::int64_t task = 0; task < tasks; ++task) {
            if (watch.isStopped())
                return;
            add(share, sums, stride, task);
            if (s == 0 && watch.progress)
                watch.progress(static_cast<double>(task + 1) / static_cast<double>(tasks));
        }
        const bool isTogether = share.columns == stride && share.columns == y.stride;
        if (!loops.addsInPlace)
            forRowsOf(share, rowsPerBlock, isTogether, [&](std::int64_t row, std::int64_t count) {
                loops.round(sums + (row * stride + share.firstColumn) * loops.sumBytes,
                            y.data + row * y.stride + share.firstColumn, count);
            });
        ++done;
    });
    return done == std::ssize(shares);
}

template std::vector<ScatterShare> scatterShares(const std::int32_t*, std::int64_t, std::int64_t, std::int64_t,
                                                 std::int64_t, bool);
template std::vector<ScatterShare> scatterShares(const std::int64_t*, std::int64_t, std::int64_t, std::int64_t,
                                                 std::int64_t, bool);
#define TSCOPE_INSTANTIATE_FOR(T, I)                                                                              \
    template bool scatter(                                                                                        \
        const ScatterLoops<T, I>&, const Dense<T>&, std::int64_t, const std::vector<ScatterShare>&, std::int64_t, \
        const Watch&, const std::function<void(const ScatterShare&, std::byte*, std::int64_t, std::int64_t)>&);
#define TSCOPE_INSTANTIATE(T) TSCOPE_INSTANTIATE_FOR(T, std::int32_t) TSCOPE_INSTANTIATE_FOR(T, std::int64_t)
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE
#undef TSCOPE_INSTANTIATE_FOR

} // namespace tscope::cpu

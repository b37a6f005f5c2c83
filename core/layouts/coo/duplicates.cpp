// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/duplicates.h"

#include "base/say.h"
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <memory>
#include <new>

namespace tscope {

namespace {

constexpr std::int64_t chunk = 4096;         // entries hashed at a time
constexpr std::int64_t bucketEntries = 4096; // sorted at a time, in the nearest cache

struct Hashed {
    std::uint64_t hash;
    std::int64_t entry;
};

std::uint64_t mixed(std::uint64_t seed, std::int64_t coordinate)
{
    seed = (seed ^ static_cast<std::uint64_t>(coordinate)) * 0x9e3779b97f4a7c15u;
    return seed ^ (seed >> 29);
}

void hashChunk(const IndexRows& rows, std::int64_t begin, std::int64_t count, std::uint64_t* hashes,
               IndexRows::Scratch& scratch)
{
    std::fill_n(hashes, count, 0x243f6a8885a308d3u);
    for (std::int64_t row = 0; row < rows.rows(); ++row) {
        const auto* run = rows.read(row, begin, begin + count, scratch);
        for (std::int64_t i = 0; i < count; ++i)
            hashes[i] = mixed(hashes[i], run[i]);
    }
}

// -1, 0, 1 as the coordinates of a are below, equal to or above those of b.
int compared(const IndexRows& rows, std::int64_t a, std::int64_t b)
{
    for (std::int64_t row = 0; row < rows.rows(); ++row) {
        const auto x = rows.at(row, a), y = rows.at(row, b);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

// Which entries are duplicates, a bit for each; several threads mark.
class Marks
{
public:
    Marks(std::uint64_t* words, std::int64_t entries) : m_words(words), m_count((entries + 63) / 64) {}

    void set(std::int64_t entry)
    {
        std::atomic_ref<std::uint64_t>(m_words[entry / 64])
            .fetch_or(std::uint64_t{1} << (entry % 64), std::memory_order_relaxed);
    }

    Duplicates collect(std::int64_t limit) const
    {
        Duplicates out;
        for (std::int64_t word = 0; word < m_count; ++word) {
            out.count += std::popcount(m_words[word]);
            for (auto rest = m_words[word]; rest != 0 && static_cast<std::int64_t>(out.first.size()) < limit;
                 rest &= rest - 1)
                out.first.push_back(word * 64 + std::countr_zero(rest));
        }
        return out;
    }

private:
    std::uint64_t* m_words;
    std::int64_t m_count;
};

// Marks the duplicates among entries of one hash, which rise. Nearly always they are all equal; where they are
// not, somebody made the hashes meet, and sorting keeps that from being slow.
void markRun(const IndexRows& rows, Hashed* begin, Hashed* end, Marks& marks)
{
    const auto isLikeFirst = [&](const Hashed& other) { return compared(rows, begin->entry, other.entry) == 0; };
    if (!std::all_of(begin + 1, end, isLikeFirst))
        std::sort(begin, end, [&](const Hashed& a, const Hashed& b) {
            const auto order = compared(rows, a.entry, b.entry);
            return order != 0 ? order < 0 : a.entry < b.entry;
        });
    for (auto* at = begin + 1; at < end; ++at)
        if (compared(rows, (at - 1)->entry, at->entry) == 0)
            marks.set(at->entry);
}

void markBucket(const IndexRows& rows, Hashed* begin, Hashed* end, Marks& marks)
{
    std::sort(begin, end, [](const Hashed& a, const Hashed& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.entry < b.entry;
    });
    for (auto* at = begin; at < end;) {
        auto* next = std::find_if(at + 1, end, [&](const Hashed& other) { return other.hash != at->hash; });
        if (next - at > 1)
            markRun(rows, at, next, marks);
        at = next;
    }
}

Error stopped()
{
    return {ErrorCode::cancelled, say("stopped")};
}

} // namespace

Result<Duplicates> duplicatesAnywhere(const IndexRows& rows, std::int64_t limit, const Watch& watch)
{
    const auto entries = rows.columns();
    const auto wanted = std::bit_ceil(static_cast<std::uint64_t>(entries / bucketEntries + 1));
    const auto bits = std::min(12, std::countr_zero(wanted));
    const auto buckets = std::int64_t{1} << bits;
    // 0 bits: one bucket, and a shift by 64 would mean nothing.
    const auto bucketOf = [&](std::uint64_t hash) {
        return bits == 0 ? 0 : static_cast<std::int64_t>(hash >> (64 - bits));
    };
    const std::unique_ptr<Hashed[]> sorted(new (std::nothrow) Hashed[static_cast<std::size_t>(entries)]);
    const std::unique_ptr<std::uint64_t[]> words(
        new (std::nothrow) std::uint64_t[static_cast<std::size_t>((entries + 63) / 64)]());
    if (!sorted || !words)
        return Error{ErrorCode::outOfMemory,
                     say("not enough memory to compare {0} entries with each other", entries)};

    std::vector<std::int64_t> ends(static_cast<std::size_t>(buckets) + 1);
    std::uint64_t hashes[chunk];
    IndexRows::Scratch scratch;
    const auto forEachChunk = [&](auto&& use) {
        for (std::int64_t begin = 0; begin < entries && !watch.isStopped(); begin += chunk) {
            const auto count = std::min(chunk, entries - begin);
            hashChunk(rows, begin, count, hashes, scratch);
            for (std::int64_t i = 0; i < count; ++i)
                use(bucketOf(hashes[i]), Hashed{hashes[i], begin + i});
        }
    };
    forEachChunk([&](std::int64_t bucket, const Hashed&) { ++ends[static_cast<std::size_t>(bucket) + 1]; });
    for (std::size_t bucket = 0; bucket < static_cast<std::size_t>(buckets); ++bucket)
        ends[bucket + 1] += ends[bucket];
    if (watch.isStopped())
        return stopped();
    // ends[b] is where bucket b begins until it is filled, and its end afterwards.
    forEachChunk([&](std::int64_t bucket, const Hashed& hashed) {
        sorted[static_cast<std::size_t>(ends[static_cast<std::size_t>(bucket)]++)] = hashed;
    });
    if (watch.isStopped())
        return stopped();

    Marks marks(words.get(), entries);
    const auto markOne = [&](std::int64_t bucket) {
        if (watch.isStopped())
            return;
        const auto begin = bucket == 0 ? 0 : ends[static_cast<std::size_t>(bucket) - 1];
        markBucket(rows, sorted.get() + begin, sorted.get() + ends[static_cast<std::size_t>(bucket)], marks);
    };
    if (entries < (std::int64_t{1} << 17))
        for (std::int64_t bucket = 0; bucket < buckets; ++bucket)
            markOne(bucket);
    else
        parallelFor(buckets, std::ref(markOne));
    if (watch.isStopped())
        return stopped();
    return marks.collect(limit);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "memory/buffer_pool.h"

#include "base/check.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <sys/mman.h>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace tscope {

namespace {

constexpr std::int64_t alignment = 64;
constexpr std::int64_t mapFrom = std::int64_t{1} << 20; // smaller blocks are cheaper from the heap
// What is mapped lies in huge pages. Of small ones the system may have any in any order, and what jumps about in
// them takes up to five times as long in one process as in another.
constexpr std::int64_t smallPage = 4096, hugePage = std::int64_t{2} << 20;
// No buffer is larger: sums of a few of these still fit.
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 8;

std::int64_t roundedUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

// Whole huge pages where these take no more than half as much again, else the end lies in small ones.
std::int64_t mappedFor(std::int64_t byteSize)
{
    const auto whole = roundedUp(byteSize, hugePage);
    return whole - byteSize <= byteSize / 2 ? whole : roundedUp(byteSize, smallPage);
}

// Pages of which none is there yet, or null. `isReserved`: more of them than the machine has may be asked for.
std::byte* freshPages(std::int64_t mapped, bool isReserved)
{
    constexpr auto spare = hugePage; // so that a huge page can be the first one
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (isReserved ? MAP_NORESERVE : 0);
    void* pages = ::mmap(nullptr, static_cast<std::size_t>(mapped + spare), PROT_READ | PROT_WRITE, flags, -1, 0);
    if (pages == MAP_FAILED)
        return nullptr;
    auto* begin = static_cast<std::byte*>(pages);
    const auto before = static_cast<std::int64_t>(-reinterpret_cast<std::uintptr_t>(begin) % hugePage);
    if (before > 0)
        ::munmap(begin, static_cast<std::size_t>(before));
    if (before < spare)
        ::munmap(begin + before + mapped, static_cast<std::size_t>(spare - before));
    ::madvise(begin + before, static_cast<std::size_t>(mapped), MADV_HUGEPAGE); // only advice
    return begin + before;
}

void unmap(std::byte* pages, std::int64_t mapped)
{
    ::munmap(pages, static_cast<std::size_t>(mapped));
}

// Under AddressSanitizer kept bytes are nobody's: who touches them is told.
void markKept([[maybe_unused]] std::byte* bytes, [[maybe_unused]] std::int64_t count, [[maybe_unused]] bool isKept)
{
#if defined(__SANITIZE_ADDRESS__)
    if (isKept)
        __asan_poison_memory_region(bytes, static_cast<std::size_t>(count));
    else
        __asan_unpoison_memory_region(bytes, static_cast<std::size_t>(count));
#endif
}

} // namespace

class BufferPool
{
public:
    static BufferPool& instance()
    {
        static auto* pool = new BufferPool; // never destroyed: buffers may outlive everything else
        return *pool;
    }

    Buffer take(std::int64_t byteSize, bool isReserved)
    {
        const auto mapped = mappedFor(byteSize);
        Buffer buffer(nullptr, byteSize, Buffer::From::pool);
        buffer.m_used = byteSize;
        if (const auto kept = takeKept(mapped); kept.pages != nullptr) {
            buffer.m_data = kept.pages;
            buffer.m_mapped = kept.mapped;
            buffer.m_written = kept.written;
            markKept(kept.pages, kept.written, false);
            return buffer;
        }
        buffer.m_data = freshPages(mapped, isReserved);
        if (buffer.m_data == nullptr) {
            drop();
            buffer.m_data = freshPages(mapped, isReserved);
        }
        if (buffer.m_data == nullptr)
            return {};
        buffer.m_mapped = mapped;
        return buffer;
    }

    void give(Buffer& buffer)
    {
        Run run{buffer.m_data, buffer.m_mapped,
                std::max(buffer.m_written, std::min(roundedUp(buffer.m_used, hugePage), buffer.m_mapped))};
        // Whoever needs memory more may have these pages until they are written again.
        ::madvise(run.pages, static_cast<std::size_t>(run.written), MADV_FREE);
        markKept(run.pages, run.written, true);
        std::vector<Run> leaving;
        {
            const std::lock_guard lock(m_mutex);
            m_runs.push_back(run);
            m_bytes += run.written;
            while (m_bytes > m_limit || m_runs.size() > mostRuns) {
                m_bytes -= m_runs.front().written;
                leaving.push_back(m_runs.front());
                m_runs.erase(m_runs.begin());
            }
        }
        release(leaving);
    }

    void setLimit(std::int64_t byteSize)
    {
        const std::lock_guard lock(m_mutex);
        m_limit = byteSize < 0 ? quarterOfMemory() : byteSize;
    }

    std::int64_t bytes()
    {
        const std::lock_guard lock(m_mutex);
        return m_bytes;
    }

    void drop()
    {
        std::vector<Run> leaving;
        {
            const std::lock_guard lock(m_mutex);
            leaving.swap(m_runs);
            m_bytes = 0;
        }
        release(leaving);
    }

private:
    struct Run {
        std::byte* pages = nullptr;
        std::int64_t mapped = 0, written = 0;
    };

    // The smallest run that is large enough and not much too large, of equal ones the last: its pages are the
    // likeliest to be in a cache.
    Run takeKept(std::int64_t mapped)
    {
        const std::lock_guard lock(m_mutex);
        auto best = m_runs.end();
        for (auto run = m_runs.begin(); run != m_runs.end(); ++run)
            if (run->mapped >= mapped && run->mapped <= mapped + mapped / 4 + hugePage &&
                (best == m_runs.end() || run->mapped <= best->mapped))
                best = run;
        if (best == m_runs.end())
            return {};
        const auto found = *best;
        m_runs.erase(best);
        m_bytes -= found.written;
        return found;
    }

    static void release(const std::vector<Run>& runs)
    {
        for (const auto& run : runs) {
            markKept(run.pages, run.written, false);
            unmap(run.pages, run.mapped);
        }
    }

    static std::int64_t quarterOfMemory()
    {
        const auto memory = memoryOfProcess();
        return memory == int64Max ? std::int64_t{1} << 28 : memory / 4;
    }

    static constexpr std::size_t mostRuns = 64;

    std::mutex m_mutex;
    std::vector<Run> m_runs; // oldest first
    std::int64_t m_bytes = 0;
    std::int64_t m_limit = quarterOfMemory();
};

namespace {

// From the heap, or null.
std::byte* fromHeap(std::int64_t byteSize)
{
    const auto rounded = std::max(alignment, roundedUp(byteSize, alignment));
    return static_cast<std::byte*>(
        std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded)));
}

} // namespace

Buffer Buffer::unset(std::int64_t byteSize)
{
    TSCOPE_CHECK(byteSize >= 0, "a buffer has no negative size");
    if (byteSize > largest)
        return {};
    if (byteSize < mapFrom)
        return {fromHeap(byteSize), byteSize, From::heap};
    return BufferPool::instance().take(byteSize, false);
}

Buffer Buffer::reserved(std::int64_t byteSize)
{
    TSCOPE_CHECK(byteSize >= 0, "a buffer has no negative size");
    if (byteSize > largest)
        return {};
    if (byteSize < mapFrom)
        return {fromHeap(byteSize), byteSize, From::heap};
    return BufferPool::instance().take(byteSize, true);
}

Buffer Buffer::zeroed(std::int64_t byteSize)
{
    TSCOPE_CHECK(byteSize >= 0, "a buffer has no negative size");
    if (byteSize > largest)
        return {};
    if (byteSize < mapFrom) {
        Buffer buffer(fromHeap(byteSize), byteSize, From::heap);
        if (buffer)
            std::memset(buffer.m_data, 0, static_cast<std::size_t>(byteSize));
        return buffer;
    }
    const auto mapped = mappedFor(byteSize);
    Buffer buffer(freshPages(mapped, false), byteSize, From::pages);
    buffer.m_mapped = mapped;
    return buffer;
}

Buffer& Buffer::operator=(Buffer&& other) noexcept
{
    Buffer taken(std::move(other));
    swap(taken);
    return *this;
}

Buffer::~Buffer()
{
    if (m_data == nullptr)
        return;
    if (m_from == From::heap)
        std::free(m_data);
    else if (m_from == From::pages)
        unmap(m_data, m_mapped);
    else
        BufferPool::instance().give(*this);
}

void Buffer::usedOnly(std::int64_t byteSize)
{
    TSCOPE_CHECK(byteSize >= 0 && byteSize <= m_byteSize, "a buffer is used within its bytes");
    m_used = byteSize;
}

void Buffer::swap(Buffer& other) noexcept
{
    std::swap(m_data, other.m_data);
    std::swap(m_byteSize, other.m_byteSize);
    std::swap(m_mapped, other.m_mapped);
    std::swap(m_written, other.m_written);
    std::swap(m_used, other.m_used);
    std::swap(m_from, other.m_from);
}

void setKeptBytesLimit(std::int64_t byteSize)
{
    BufferPool::instance().setLimit(byteSize);
}

std::int64_t keptBytes()
{
    return BufferPool::instance().bytes();
}

void dropKeptBytes()
{
    BufferPool::instance().drop();
}

} // namespace tscope

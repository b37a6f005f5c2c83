// SPDX-License-Identifier: Apache-2.0
#include "timing/stopwatch.h"

#include "base/cpu_caches.h"
#include "base/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <unistd.h>
#include <utility>

namespace tscope::timing {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t guessedCache = std::int64_t{32} << 20;
constexpr std::int64_t mostFlushed = std::int64_t{512} << 20;

// One cache alone: on machines of several parts sysconf() adds them up, though no thread has more than one.
std::int64_t listedCacheBytes()
{
    const auto caches = cpuCaches();
    if (!caches || caches->back().level < 2)
        return 0;
    std::int64_t bytes = 0;
    for (const auto& cache : *caches)
        if (cache.level == caches->back().level)
            bytes = std::max(bytes, cache.bytes);
    return bytes;
}

// Memory that takes the place of others in the caches; kept, as fresh pages would cost more than the rest.
std::vector<std::int64_t>& flushingWords()
{
    static std::vector<std::int64_t> words(
        static_cast<std::size_t>(std::min(2 * lastCacheBytes(), mostFlushed) / 8));
    return words;
}

} // namespace

std::int64_t lastCacheBytes()
{
    static const auto listed = listedCacheBytes(); // it stays what it is
    if (listed > 0)
        return listed;
    for (const int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
        if (const auto bytes = ::sysconf(level); bytes > 0)
            return bytes;
    return guessedCache;
}

Result<Stopwatch> Stopwatch::make(KernelCall& call)
{
    Stopwatch watch(call);
    const auto* devices = watch.devices();
    if (devices == nullptr)
        return watch;
    for (auto* event : {&watch.m_begin, &watch.m_end})
        if (auto made = asked("an event", devices->make_event, call.device(), event); !made)
            return made.error();
    return watch;
}

Stopwatch::Stopwatch(Stopwatch&& other) noexcept
    : m_call(other.m_call), m_begin(std::exchange(other.m_begin, nullptr)),
      m_end(std::exchange(other.m_end, nullptr))
{
}

Stopwatch::~Stopwatch()
{
    auto error = noError();
    for (auto* event : {m_begin, m_end})
        if (event != nullptr)
            devices()->end_event(m_call->device(), event, &error);
}

Result<double> Stopwatch::time()
{
    if (devices() != nullptr)
        return timeOnDevice();
    const auto begun = Clock::now();
    if (auto done = m_call->run(); !done)
        return done.error();
    return std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
}

Result<double> Stopwatch::timeOnDevice()
{
    if (auto done = asked("an event", devices()->record, m_call->device(), m_begin, m_call->stream()); !done)
        return done.error();
    if (auto done = m_call->run(); !done)
        return done.error();
    if (auto done = asked("an event", devices()->record, m_call->device(), m_end, m_call->stream()); !done)
        return done.error();
    double nanoseconds = 0;
    if (auto done = asked("an event", devices()->elapsed, m_call->device(), m_begin, m_end, &nanoseconds); !done)
        return done.error();
    return nanoseconds;
}

Result<std::unique_ptr<CacheFlush>> CacheFlush::on(KernelCall& call)
{
    const auto* devices = call.choice().backend->devices;
    if (devices == nullptr)
        return std::make_unique<CacheFlush>();
    tscope_device_info info{};
    info.size = sizeof info;
    if (auto done = asked("the device", devices->info, call.device(), &info); !done)
        return done.error();
    std::unique_ptr<CacheFlush> flush(new CacheFlush(call));
    flush->m_bytes = std::min(2 * (info.cache > 0 ? info.cache : guessedCache), mostFlushed);
    for (auto* memory : {&flush->m_from, &flush->m_to})
        if (auto made = asked("memory of the device", devices->allocate, call.device(),
                              std::int32_t{TSCOPE_DEVICE_MEMORY}, flush->m_bytes, call.stream(), memory);
            !made)
            return made.error();
    return flush;
}

CacheFlush::~CacheFlush()
{
    auto error = noError();
    for (auto* memory : {m_from, m_to})
        if (memory != nullptr)
            m_call->choice().backend->devices->release(m_call->device(), TSCOPE_DEVICE_MEMORY, memory,
                                                       m_call->stream(), &error);
}

Result<void> CacheFlush::operator()()
{
    if (m_call != nullptr)
        return asked("the device", m_call->choice().backend->devices->copy, m_call->device(),
                     std::int32_t{TSCOPE_WITHIN_DEVICE}, m_to, static_cast<const void*>(m_from), m_bytes,
                     m_call->stream());
    // By all threads: each has caches of its own.
    const std::int64_t parts = std::max(threadCount(), 1);
    auto& words = flushingWords();
    const auto share = std::ssize(words) / parts;
    parallelFor(parts, [&](std::int64_t part) {
        const auto begin = words.begin() + part * share;
        std::for_each(begin, begin + share, [](std::int64_t& word) { ++word; });
    });
    return {};
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "support/heap_use.h"

#include "support/sanitized.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

thread_local std::int64_t allocations = 0;
std::atomic<std::int64_t> live = 0, peak = 0;

[[maybe_unused]] void* given(void* place)
{
    ++allocations;
    const auto now = live += static_cast<std::int64_t>(malloc_usable_size(place));
    auto most = peak.load();
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
    return place;
}

[[maybe_unused]] void take(void* place)
{
    if (place == nullptr)
        return;
    live -= static_cast<std::int64_t>(malloc_usable_size(place));
    std::free(place);
}

} // namespace

#if !defined(TSCOPE_SANITIZED)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete" // inlined, what is new'd here comes from malloc
#endif

void* operator new(std::size_t bytes)
{
    if (void* place = std::malloc(bytes == 0 ? 1 : bytes))
        return given(place);
    throw std::bad_alloc();
}

void operator delete(void* place) noexcept
{
    take(place);
}

void operator delete(void* place, std::size_t) noexcept
{
    take(place);
}

#endif

namespace tscope::test {

std::int64_t heapAllocations()
{
    return allocations;
}

HeapPeak::HeapPeak() : m_before(live)
{
    peak = m_before;
}

std::int64_t HeapPeak::bytes() const
{
    return peak - m_before;
}

} // namespace tscope::test

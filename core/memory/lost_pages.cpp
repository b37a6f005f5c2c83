// SPDX-License-Identifier: Apache-2.0
#include "memory/lost_pages.h"

#include <atomic>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace tscope {

// Read by a signal handler, which can take no lock: never freed, but used again.
struct MappedPages::Range {
    std::atomic<std::uintptr_t> begin{0}, end{0}; // both 0: not in use
    std::atomic<bool> isLost{false};
    Range* next = nullptr;
};

struct MappedPages::Ranges {
    std::atomic<Range*> first{nullptr};
    std::atomic<std::int64_t> lost{0};
    const std::uintptr_t pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    std::mutex mutex; // of the following
    std::vector<Range*> unused;
    bool isHandled = false;
    struct sigaction before = {};

    static Ranges& all()
    {
        static auto* ranges = new Ranges; // outlives every mapping, also those of other static objects
        return *ranges;
    }

    Range* take()
    {
        const std::lock_guard lock(mutex);
        if (!unused.empty()) {
            auto* range = unused.back();
            unused.pop_back();
            return range;
        }
        auto* range = new Range;
        range->next = first.load();
        first.store(range);
        return range;
    }

    void giveBack(Range* range)
    {
        const std::lock_guard lock(mutex);
        unused.push_back(range);
    }

    // The one that these bytes lie in; null: none.
    static Range* around(const std::byte* bytes)
    {
        const auto at = reinterpret_cast<std::uintptr_t>(bytes);
        for (auto* range = all().first.load(); range != nullptr; range = range->next)
            if (at >= range->begin.load() && at < range->end.load())
                return range;
        return nullptr;
    }

    static bool replace(std::uintptr_t at)
    {
        auto& ranges = all();
        for (auto* range = ranges.first.load(); range != nullptr; range = range->next) {
            const auto begin = range->begin.load(), end = range->end.load();
            if (at < begin || at >= end)
                continue;
            const auto page = at / ranges.pageSize * ranges.pageSize;
            // The call itself: what stands in its place under a sanitizer may not be entered here.
            if (::syscall(SYS_mmap, page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
                -1)
                return false;
            if (!range->isLost.exchange(true))
                ++ranges.lost;
            return true;
        }
        return false;
    }

    static void onBusError(int signal, siginfo_t* info, void*)
    {
        const bool isFault = info->si_code > 0; // else someone sent it
        if (isFault && replace(reinterpret_cast<std::uintptr_t>(info->si_addr)))
            return;
        ::sigaction(signal, &all().before, nullptr);
        if (!isFault)
            ::raise(signal); // a fault comes again by itself
    }
};

void surviveLostPages()
{
    auto& ranges = MappedPages::Ranges::all();
    const std::lock_guard lock(ranges.mutex);
    if (ranges.isHandled)
        return;
    struct sigaction action = {};
    action.sa_sigaction = MappedPages::Ranges::onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    ranges.isHandled = ::sigaction(SIGBUS, &action, &ranges.before) == 0;
}

std::int64_t mappingsWithLostPages()
{
    return MappedPages::Ranges::all().lost.load();
}

void countLostBytes()
{
    ++MappedPages::Ranges::all().lost;
}

bool liesInMappedFile(const std::byte* bytes)
{
    return MappedPages::Ranges::around(bytes) != nullptr;
}

bool liesInLostMapping(const std::byte* bytes)
{
    const auto* range = MappedPages::Ranges::around(bytes);
    return range != nullptr && range->isLost.load();
}

MappedPages::MappedPages(const std::byte* begin, std::size_t byteSize) : m_range(Ranges::all().take())
{
    m_range->isLost.store(false);
    m_range->end.store(reinterpret_cast<std::uintptr_t>(begin) + byteSize);
    m_range->begin.store(reinterpret_cast<std::uintptr_t>(begin));
}

MappedPages::~MappedPages()
{
    m_range->end.store(0);
    m_range->begin.store(0);
    Ranges::all().giveBack(m_range);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "io/unfinished.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace tscope {

// Read by a signal handler, which can take no lock and free no memory.
struct Unfinished::Slot {
    enum State { free, taken, ready };
    std::atomic<int> state{free};
    int folder = -1;
    std::array<char, 256> name{}; // as long as a name can be, and its end
};

struct Unfinished::Slots {
    static std::array<Slot, 64>& all()
    {
        static std::array<Slot, 64> slots;
        return slots;
    }
};

Unfinished::Unfinished(int folder, const std::string& name) : m_slot(nullptr)
{
    for (auto& slot : Slots::all()) {
        int expected = Slot::free;
        if (name.size() >= slot.name.size() || !slot.state.compare_exchange_strong(expected, Slot::taken))
            continue;
        slot.folder = folder;
        std::memcpy(slot.name.data(), name.c_str(), name.size() + 1);
        slot.state.store(Slot::ready);
        m_slot = &slot;
        return;
    }
}

Unfinished::~Unfinished()
{
    if (m_slot != nullptr)
        m_slot->state.store(Slot::free);
}

void removeUnfinished()
{
    const int before = errno;
    for (auto& slot : Unfinished::Slots::all())
        if (slot.state.load() == Unfinished::Slot::ready)
            ::unlinkat(slot.folder, slot.name.data(), 0);
    errno = before;
}

namespace {

void endAfterRemoving(int signal)
{
    removeUnfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

void removeUnfinishedOnSignals()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGABRT}) {
        struct sigaction before = {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL)
            continue;
        struct sigaction action = {};
        action.sa_handler = endAfterRemoving;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

} // namespace tscope

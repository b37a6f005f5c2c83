// SPDX-License-Identifier: GPL-3.0-or-later
#include "signals.h"

#include "io/unfinished.h"

#include <QSocketNotifier>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

namespace tscope {

namespace {

constexpr int patience = 1500; // milliseconds for the window's thread to begin to close

sigset_t endingSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const auto number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, number);
    return set;
}

// State shared by the signal thread and the GUI thread.
struct Bell {
    int signals = -1, rung = -1; // descriptors, open as long as the process lives
    std::atomic<bool> isHeard = false;
};

// The number of the next signal, 0 if none comes in time. Less than 0: as long as it takes.
int nextSignal(const Bell& bell, int milliseconds)
{
    pollfd wanted{bell.signals, POLLIN, 0};
    if (poll(&wanted, 1, milliseconds) <= 0)
        return 0;
    signalfd_siginfo info{};
    return read(bell.signals, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

// Rings for the window's thread. Where that doesn't listen, or is asked twice, the process ends at once: files are
// written whole or not at all, and those that are being written are removed.
void watchSignals(const std::shared_ptr<Bell>& bell)
{
    int number = 0;
    while (number == 0)
        number = nextSignal(*bell, -1);
    const std::uint64_t once = 1;
    (void)!write(bell->rung, &once, sizeof once);
    auto second = nextSignal(*bell, patience);
    while (second == 0 && bell->isHeard)
        second = nextSignal(*bell, -1);
    removeUnfinished();
    std::_Exit(128 + number);
}

} // namespace

void blockEndingSignals()
{
    const auto set = endingSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void closeOnSignals(QObject& parent, QObject& receiver, const std::function<void()>& close)
{
    const auto set = endingSignals();
    const auto bell = std::make_shared<Bell>();
    bell->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    bell->rung = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (bell->signals < 0 || bell->rung < 0)
        return;
    auto* notifier = new QSocketNotifier(bell->rung, QSocketNotifier::Read, &parent);
    QObject::connect(notifier, &QSocketNotifier::activated, &receiver, [bell, notifier, close] {
        bell->isHeard = true;
        notifier->setEnabled(false);
        close();
    });
    std::thread(watchSignals, bell).detach();
}

} // namespace tscope

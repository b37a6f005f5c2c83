// SPDX-License-Identifier: GPL-3.0-or-later
#include "signals.h"

#include <QSocketNotifier>
#include <QWidget>

#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace tscope {

namespace {

sigset_t endingSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const auto number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, number);
    return set;
}

} // namespace

void blockEndingSignals()
{
    const auto set = endingSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void closeOnSignals(QObject& parent, QWidget& window)
{
    const auto set = endingSignals();
    const auto descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor < 0)
        return;
    auto* notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, &parent);
    QObject::connect(notifier, &QSocketNotifier::activated, &window, [descriptor, &window] {
        signalfd_siginfo info{};
        if (read(descriptor, &info, sizeof info) == sizeof info)
            window.close();
    });
    QObject::connect(notifier, &QObject::destroyed, [descriptor] { close(descriptor); });
}

} // namespace tscope

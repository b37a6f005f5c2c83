// SPDX-License-Identifier: Apache-2.0
#include "interruption.h"

#include "io/unfinished.h"
#include "remote/worker.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace tscope::cli {

namespace {

std::atomic<int> signals = 0, toListener = -1;
std::atomic<const remote::Worker*> itsWorker = nullptr;

} // namespace

void Interruption::onSignal(int signal)
{
    const int before = errno;
    if (++signals > 1) {
        if (const auto* worker = itsWorker.load())
            worker->kill();
        removeUnfinished();
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    (void)!::write(toListener, "i", 1);
    errno = before;
}

Interruption::Interruption(const remote::Worker& worker)
{
    std::array<int, 2> ends{-1, -1};
    if (::sigaction(SIGINT, nullptr, &m_before) != 0 || m_before.sa_handler == SIG_IGN ||
        ::pipe2(ends.data(), O_CLOEXEC) != 0)
        return; // as a program that runs in the background is not interrupted
    m_readEnd = Descriptor(ends[0]);
    m_writeEnd = Descriptor(ends[1]);
    signals = 0;
    toListener = ends[1];
    itsWorker = &worker;
    m_listener = std::jthread([this] {
        char letter = 0;
        while (::read(m_readEnd.number(), &letter, 1) < 0 && errno == EINTR)
            ;
        if (letter != 0)
            m_stop.request_stop();
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
}

Interruption::~Interruption()
{
    if (!m_listener.joinable())
        return;
    ::sigaction(SIGINT, &m_before, nullptr);
    itsWorker = nullptr;
    m_writeEnd.close(); // which the listener takes for the end
    m_listener.join();
}

} // namespace tscope::cli

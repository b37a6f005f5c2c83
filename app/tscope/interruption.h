// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/descriptor.h"

#include <csignal>
#include <stop_token>
#include <thread>

namespace tscope::remote {
class Worker;
}

namespace tscope::cli {

// While this lives, the first Ctrl+C asks what goes on to stop, so that it keeps what it has, and the second ends
// the program at once, with its worker. One at a time.
class Interruption
{
public:
    explicit Interruption(const remote::Worker& worker);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    static void onSignal(int signal);

    std::stop_source m_stop;
    Descriptor m_readEnd, m_writeEnd; // of a pipe: a signal handler may only write to it
    struct sigaction m_before = {};
    std::jthread m_listener;
};

} // namespace tscope::cli

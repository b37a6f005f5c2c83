// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/backends.h"

#include <string>
#include <string_view>

namespace tscope::timing {

// A device as plans and sessions name it: "cuda:0", "cpu" with all threads that kernels may use, or "cpu (2
// threads)". So a number of threads is one more device to everything that groups, compares and draws by devices.
struct TimedDevice {
    std::string device; // as the dispatch knows it
    int threads = 0;    // of the processor; 0: all that kernels may use
};
TimedDevice timedDevice(std::string_view name);
std::string processorWith(int threads);              // "cpu (1 thread)"
int threadsOf(std::string_view name, int ofMachine); // that a session used of the processor
bool isProcessor(std::string_view name);

// The device itself. Fails where it is not here, and for more threads than kernels may use.
Result<DeviceChoice> deviceTimed(const TimedDevice& device);

// As long as it lives, kernels of this process use as many threads as the device says.
class ThreadsInUse
{
public:
    explicit ThreadsInUse(const TimedDevice& device);
    ~ThreadsInUse();
    ThreadsInUse(const ThreadsInUse&) = delete;
    ThreadsInUse& operator=(const ThreadsInUse&) = delete;

private:
    int m_before;
};

} // namespace tscope::timing

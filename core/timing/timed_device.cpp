// SPDX-License-Identifier: Apache-2.0
#include "timing/timed_device.h"

#include "base/say.h"
#include "base/thread_pool.h"

#include <charconv>

namespace tscope::timing {

namespace {

constexpr std::string_view processor = "cpu", opening = "cpu (", one = " thread)", several = " threads)";

} // namespace

TimedDevice timedDevice(std::string_view name)
{
    if (name.starts_with(opening) && (name.ends_with(one) || name.ends_with(several))) {
        const auto rest = name.substr(opening.size());
        int threads = 0;
        const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), threads);
        if (code == std::errc() && threads > 0 && processorWith(threads) == name)
            return {std::string(processor), threads};
    }
    return {std::string(name), 0};
}

std::string processorWith(int threads)
{
    return std::string(opening) + std::to_string(threads) + std::string(threads == 1 ? one : several);
}

int threadsOf(std::string_view name, int ofMachine)
{
    const auto threads = timedDevice(name).threads;
    return threads > 0 ? threads : ofMachine;
}

bool isProcessor(std::string_view name)
{
    return timedDevice(name).device == processor;
}

Result<DeviceChoice> deviceTimed(const TimedDevice& device)
{
    if (device.threads > threadCount())
        return unsupported(
            say("a number of threads from 1 to {0} was wanted, found {1}", threadCount(), device.threads));
    return deviceNamed(device.device);
}

ThreadsInUse::ThreadsInUse(const TimedDevice& device) : m_before(threadCount())
{
    if (device.threads > 0)
        setThreadCount(device.threads);
}

ThreadsInUse::~ThreadsInUse()
{
    setThreadCount(m_before);
}

} // namespace tscope::timing

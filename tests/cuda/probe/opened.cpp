// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/opened.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace tscope::probe {

std::optional<Device> opened(const Options& options)
{
    auto device = Device::open(options.device);
    if (device)
        return *device;
    say(options.device + " can't be used, " + device.error().text);
    return std::nullopt;
}

void tellDevice(const Device& device, ReportFile& report)
{
    const auto now = std::time(nullptr);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    report.set("device", device.info().name);
    report.set("simulated", device.isSimulated());
    report.set("capability", device.info().capability);
    report.set("memory_bytes", device.info().memory);
    report.set("cache_bytes", device.info().cache);
    report.set("date", date.data());
}

void say(const std::string& line)
{
    std::fprintf(stderr, "%s\n", line.c_str());
    std::fflush(stderr);
}

} // namespace tscope::probe

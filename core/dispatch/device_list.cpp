// SPDX-License-Identifier: Apache-2.0
#include "dispatch/device_list.h"

#include "dispatch/backends.h"
#include "dispatch/device_call.h"

namespace tscope {

namespace {

std::vector<DeviceFacts> devicesOf(const tscope_backend& backend)
{
    std::vector<DeviceFacts> out;
    std::int32_t count = 0;
    auto error = noError();
    if (backend.devices->count(&count, &error) != TSCOPE_OK)
        return out;
    for (std::int32_t number = 0; number < count; ++number) {
        tscope_device_info info{};
        info.size = sizeof info;
        if (backend.devices->info(number, &info, &error) != TSCOPE_OK)
            continue;
        out.push_back({std::string(backend.device) + ":" + std::to_string(number), info.name, info.memory,
                       info.free_memory, info.capability, info.processors, info.simulated != 0});
    }
    return out;
}

} // namespace

std::vector<ModuleFacts> modulesThere()
{
    std::vector<ModuleFacts> out;
    for (const auto& entry : backends()) {
        if (entry.device == "cpu")
            continue;
        ModuleFacts facts{entry.name, entry.device, entry.backend != nullptr, entry.why, {}, {}};
        if (entry.backend != nullptr && entry.backend->devices != nullptr) {
            facts.devices = devicesOf(*entry.backend);
            for (std::int32_t i = 0; const auto* line = entry.backend->devices->remark(i); ++i)
                facts.remarks.emplace_back(line);
        }
        out.push_back(std::move(facts));
    }
    return out;
}

std::string text(const DeviceFacts& device)
{
    constexpr auto gibibyte = std::int64_t{1} << 30;
    std::string out = device.name;
    if (device.capability > 0)
        out += ", sm_" + std::to_string(device.capability);
    if (device.processors > 0)
        out += ", " + std::to_string(device.processors) +
               (device.processors == 1 ? " multiprocessor" : " multiprocessors");
    return out + ", " + std::to_string(device.freeMemory / gibibyte) + " of " +
           std::to_string(device.memory / gibibyte) + " GiB free";
}

} // namespace tscope

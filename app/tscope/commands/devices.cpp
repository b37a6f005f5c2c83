// SPDX-License-Identifier: Apache-2.0
#include "base/processor.h"
#include "base/thread_pool.h"
#include "command.h"
#include "console.h"
#include "dispatch/device_list.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

Json answerOf(const std::vector<ModuleFacts>& modules)
{
    auto devices = Json::array({{{"id", "cpu"}, {"name", processorName()}, {"threads", threadCount()}}});
    auto backends = Json::array();
    for (const auto& module : modules) {
        for (const auto& device : module.devices)
            devices.push_back({{"id", device.id},
                               {"name", device.name},
                               {"simulated", device.isSimulated},
                               {"capability", device.capability},
                               {"processors", device.processors},
                               {"memory_bytes", device.memory},
                               {"free_bytes", device.freeMemory}});
        backends.push_back({{"name", module.name},
                            {"loaded", module.isLoaded},
                            {"reason", module.isLoaded ? Json(nullptr) : Json(module.reason)},
                            {"remarks", module.remarks}});
    }
    return {{"devices", std::move(devices)}, {"backends", std::move(backends)}};
}

ExitCode runDevices(bool json)
{
    const auto modules = modulesThere();
    if (json) {
        printJson(answerOf(modules));
        return fine;
    }
    print(inked(Ink::strong, "cpu") + "  " + processorName() + ", " + std::to_string(threadCount()) + " threads");
    for (const auto& module : modules) {
        if (!module.isLoaded)
            print(module.device + "  not loaded: " + module.reason);
        for (const auto& device : module.devices)
            print(inked(Ink::strong, device.id) + "  " + text(device));
        for (const auto& remark : module.remarks)
            print("  " + remark);
    }
    return fine;
}

} // namespace

void addDevices(CLI::App& app, Invocation& invocation)
{
    auto json = std::make_shared<bool>(false);
    auto* command =
        app.add_subcommand("devices", "processors and modules: what there is, what is missing and why");
    command->add_flag("--json", *json, "answer as JSON");
    command->callback([json, &invocation] { invocation.run = [json] { return runDevices(*json); }; });
}

} // namespace tscope::cli

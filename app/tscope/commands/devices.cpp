// SPDX-License-Identifier: Apache-2.0
#include "base/human_numbers.h"
#include "command.h"
#include "console.h"
#include "dispatch/device_list.h"
#include "timing/processor_facts.h"
#include "timing/session_json.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

Json cachesJson(const timing::ProcessorFacts& facts)
{
    if (!facts.caches)
        return nullptr;
    auto out = Json::array();
    for (const auto& cache : *facts.caches)
        out.push_back({{"level", cache.level},
                       {"kind", cache.isUnified ? "unified" : "data"},
                       {"bytes", cache.bytes},
                       {"threads", cache.threads},
                       {"count", cache.count}});
    return out;
}

Json processorJson(const timing::ProcessorFacts& facts)
{
    auto limits = Json::object();
    for (const auto& each : facts.limits)
        limits[each.device] = timing::jsonOf(each);
    return {{"id", "cpu"},
            {"name", facts.name},
            {"threads", facts.threads},
            {"caches", cachesJson(facts)},
            {"limits", std::move(limits)}};
}

Json answerOf(const timing::ProcessorFacts& processor, const std::vector<ModuleFacts>& modules)
{
    auto devices = Json::array({processorJson(processor)});
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

void printProcessor(const timing::ProcessorFacts& facts)
{
    print(inked(Ink::strong, "cpu") + "  " + facts.name + ", " + counted(facts.threads, "thread", "threads"));
    if (const auto caches = timing::cachesText(facts); !caches.empty())
        print("  " + caches);
    for (const auto& limits : facts.limits)
        print("  " + limits.device + ": " + timing::ratesText(limits));
    if (facts.limits.empty())
        print("  " + timing::noLimitsText());
}

ExitCode runDevices(bool json)
{
    const auto processor = timing::processorFacts();
    const auto modules = modulesThere();
    if (json) {
        printJson(answerOf(processor, modules));
        return fine;
    }
    printProcessor(processor);
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

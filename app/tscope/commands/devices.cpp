// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"
#include "command.h"
#include "console.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <fstream>

namespace tscope::cli {

namespace {

// The processor's own name where the system tells it.
std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "cpu";
}

ExitCode runDevices(bool json)
{
    const std::string reason = "this build has no CUDA module";
    if (json) {
        printJson({{"devices", {{{"id", "cpu"}, {"name", processorName()}, {"threads", threadCount()}}}},
                   {"backends", {{{"name", "cuda"}, {"loaded", false}, {"reason", reason}}}}});
        return fine;
    }
    print(inked(Ink::strong, "cpu") + "  " + processorName() + ", " + std::to_string(threadCount()) + " threads");
    print("cuda  not loaded: " + reason);
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

// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tscope::cli {

namespace {

struct Later {
    const char* name;
    const char* summary;
};

constexpr Later commands[] = {
    {"time", "measured table of operations (not in this build yet)"},
};

} // namespace

void addLater(CLI::App& app, Invocation& invocation)
{
    for (const auto& later : commands) {
        auto* command = app.add_subcommand(later.name, later.summary);
        command->allow_extras();
        command->callback([command, later, &invocation] {
            const auto extras = command->remaining();
            const bool json = std::ranges::find(extras, "--json") != extras.end();
            invocation.run = [later, json] {
                return fail(unsupported(std::string("tscope ") + later.name + " is not in this build yet"), json);
            };
        });
    }
}

} // namespace tscope::cli

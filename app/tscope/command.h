// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exit_code.h"

#include <functional>

namespace CLI {
class App;
}

namespace tscope::cli {

// The command line as parsed: what to run once it is known to be well formed.
struct Invocation {
    std::function<ExitCode()> run;
};

// A command adds itself, its options and what runs them. One per file in commands/, one line each in main.cpp.
using AddCommand = void (*)(CLI::App& app, Invocation& invocation);

void addInfo(CLI::App& app, Invocation& invocation);
void addCheck(CLI::App& app, Invocation& invocation);
void addLocate(CLI::App& app, Invocation& invocation);
void addBuild(CLI::App& app, Invocation& invocation);
void addRepair(CLI::App& app, Invocation& invocation);
void addTransform(CLI::App& app, Invocation& invocation);
void addDiff(CLI::App& app, Invocation& invocation);
void addMake(CLI::App& app, Invocation& invocation);
void addDevices(CLI::App& app, Invocation& invocation);
void addOps(CLI::App& app, Invocation& invocation);
void addPicture(CLI::App& app, Invocation& invocation);
void addConvert(CLI::App& app, Invocation& invocation);
void addRun(CLI::App& app, Invocation& invocation);
void addTime(CLI::App& app, Invocation& invocation);
void addLesson(CLI::App& app, Invocation& invocation);
void addHistory(CLI::App& app, Invocation& invocation);
void addExtend(CLI::App& app, Invocation& invocation);

} // namespace tscope::cli

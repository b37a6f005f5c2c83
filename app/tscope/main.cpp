// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "dispatch/backends.h"
#include "io/unfinished.h"
#include "memory/lost_pages.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <vector>

namespace {

using namespace tscope::cli;

constexpr AddCommand commands[] = {
    addInfo, addCheck,   addLocate,  addBuild, addRepair,  addTransform, addDiff,
    addMake, addPicture, addDevices, addOps,   addConvert, addRun,       addTime,
};

// What is wrong with the command line, in the manner of all other failures.
std::string sentenceOf(const CLI::ParseError& problem, const CLI::App& app,
                       std::span<const std::string_view> words)
{
    const auto chosen = app.get_subcommands();
    const auto help = "; see tscope " + (chosen.empty() ? "" : chosen.front()->get_name() + " ") + "--help";
    if (chosen.empty() && !words.empty() && !words.front().starts_with('-'))
        return "there is no command '" + std::string(words.front()) + "'" + help;
    std::string sentence = problem.what();
    if (sentence.size() > 1 && std::islower(static_cast<unsigned char>(sentence[1])) != 0)
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return sentence + help;
}

ExitCode runCommandLine(int argc, char** argv)
{
    CLI::App app{"Looks at tensors: how they lie in memory, and what is wrong with them."};
    app.name("tscope");
    app.set_version_flag("--version", std::string("tscope ") + TSCOPE_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(32);
    app.footer(
        "Exit codes: 0 all fine, 1 the answer is no, 2 input can't be read, 3 wrong usage, 4 can't be done here.");

    Invocation invocation;
    for (const auto add : commands)
        add(app, invocation);

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return fine;
    } catch (const CLI::CallForVersion& version) {
        print(version.what());
        return fine;
    } catch (const CLI::ParseError& problem) {
        const std::vector<std::string_view> words(argv + 1, argv + argc);
        return fail(tscope::invalidArgument(sentenceOf(problem, app, words)),
                    std::ranges::find(words, "--json") != words.end(), usage);
    }
    return invocation.run();
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_DFL);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow so large is a failure of writing
    tscope::removeUnfinishedOnSignals();
    tscope::surviveLostPages();
    tscope::allowModules(); // a driver that takes the process down costs one command
    try {
        if (std::ranges::find(argv, argv + argc, std::string_view("--json")) != argv + argc)
            beginJson();
        const auto code = runCommandLine(argc, argv);
        if (code != unreadable && tscope::mappingsWithLostPages() > 0) {
            std::fputs(
                "tscope: a file is damaged, or was cut short while it was read; what could not be had of it "
                "was taken for zeros\n",
                stderr);
            return unreadable;
        }
        // What could not be written was not answered.
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
            return code;
        std::fputs("tscope: the answer could not be written to standard output\n", stderr);
        return unable;
    } catch (const std::bad_alloc&) {
        return failMidway({tscope::ErrorCode::outOfMemory, "this needs more memory than there is"});
    } catch (const std::exception& problem) {
        return failMidway({tscope::ErrorCode::internal, problem.what()});
    }
}

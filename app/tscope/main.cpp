// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "dispatch/backends.h"
#include "io/unfinished.h"
#include "language/catalogue.h"
#include "memory/lost_pages.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace tscope::cli;

constexpr AddCommand commands[] = {
    addInfo,    addCheck, addLocate,  addBuild, addRepair, addTransform, addDiff,    addMake,   addPicture,
    addDevices, addOps,   addConvert, addRun,   addTime,   addLesson,    addHistory, addExtend,
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

// Scripts read JSON, annotations and code, which have no language.
constexpr std::string_view forPrograms[]{"--json", "--github", "--sarif", "--code"};

void addLanguage(CLI::App& app, std::string& language)
{
    std::vector<std::string> codes;
    for (const auto code : tscope::coreLanguages())
        codes.emplace_back(code);
    const auto add = [&](CLI::App& to, const auto& toEach) -> void {
        to.add_option("--language", language, "of what is said to people")
            ->check(CLI::IsMember(codes))
            ->capture_default_str();
        for (auto* command : to.get_subcommands({}))
            toEach(*command, toEach);
    };
    add(app, add);
}

void printHelp(const std::string& help)
{
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
        print(line);
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
    std::string language = "en";
    addLanguage(app, language);

    const std::vector<std::string_view> words(argv + 1, argv + argc);
    const bool wantsJson = std::ranges::find(words, "--json") != words.end();
    auto arguments = separated(app, words);
    if (!arguments)
        return fail(arguments.error(), wantsJson, usage);
    try {
        std::ranges::reverse(*arguments); // as the parser takes them
        app.parse(std::move(*arguments));
    } catch (const CLI::CallForHelp&) {
        printHelp(app.help());
        return fine;
    } catch (const CLI::CallForVersion& version) {
        print(version.what());
        return fine;
    } catch (const CLI::ParseError& problem) {
        return fail(tscope::invalidArgument(sentenceOf(problem, app, words)), wantsJson, usage);
    }
    const auto isForPrograms = [](std::string_view word) {
        return std::ranges::any_of(forPrograms, [&](std::string_view option) { return word.starts_with(option); });
    };
    if (std::ranges::none_of(words, isForPrograms))
        tscope::setLanguage(language);
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
            complain(
                tscope::say("a file is damaged, or was cut short while it was read; what could not be had of it "
                            "was taken for zeros"));
            return unreadable;
        }
        // What could not be written was not answered.
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
            return code;
        complain(tscope::say("the answer could not be written to standard output"));
        return unable;
    } catch (const std::bad_alloc&) {
        return failMidway({tscope::ErrorCode::outOfMemory, tscope::say("this needs more memory than there is")});
    } catch (const std::exception& problem) {
        return failMidway({tscope::ErrorCode::internal, problem.what()});
    }
}

// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/code_text.h"
#include "facts/info_text.h"
#include "facts/odd_bools.h"
#include "facts/tensor_header.h"
#include "inputs.h"
#include "timing/access_cost.h"
#include "timing/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>
#include <utility>

namespace tscope::cli {

namespace {

struct InfoArguments {
    std::string input;
    std::string code; // the library to write programs for; empty: none
    bool json = false;
    bool statistics = false;
    bool header = false; // in place of the anatomy
};

constexpr std::int64_t mostElementsInCode = std::int64_t{4} << 20; // of a storage; text for more serves nobody

// Each tensor as a program that makes it as `t`.
ExitCode tellCode(const Document& document, const InfoArguments& options, const std::optional<Error>& unread)
{
    const CodeOptions wanted{.mostElements = mostElementsInCode};
    const auto codeOf = options.code == "numpy" ? numpyCode : torchCode;
    if (options.json) {
        JsonList list(R"({"tensors":)");
        for (const auto& [name, tensor] : document.tensors) {
            list.next();
            writeJson(dumped(Json{{"name", name}, {"code", codeOf(tensor, name, wanted)}}));
        }
        Json rest{{"warnings", document.warnings}};
        if (unread)
            rest["error"] = errorJson(*unread);
        list.end(rest);
        return unread ? fail(*unread, false, unreadable) : fine;
    }
    bool isFirst = true;
    for (const auto& [name, tensor] : document.tensors) {
        if (!std::exchange(isFirst, false))
            print("");
        std::istringstream lines(codeOf(tensor, name, wanted));
        for (std::string line; std::getline(lines, line);)
            print(line);
    }
    for (const auto& warning : document.warnings)
        print("# warning: " + warning);
    return unread ? fail(*unread, false, unreadable) : fine;
}

ExitCode answerJson(const Document& document, const InfoOptions& wanted, const std::optional<Error>& unread)
{
    std::string last; // the error comes before its closing brace
    tellInfoJson(document, wanted, [&](std::string_view part) {
        writeJson(last);
        last = part;
    });
    if (unread) {
        last.pop_back();
        last += ",\"error\":" + dumped(errorJson(*unread)) + "}";
    }
    printJsonText(last);
    return unread ? fail(*unread, false, unreadable) : fine;
}

Json jsonOf(const timing::Median& median)
{
    return {{"median", median.value}, {"low", median.low}, {"high", median.high}};
}

// Where each tensor's fixed attributes are, what every layout adds, and what a virtual call in their place costs.
ExitCode tellHeaders(const Document& document, bool json, const std::optional<Error>& unread)
{
    const auto cost = timing::measureAccess();
    if (json) {
        JsonList list(R"({"tensors":)");
        for (const auto& [name, tensor] : document.tensors) {
            list.next();
            writeJson(dumped(headerJson(tensor, name)));
        }
        Json rest{{"layouts", headerAdditionsJson()},
                  {"access_ns",
                   {{"fixed_place", jsonOf(cost.fixedPlace)},
                    {"virtual_call", jsonOf(cost.virtualCall)},
                    {"rounds", cost.rounds}}},
                  {"warnings", document.warnings}};
        if (unread)
            rest["error"] = errorJson(*unread);
        list.end(rest);
        return unread ? fail(*unread, false, unreadable) : fine;
    }
    for (const auto& [name, tensor] : document.tensors)
        print(tellHeader(tensor, name));
    print(tellHeaderAdditions());
    const auto timeOf = [](const timing::Median& median) { return timing::timeWithInterval(median); };
    print(say("one access in the cache, median of {0|round|rounds}: {1} at a fixed place, {2} through a virtual "
              "call that the processor predicts",
              cost.rounds, timeOf(cost.fixedPlace), timeOf(cost.virtualCall)));
    printWarnings(document.warnings);
    return unread ? fail(*unread, false, unreadable) : fine;
}

ExitCode runInfo(const InfoArguments& options)
{
    auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    if (!options.code.empty())
        return tellCode(*document, options, unreadPartOf(*document));
    if (options.header)
        return tellHeaders(*document, options.json, unreadPartOf(*document));
    std::ranges::move(oddBoolNotes(*document), std::back_inserter(document->warnings));
    const InfoOptions wanted{.statistics = options.statistics, .values = options.statistics};
    const auto unread = unreadPartOf(*document);
    if (options.json)
        return answerJson(*document, wanted, unread);
    for (const auto& [name, tensor] : document->tensors)
        print(tellInfo(info(tensor, name, wanted)));
    print(tellOthers(document->others));
    printWarnings(document->warnings);
    return unread ? fail(*unread, false, unreadable) : fine;
}

} // namespace

void addInfo(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<InfoArguments>();
    auto* command = app.add_subcommand("info", "what is in a file, each tensor's anatomy");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_flag("--json", options->json, "answer as JSON");
    auto* code =
        command
            ->add_option("--code", options->code, "programs that make the tensors as t, in place of the anatomy")
            ->check(CLI::IsMember({"pytorch", "numpy"}));
    auto* statistics = command->add_flag("--stats", options->statistics,
                                         "sums and extremes of every member, and how the values are spread");
    command
        ->add_flag("--header", options->header,
                   "where the attributes that every tensor has are in memory, in place of the anatomy")
        ->excludes(code)
        ->excludes(statistics);
    command->callback([options, &invocation] { invocation.run = [options] { return runInfo(*options); }; });
}

} // namespace tscope::cli

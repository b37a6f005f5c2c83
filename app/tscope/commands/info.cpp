// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/code_text.h"
#include "facts/info_text.h"
#include "facts/odd_bools.h"
#include "inputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace tscope::cli {

namespace {

struct InfoArguments {
    std::string input;
    std::string code; // the library to write programs for; empty: none
    bool json = false;
    bool statistics = false;
};

constexpr std::int64_t mostElementsInCode = std::int64_t{4} << 20; // of a storage; text for more serves nobody

// Each tensor as a program that makes it as `t`.
ExitCode tellCode(const Document& document, const InfoArguments& options)
{
    const CodeOptions wanted{.mostElements = mostElementsInCode};
    const auto codeOf = options.code == "numpy" ? numpyCode : torchCode;
    if (options.json) {
        JsonList list(R"({"tensors":)");
        for (const auto& [name, tensor] : document.tensors) {
            list.next();
            write(dumped(Json{{"name", name}, {"code", codeOf(tensor, name, wanted)}}));
        }
        list.end({{"warnings", document.warnings}});
        return fine;
    }
    bool isFirst = true;
    for (const auto& [name, tensor] : document.tensors) {
        write((isFirst ? "" : "\n") + codeOf(tensor, name, wanted));
        isFirst = false;
    }
    for (const auto& warning : document.warnings)
        print("# warning: " + harmless(warning));
    return fine;
}

ExitCode runInfo(const InfoArguments& options)
{
    auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    if (!options.code.empty())
        return tellCode(*document, options);
    std::ranges::move(oddBoolNotes(*document), std::back_inserter(document->warnings));
    const InfoOptions wanted{.statistics = options.statistics};
    if (options.json) {
        tellInfoJson(*document, wanted, write);
        print("");
        return fine;
    }
    for (const auto& [name, tensor] : document->tensors)
        print(tellInfo(info(tensor, name, wanted)));
    print(tellOthers(document->others));
    printWarnings(document->warnings);
    return fine;
}

} // namespace

void addInfo(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<InfoArguments>();
    auto* command = app.add_subcommand("info", "what is in a file, each tensor's anatomy");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_flag("--json", options->json, "answer as JSON");
    command->add_option("--code", options->code, "programs that make the tensors as t, in place of the anatomy")
        ->check(CLI::IsMember({"pytorch", "numpy"}));
    command->add_flag("--stats", options->statistics, "sums and extremes of every member");
    command->callback([options, &invocation] { invocation.run = [options] { return runInfo(*options); }; });
}

} // namespace tscope::cli

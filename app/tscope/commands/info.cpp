// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/info_text.h"
#include "facts/odd_bools.h"
#include "inputs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

namespace tscope::cli {

namespace {

struct InfoArguments {
    std::string input;
    bool json = false;
    bool statistics = false;
};

ExitCode runInfo(const InfoArguments& options)
{
    auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
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
    command->add_flag("--stats", options->statistics, "sums and extremes of every member");
    command->callback([options, &invocation] { invocation.run = [options] { return runInfo(*options); }; });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/wording.h"
#include "inputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct InfoArguments {
    std::string input;
    bool json = false;
    bool statistics = false;
};

void printMember(const MemberInfo& member, const TensorInfo& tensor)
{
    print("  " + harmless(memberText(member, tensor)));
    if (member.data && !member.data->empty()) {
        std::string data = "   ";
        for (const auto& element : *member.data)
            data += " " + element.text();
        print(inked(Ink::faint, data));
    }
    if (const auto& statistics = member.statistics) {
        const auto textOf = [](const std::optional<Element>& element) { return element ? element->text() : "-"; };
        print("    min " + textOf(statistics->min) + ", max " + textOf(statistics->max) + ", zeros " +
              std::to_string(statistics->zeros) + ", not finite " + std::to_string(statistics->nonfinite()));
    }
}

void printInfo(const TensorInfo& info)
{
    print(headingOf(info));
    for (const auto& member : info.members)
        printMember(member, info);
}

ExitCode runInfo(const InfoArguments& options)
{
    const auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    const InfoOptions wanted{.statistics = options.statistics};
    if (options.json) {
        printJson(infoAnswer(*document, wanted));
        return fine;
    }
    for (const auto& [name, tensor] : document->tensors)
        printInfo(info(tensor, name, wanted));
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

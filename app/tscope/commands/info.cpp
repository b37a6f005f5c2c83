// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "inputs.h"
#include "summary.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct Options {
    std::string input;
    bool json = false;
    bool statistics = false;
};

// What is unusual about a member's storage; an own one that the member fills is not.
std::string storageText(const MemberInfo& member, const TensorInfo& tensor)
{
    std::string others;
    for (const auto& other : tensor.members)
        if (&other != &member && other.storageId == member.storageId)
            others += (others.empty() ? "" : " and ") + other.name;
    const bool filled =
        member.geometry.offset == 0 && checkedProduct(member.geometry.sizes) == member.storageNumel;
    std::string out;
    if (!filled || !others.empty())
        out = ", in a storage of " + std::to_string(member.storageNumel) +
              (member.storageNumel == 1 ? " element" : " elements");
    return out + (others.empty() ? "" : " shared with " + others);
}

void printMember(const MemberInfo& member, const TensorInfo& tensor)
{
    auto line = "  " + member.name + (member.as == member.name ? "" : " (" + harmless(member.as) + ")") + ": " +
                harmless(member.dtype.name()) + " " + text(member.geometry.sizes);
    if (!member.contiguous)
        line += " strides " + text(member.geometry.strides);
    if (member.geometry.offset != 0)
        line += " offset " + std::to_string(member.geometry.offset);
    line += storageText(member, tensor);
    if (member.device != "cpu")
        line += " on " + harmless(member.device);
    if (member.pinned)
        line += ", pinned";
    print(line);
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
    print(inked(Ink::strong, titleOf(info.name)) + "  " + summaryOf(info));
    for (const auto& member : info.members)
        printMember(member, info);
}

ExitCode run(const Options& options)
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
    auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand("info", "what is in a file, each tensor's anatomy");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_flag("--json", options->json, "answer as JSON");
    command->add_flag("--stats", options->statistics, "sums and extremes of every member");
    command->callback([options, &invocation] { invocation.run = [options] { return run(*options); }; });
}

} // namespace tscope::cli

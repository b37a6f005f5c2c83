// SPDX-License-Identifier: Apache-2.0
#include "rules/repair.h"

#include "base/printable.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/member_changes.h"
#include "facts/wording.h"
#include "inputs.h"
#include "io/open.h"
#include "outputs.h"
#include "report_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct RepairArguments {
    std::string input;
    Output output;
    std::vector<std::string> fixes;
    bool dryRun = false;
    bool json = false;
};

// Who reads the result by the old layout or shape reads other elements.
std::vector<std::string> changesOfForm(const Tensor& given, const Tensor& result)
{
    std::vector<std::string> changes;
    if (given.layout != result.layout)
        changes.push_back(say("the layout changes from {0} to {1}", given.layout->name, result.layout->name));
    const auto shapeOf = [](const Tensor& tensor) { return sizeText(tensor.layout->read(tensor, {})->outline()); };
    if (const auto before = shapeOf(given), after = shapeOf(result); before != after)
        changes.push_back(say("the shape changes from {0} to {1}", before, after));
    return changes;
}

void printRepaired(const Repaired& result, const Tensor& given, const std::string& name, bool dryRun)
{
    for (const auto& id : result.applied)
        print(dryRun ? say("would apply {0}", id) : say("applied {0}", id));
    if (result.applied.empty())
        print(say("nothing to apply"));
    for (const auto& change : memberChanges(given, result.tensor))
        print("  " + printable(change));
    printReport(result.remaining, result.tensor, name);
}

Json answerOf(const Repaired& result, const Document& document)
{
    const auto& name = document.tensors.front().name;
    return {{"applied", result.applied},
            {"remaining",
             {{"valid", result.remaining.valid},
              {"contract", result.remaining.contract},
              {"tensors", Json::array({jsonOf(result.remaining, name, result.tensor.layout->name)})}}},
            {"result", infoAnswer(document)}};
}

ExitCode runRepair(const RepairArguments& options)
{
    if (options.output.path.empty() && !options.dryRun)
        return fail(invalidArgument(say("repair wants a file to write to, or --dry-run")), options.json);
    const auto found = openOne(options.input);
    if (!found)
        return fail(found.error(), options.json, unreadable);
    const auto result =
        options.fixes.empty() ? repairedWithoutLoss(found->tensor) : repaired(found->tensor, options.fixes);
    if (!result)
        return fail(result.error(), options.json);
    Document document{{{found->name, result->tensor}}, {}, found->others};
    if (!options.dryRun) {
        const auto replaced = checkOverwrite(options.output, options.input, found->remainder);
        if (!replaced)
            return fail(replaced.error(), options.json, unreadable);
        const auto saved = saveTensors(document, options.output.path);
        if (!saved)
            return fail(saved.error(), options.json);
        document.warnings = *saved;
    }
    const auto changes = changesOfForm(found->tensor, result->tensor);
    document.warnings.insert(document.warnings.begin(), changes.begin(), changes.end());
    if (options.json) {
        printJson(answerOf(*result, document));
    } else {
        printRepaired(*result, found->tensor, found->name, options.dryRun);
        printWarnings(document.warnings);
    }
    return result->remaining.valid ? fine : no;
}

} // namespace

void addRepair(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<RepairArguments>();
    auto* command = app.add_subcommand("repair", "applies repairs and judges the result anew");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_option("OUT", options->output.path, "file to write; its ending picks the format");
    command
        ->add_option("--fix", options->fixes,
                     "ids of repairs in order, as ID,ID; default: all that lose and invent nothing")
        ->delimiter(',')
        ->allow_extra_args(false); // what follows is T or OUT
    command->add_flag("--dry-run", options->dryRun, "write nothing");
    addOverwrite(*command, options->output);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runRepair(*options); }; });
}

} // namespace tscope::cli

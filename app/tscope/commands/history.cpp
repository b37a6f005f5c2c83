// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "dispatch/call.h"
#include "facts/history_text.h"
#include "facts/info.h"
#include "history/recording.h"
#include "history/script.h"
#include "history/script_text.h"
#include "inputs.h"
#include "numbers.h"
#include "outputs.h"
#include "unsound.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace tscope::cli {

namespace {

struct HistoryArguments {
    std::vector<std::string> inputs, requiresGrad;
    std::string script;
    Output output;
    std::int64_t maxMemory = 0;
    bool json = false;
};

// NAME=FILE, or FILE, whose tensors have the names that are in it. A file of the whole name comes first.
Result<std::vector<NamedTensor>> openNamed(const std::string& spec, const Output& output)
{
    const auto equals = spec.find('=');
    const auto name = spec.substr(0, equals);
    const bool isNamed = equals != std::string::npos && !std::filesystem::exists(spec) && !name.empty() &&
                         std::ranges::all_of(name, isOfName);
    const auto file = isNamed ? spec.substr(equals + 1) : spec;
    std::vector<NamedTensor> out;
    Remainder remainder;
    if (isNamed) {
        auto found = openOne(file);
        if (!found)
            return found.error();
        remainder = found->remainder;
        out.push_back({scriptName(name), std::move(found->tensor)});
    } else {
        auto found = openInput(file);
        if (!found)
            return found.error();
        if (auto unread = unreadPartOf(*found))
            return *unread;
        remainder = found->remainder;
        const auto stem = std::filesystem::path(fileOf(file)).stem().string();
        for (auto& [own, tensor] : found->tensors)
            out.push_back({scriptName(own.empty() ? (stem.empty() ? "x" : stem) : own), std::move(tensor)});
    }
    if (auto replaced = checkOverwrite(output, file, remainder); !replaced)
        return replaced.error();
    return out;
}

// The gradients of the leaves, in the order in which the script knows them.
Document gradientsOf(const ScriptRun& run)
{
    Document out;
    if (run.gradients)
        for (const auto& recorded : run.names)
            if (recorded.requiresGradient() && recorded.node->isLeaf())
                if (const auto* gradient = run.gradients->of(recorded))
                    out.tensors.push_back({recorded.name + ".grad", *gradient});
    return out;
}

void printGradients(const Document& gradients, const std::string& of)
{
    print(say("gradients of {0}", of.empty() ? say("the result") : of));
    for (const auto& [name, tensor] : gradients.tensors) {
        const auto facts = info(tensor, name);
        print(Line("  ") + headingOf(facts));
        for (const auto& member : facts.members) {
            if (!member.data || member.data->empty() ||
                (member.name != "values" && member.name != "buffer" && member.name != "indices"))
                continue;
            std::string line = "    " + member.name;
            for (const auto& element : *member.data)
                line += " " + element.text();
            print(inked(Ink::faint, line));
        }
    }
}

ExitCode runHistory(const HistoryArguments& options)
{
    std::vector<Recorded> given;
    for (const auto& spec : options.inputs) {
        auto opened = openNamed(spec, options.output);
        if (!opened)
            return fail(opened.error(), options.json, unreadable);
        for (auto& [name, tensor] : *opened) {
            if (std::ranges::find(given, name, &Recorded::name) != given.end())
                return fail(invalidArgument(say("tensors of different names were wanted, found {0} twice; "
                                                "NAME=FILE gives another one",
                                                name)),
                            options.json, usage);
            const bool isRequired = std::ranges::find(options.requiresGrad, name) != options.requiresGrad.end() ||
                                    std::ranges::any_of(tensor.members, [](const Member& member) {
                                        return member.requiresGrad && member.role->kind == RoleKind::values;
                                    });
            auto proved = prove(std::move(tensor));
            if (const auto* report = std::get_if<Report>(&proved))
                return fail(unsound(name, say("computed with"), *report), options.json, no);
            auto leaf = recordedLeaf(std::move(std::get<Sound>(proved)), isRequired);
            if (!leaf)
                return fail(leaf.error(), options.json);
            leaf->name = name;
            given.push_back(std::move(*leaf));
        }
    }
    for (const auto& name : options.requiresGrad)
        if (std::ranges::find(given, name, &Recorded::name) == given.end())
            return fail(invalidArgument(say("there is no tensor called {0}", name)), options.json, usage);
    auto run = runScript(options.script, std::move(given), {.maxBytes = options.maxMemory});
    if (!run)
        return fail(run.error(), options.json);

    auto gradients = gradientsOf(*run);
    if (!options.output.path.empty()) {
        auto saved = saveTensors(gradients, options.output.path);
        if (!saved)
            return fail(saved.error(), options.json);
        gradients.warnings = std::move(*saved);
    }
    const auto graph = historyGraph(run->names);
    if (options.json) {
        printJson({{"nodes", jsonOf(graph)}, {"notes", run->notes}, {"gradients", infoAnswer(gradients)}});
        return fine;
    }
    print(tellHistory(graph));
    for (const auto& note : run->notes)
        print(inked(Ink::warning, say("note: ")) + note);
    if (run->gradients)
        printGradients(gradients, run->backwardOf);
    printWarnings(gradients.warnings);
    return fine;
}

} // namespace

void addHistory(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<HistoryArguments>();
    auto* command = app.add_subcommand("history", "where results come from, and their gradients");
    command->add_option("T", options->inputs, "NAME=FILE, FILE, FILE::NAME or -; the script names them so")
        ->required();
    command
        ->add_option("--script", options->script,
                     "statements such as \"y = W @ x; loss = (y * y).sum(); loss.backward()\"")
        ->required();
    command->add_option("--requires-grad", options->requiresGrad, "names of tensors that gradients are wanted of")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", options->output.path, "file for the gradients; its ending picks the format");
    command->add_option("--max-memory", options->maxMemory, "bytes a step may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    addOverwrite(*command, options->output);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runHistory(*options); }; });
}

} // namespace tscope::cli

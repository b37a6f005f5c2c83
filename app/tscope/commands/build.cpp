// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "proof/construction.h"

#include "command.h"
#include "console.h"
#include "facts/construction_text.h"
#include "inputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct BuildArguments {
    std::string input;
    bool unsafe = false, infer = false, draft = false, trace = false, json = false;
};

Json jsonOf(const ConstructionStep& step)
{
    return {{"depth", step.depth},
            {"call", step.call},
            {"rules", step.rules},
            {"outcome", name(step.outcome)},
            {"text", step.text}};
}

Json answerOf(const ConstructionTrace& trace, const std::string& name)
{
    auto steps = Json::array();
    for (const auto& step : trace.steps)
        steps.push_back(jsonOf(step));
    return {{"name", name},
            {"builder", trace.builder},
            {"tree", trace.tree},
            {"built", trace.built},
            {"steps", std::move(steps)},
            {"certificate", trace.certificate},
            {"inferred_size", tscope::jsonOf(trace.inferred)},
            {"inferred_size_published", tscope::jsonOf(trace.inferredPublished)},
            {"difference", trace.difference.empty() ? Json(nullptr) : Json(trace.difference)},
            {"result", trace.tensor ? infoAnswer({{{name, *trace.tensor}}, {}}) : Json(nullptr)}};
}

ExitCode runBuild(const BuildArguments& options)
{
    const auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    for (const auto& [name, tensor] : document->tensors)
        if (options.draft && tensor.layout->name != "csr")
            return fail({ErrorCode::invalidArgument,
                         say("--draft is another way to build csr, found {0}", tensor.layout->name),
                         name,
                         {}},
                        options.json, usage);
    bool allBuilt = true;
    auto tensors = Json::array();
    for (const auto& [name, tensor] : document->tensors) {
        const auto trace =
            construct(tensor, {.unsafe = options.unsafe, .infer = options.infer, .draft = options.draft});
        allBuilt = allBuilt && trace.built;
        if (options.json)
            tensors.push_back(answerOf(trace, name));
        else
            print(tellConstruction(trace, name, options.trace));
    }
    const auto unread = unreadPartOf(*document);
    Json answer{{"built", allBuilt && !unread}, {"tensors", std::move(tensors)}, {"warnings", document->warnings}};
    if (unread)
        return fail(*unread, options.json, unreadable, std::move(answer));
    if (options.json)
        printJson(answer);
    return allBuilt ? fine : no;
}

} // namespace

void addBuild(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<BuildArguments>();
    auto* command = app.add_subcommand("build", "runs a builder on the members: its steps, and what is certified");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    auto* unsafe = command->add_flag("--unsafe", options->unsafe, "store the members, check nothing");
    command->add_flag("--infer", options->infer, "take the size from the members")->excludes(unsafe);
    command->add_flag("--draft", options->draft, "csr: the other published call tree");
    command->add_flag("--trace", options->trace, "every step and the rules it checks");
    command->add_flag("--json", options->json, "answer as JSON, steps included");
    command->callback([options, &invocation] { invocation.run = [options] { return runBuild(*options); }; });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/dispatch_answers.h"
#include "facts/extension_text.h"
#include "inputs.h"
#include "ops/operations.h"
#include "unsound.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>

namespace tscope::cli {

namespace {

struct ExtendArguments {
    std::string kind, name, like, op, fill = "none";
    std::vector<std::string> inputs, params;
    bool all = false, json = false;
};

// A matrix that is large enough for a sparse gradient to be the smaller one.
Result<EmbeddingGradients> shownEmbedding()
{
    constexpr std::array<std::int64_t, 3> lookups{2, 0, 2};
    return compareEmbeddingGradients(1000, 4, lookups);
}

ExitCode runInSandbox(Sandbox& sandbox, const ExtendArguments& options)
{
    const auto found = wantedOperation(options.op);
    if (!found)
        return fail(found.error(), options.json, usage);
    const auto& op = **found;
    const auto params = parseParams(op.params, options.params);
    if (!params)
        return fail(params.error(), options.json, usage);
    std::vector<Sound> inputs;
    for (const auto& file : options.inputs) {
        auto opened = openOne(file);
        if (!opened)
            return fail(opened.error(), options.json, unreadable);
        auto proved = prove(std::move(opened->tensor));
        if (const auto* report = std::get_if<Report>(&proved))
            return fail(unsound(file, say("computed with"), *report), options.json, no);
        inputs.push_back(std::move(std::get<Sound>(proved)));
    }
    if (inputs.size() != op.inputs.size())
        return fail(invalidArgument(
                        say("{0} takes {1|tensor|tensors}, found {2#}", op.name, op.inputs.size(), inputs.size())),
                    options.json, usage);
    if (const auto gap = sandbox.gapOf(op, inputs))
        if (auto filled = sandbox.fill(*gap, *gapFillNamed(options.fill)); !filled)
            return fail(filled.error(), options.json);
    DispatchTrace trace;
    const auto result = sandbox.run(op, inputs, *params, {.trace = &trace});
    if (!options.json) {
        print(summaryOf(sandbox));
        for (const auto& step : trace.steps)
            print("  " + text(step));
    }
    auto answer = jsonOf(sandbox);
    answer["trace"] = jsonOf(trace);
    if (!result)
        return fail(result.error(), options.json, exitCodeOf(result.error()), std::move(answer));
    if (!options.json) {
        print(headingOf(info(result->tensor, options.op)));
        return fine;
    }
    Document document;
    document.tensors.push_back({options.op, result->tensor});
    answer["result"] = infoAnswer(document);
    printJson(answer);
    return fine;
}

ExitCode runExtend(const ExtendArguments& options)
{
    auto sandbox =
        Sandbox::make(registeredTable(), {*extensionKindNamed(options.kind), options.name, options.like});
    if (!sandbox)
        return fail(sandbox.error(), options.json, usage);
    if (options.op.empty() && !options.inputs.empty())
        return fail(invalidArgument(say("an operation was wanted for the tensors; --run names it")), options.json,
                    usage);
    if (!options.op.empty())
        return runInSandbox(*sandbox, options);
    auto answer = options.json ? jsonOf(*sandbox) : Json();
    if (!options.json)
        print(tellSandbox(*sandbox, options.all));
    if (sandbox->extension().kind == ExtensionKind::wrapper) {
        const auto gradients = shownEmbedding();
        if (!gradients)
            return fail(gradients.error(), options.json);
        if (options.json)
            answer["embedding"] = jsonOf(*gradients);
        else
            print(tellEmbedding(*gradients));
    }
    if (options.json)
        printJson(answer);
    return fine;
}

} // namespace

void addExtend(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<ExtendArguments>();
    auto* command = app.add_subcommand("extend", "what a new device, layout, element type or wrapper costs");
    command->add_option("KIND", options->kind, "device, layout, dtype or wrapper")
        ->required()
        ->check(CLI::IsMember({"device", "layout", "dtype", "wrapper"}));
    command->add_option("NAME", options->name, "of what is new")->required();
    command->add_option("T", options->inputs, "with --run: FILE, FILE::NAME or -, which stand for it");
    command->add_option("--like", options->like, "what it behaves like: cpu, csr, float32");
    command->add_flag("--all", options->all, "each missing entry or case");
    command->add_option("--run", options->op, "operation that is run on it; tscope ops lists them");
    command->add_option("--fill", options->fill, "how the gap is filled that --run meets; default none")
        ->check(CLI::IsMember({"none", "kernel", "conversion"}));
    command->add_option("--param,-p", options->params, "NAME=VALUE of the operation, once for each")
        ->allow_extra_args(false);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runExtend(*options); }; });
}

} // namespace tscope::cli

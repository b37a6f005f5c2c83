// SPDX-License-Identifier: Apache-2.0
#include "ops/transform.h"

#include "command.h"
#include "console.h"
#include "inputs.h"
#include "numbers.h"
#include "outputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct TransformArguments {
    std::string input, ops;
    Output output;
    std::int64_t maxMemory = 0;
    bool json = false;
};

// The results as a document: one keeps the input's name, several are numbered.
Document documentOf(const Transformed& result, const std::string& name)
{
    Document out;
    for (const auto& tensor : result.tensors)
        out.tensors.push_back({result.tensors.size() == 1
                                   ? name
                                   : (name.empty() ? "part" : name) + "." + std::to_string(out.tensors.size()),
                               tensor});
    return out;
}

void printResult(const Transformed& result, const Document& document)
{
    for (const auto& step : result.route)
        print("  " + routeText(step));
    for (const auto& [name, tensor] : document.tensors)
        print(headingOf(info(tensor, name)));
}

// A view that does not exist is an answer, not wrong usage.
ExitCode refusal(const Error& error, bool json)
{
    const bool isAnswer = error.reason == "shape" || error.reason == "strides";
    return fail(error, json, isAnswer ? no : exitCodeOf(error));
}

ExitCode runTransform(const TransformArguments& options)
{
    const auto found = openOne(options.input);
    if (!found)
        return fail(found.error(), options.json, unreadable);
    const auto steps = parseSteps(options.ops);
    if (!steps)
        return fail(steps.error(), options.json, usage);
    const auto result = transform(found->tensor, *steps, {.maxBytes = options.maxMemory});
    if (!result)
        return refusal(result.error(), options.json);

    auto document = documentOf(*result, found->name);
    if (const auto replaced = checkOverwrite(options.output, options.input, found->remainder); !replaced)
        return fail(replaced.error(), options.json, unreadable);
    const auto saved = saveTensors(document, options.output.path);
    if (!saved)
        return fail(saved.error(), options.json);
    document.warnings = result->losses;
    document.warnings.insert(document.warnings.end(), saved->begin(), saved->end());
    if (options.json) {
        printJson(
            {{"route", jsonOf(std::span<const RouteStep>(result->route))}, {"result", infoAnswer(document)}});
    } else {
        printResult(*result, document);
        printWarnings(document.warnings);
    }
    return fine;
}

} // namespace

void addTransform(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<TransformArguments>();
    auto* command =
        app.add_subcommand("transform", "view algebra: which steps are views, which copy, and what it costs");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_option("OUT", options->output.path, "file to write; its ending picks the format")->required();
    command->add_option("--ops", options->ops, "chain such as \"permute(1,0).narrow(0,2,3).view(3,-1)\"")
        ->required();
    command->add_option("--max-memory", options->maxMemory, "bytes a copy may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    addOverwrite(*command, options->output);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runTransform(*options); }; });
}

} // namespace tscope::cli

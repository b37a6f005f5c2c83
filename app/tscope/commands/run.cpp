// SPDX-License-Identifier: Apache-2.0
#include "ops/run.h"
#include "base/say.h"

#include "command.h"
#include "console.h"
#include "dispatch/backends.h"
#include "facts/dispatch_answers.h"
#include "inputs.h"
#include "numbers.h"
#include "ops/number_input.h"
#include "ops/operations.h"
#include "outputs.h"
#include "unsound.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace tscope::cli {

namespace {

struct RunArguments {
    std::string op, device = "cpu";
    Output output;
    std::vector<std::string> inputs, params;
    std::int64_t maxMemory = 0;
    bool trace = false, reference = false, json = false;
};

// Files, and numbers that stand beside them; a file of that name comes first.
Result<std::vector<Tensor>> openInputs(const std::vector<std::string>& named, const Output& output)
{
    const auto isNumber = [](const std::string& text) {
        return !std::filesystem::exists(text) && numberTensor(text, DType()).has_value();
    };
    std::vector<Tensor> tensors(named.size());
    DType beside;
    for (std::size_t i = 0; i < named.size(); ++i)
        if (!isNumber(named[i])) {
            auto found = openOne(named[i]);
            if (!found)
                return found.error();
            if (auto replaced = checkOverwrite(output, named[i], found->remainder); !replaced)
                return replaced.error();
            tensors[i] = std::move(found->tensor);
            beside = tensors[i].declaredDType();
        }
    for (std::size_t i = 0; i < named.size(); ++i)
        if (tensors[i].layout == nullptr)
            tensors[i] = *numberTensor(named[i], beside);
    return tensors;
}

// Ways round cost something, so they are told unasked.
void printTrace(const DispatchTrace& trace, bool all)
{
    for (const auto& step : trace.steps)
        if (all || step.kind == DispatchStep::Kind::around)
            print("  " + text(step));
}

ExitCode runOperation(const RunArguments& options)
{
    const auto found = wantedOperation(options.op);
    if (!found)
        return fail(found.error(), options.json, usage);
    const auto& op = **found;
    const auto params = parseParams(op.params, options.params);
    if (!params)
        return fail(params.error(), options.json, usage);
    auto opened = openInputs(options.inputs, options.output);
    if (!opened)
        return fail(opened.error(), options.json, unreadable);
    std::vector<Sound> inputs;
    for (std::size_t i = 0; i < opened->size(); ++i) {
        auto proved = prove(std::move((*opened)[i]));
        if (const auto* report = std::get_if<Report>(&proved))
            return fail(unsound(options.inputs[i], say("computed with"), *report), options.json, no);
        inputs.push_back(std::move(std::get<Sound>(proved)));
    }
    DispatchTrace trace;
    const auto result = run(op, inputs, *params,
                            {.device = options.device,
                             .only = options.reference ? referenceBackend() : nullptr,
                             .maxBytes = options.maxMemory,
                             .trace = &trace});
    if (!result) {
        if (!options.trace)
            return fail(result.error(), options.json);
        if (!options.json)
            printTrace(trace, true);
        return fail(result.error(), options.json, exitCodeOf(result.error()), {{"trace", jsonOf(trace)}});
    }

    Document document;
    document.tensors.push_back({options.op, result->tensor});
    if (!options.output.path.empty()) {
        auto saved = saveTensors(document, options.output.path);
        if (!saved)
            return fail(saved.error(), options.json);
        document.warnings = std::move(*saved);
    }
    if (options.json) {
        Json answer{{"route", routeJson(trace, options.op)}, {"result", infoAnswer(document)}};
        if (options.trace)
            answer["trace"] = jsonOf(trace);
        printJson(answer);
        return fine;
    }
    printTrace(trace, options.trace);
    print(headingOf(info(result->tensor, options.op)));
    printWarnings(document.warnings);
    return fine;
}

} // namespace

void addRun(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<RunArguments>();
    auto* command = app.add_subcommand("run", "one operation on one or more tensors");
    command->add_option("OP", options->op, "operation; tscope ops lists them")->required();
    command->add_option("T", options->inputs, "FILE, FILE::NAME, - or a number, as many as the operation takes")
        ->required();
    command->add_option("--param,-p", options->params, "NAME=VALUE of the operation, once for each")
        ->allow_extra_args(false);
    command->add_option("--device", options->device, "device to run on; default cpu");
    command->add_option("--out", options->output.path, "file for the result; its ending picks the format");
    command->add_option("--max-memory", options->maxMemory, "bytes it may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    command->add_flag("--trace", options->trace, "how the kernel was found: layouts first, then element types");
    command->add_flag("--reference", options->reference, "with the dull kernels that the others are held against");
    addOverwrite(*command, options->output);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runOperation(*options); }; });
}

} // namespace tscope::cli

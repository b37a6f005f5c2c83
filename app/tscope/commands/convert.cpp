// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"
#include "base/say.h"

#include "command.h"
#include "console.h"
#include "convert/request_words.h"
#include "dispatch/backends.h"
#include "inputs.h"
#include "layouts/registry.h"
#include "numbers.h"
#include "outputs.h"
#include "unsound.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <utility>

namespace tscope::cli {

namespace {

struct ConvertArguments {
    std::string input;
    Output output;
    std::string layout, blocksize, indexDType, dtype, device = "cpu"; // what the tensors are to become
    std::optional<std::int64_t> denseDims;
    std::int64_t maxMemory = 0;
    bool dropZeros = false, forPyTorch1 = false, json = false;

    bool changesTensors() const
    {
        return !layout.empty() || !blocksize.empty() || !indexDType.empty() || !dtype.empty() || denseDims ||
               dropZeros;
    }
};

Result<ConvertRequest> requestOf(const ConvertArguments& options)
{
    NamedWords words;
    for (const auto& [name, value] : {std::pair("layout", &options.layout),
                                      {"blocksize", &options.blocksize},
                                      {"dtype", &options.dtype},
                                      {"index_dtype", &options.indexDType}})
        if (!value->empty())
            words.emplace_back(name, *value);
    auto request = tscope::requestOf(words);
    if (!request)
        return request;
    request->denseDims = options.denseDims;
    request->dropZeros = options.dropZeros;
    return request;
}

// What was done to the tensors of a document.
struct Outcome {
    std::vector<RouteStep> route;
    std::vector<std::string> lines;
};

// A file's only tensor has no name of its own.
std::string called(const std::string& name, const std::string& file)
{
    return name.empty() ? file : say("tensor {0} of {1}", name, file);
}

Result<Outcome> convertAll(Document& document, const ConvertArguments& options, const ConvertRequest& request,
                           const DeviceChoice& device)
{
    Outcome outcome;
    for (auto& [name, tensor] : document.tensors) {
        auto proved = prove(std::move(tensor));
        if (const auto* report = std::get_if<Report>(&proved))
            return unsound(called(name, options.input), say("converted"), *report);
        auto converted =
            convert(std::get<Sound>(proved), request,
                    {.maxBytes = options.maxMemory, .device = device.kind, .deviceNumber = device.number});
        if (!converted) {
            auto error = converted.error();
            if (!name.empty())
                error.text = called(name, options.input) + ": " + error.text;
            return error;
        }
        for (const auto& step : converted->route)
            outcome.lines.push_back(routeText(step));
        for (const auto& change : converted->changes) {
            outcome.lines.push_back(change);
            document.warnings.push_back((name.empty() ? "" : name + ": ") + change);
        }
        outcome.route.insert(outcome.route.end(), converted->route.begin(), converted->route.end());
        tensor = std::move(converted->tensor);
    }
    return outcome;
}

// Without a wish the tensors stay what they are, broken ones too; what the format can't keep is told.
ExitCode runConvert(const ConvertArguments& options)
{
    const auto device = deviceNamed(options.device);
    if (!device)
        return fail(unsupported(say("nothing can be converted on {0}, {1}", options.device, device.error().text)),
                    options.json);
    const auto request = requestOf(options);
    if (!request)
        return fail(request.error(), options.json, usage);
    auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    Outcome outcome;
    const auto readerWarnings = document->warnings;
    if (options.changesTensors()) {
        auto converted = convertAll(*document, options, *request, *device);
        if (!converted)
            return fail(converted.error(), options.json,
                        converted.error().reason == "unsound" ? no : exitCodeOf(converted.error()));
        outcome = std::move(*converted);
    }
    const auto replaced = checkOverwrite(options.output, options.input, document->remainder, document->unread);
    if (!replaced)
        return fail(replaced.error(), options.json, unreadable);
    const auto saved = saveTensors(*document, options.output.path, {.forPyTorch1 = options.forPyTorch1});
    if (!saved)
        return fail(saved.error(), options.json);
    document->warnings.insert(document->warnings.end(), saved->begin(), saved->end());
    const auto unread = unreadPartOf(*document);
    if (options.json) {
        Json answer{{"route", jsonOf(std::span<const RouteStep>(outcome.route))},
                    {"result", infoAnswer(*document)}};
        if (unread)
            return fail(*unread, true, unreadable, std::move(answer));
        printJson(answer);
        return fine;
    }
    for (const auto& line : outcome.lines)
        print("  " + line);
    for (const auto& [name, tensor] : document->tensors)
        print(headingOf(info(tensor, name)));
    auto warnings = readerWarnings;
    warnings.insert(warnings.end(), saved->begin(), saved->end());
    printWarnings(warnings);
    return unread ? fail(*unread, false, unreadable) : fine;
}

} // namespace

void addConvert(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<ConvertArguments>();
    auto* command =
        app.add_subcommand("convert", "writes tensors into a file of another format, layout or element type");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_option("OUT", options->output.path, "file to write; its ending picks the format")->required();
    command->add_option("--layout", options->layout, "layout of the result: " + layoutNames());
    command->add_option("--blocksize", options->blocksize, "rows,columns of a block (bsr, bsc)");
    command->add_option("--index-dtype", options->indexDType, "index type of the result");
    command->add_option("--dtype", options->dtype, "element type of the result");
    command->add_option("--dense-dims", options->denseDims, "how many of the last dims each entry holds whole")
        ->check(wholeNumber<std::int64_t>(0, 64));
    command->add_flag("--drop-zeros", options->dropZeros, "entries that are nothing but zeros are left out");
    command->add_option("--device", options->device, "whose kernels convert; default cpu");
    command->add_option("--max-memory", options->maxMemory, "bytes it may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    command->add_flag("--old-pytorch", options->forPyTorch1,
                      "a .pt file as PyTorch 1.x reads it: csr in its spelling, which 2.x does not know");
    addOverwrite(*command, options->output);
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runConvert(*options); }; });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "inputs.h"
#include "io/open.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct ConvertArguments {
    std::string input, output;
    std::string layout, blocksize, indexDType, dtype, device; // what the tensors are to become
    bool json = false;

    bool changesTensors() const
    {
        return !layout.empty() || !blocksize.empty() || !indexDType.empty() || !dtype.empty() || !device.empty();
    }
};

// From file to file: the tensors stay what they are, broken ones too; what the format can't keep is told.
ExitCode runConvert(const ConvertArguments& options)
{
    if (options.changesTensors())
        return fail(
            unsupported("this build writes tensors into other formats as they are; their layout, types and "
                        "device can't be changed yet"),
            options.json);
    auto document = openInput(options.input);
    if (!document)
        return fail(document.error(), options.json, unreadable);
    const auto saved = saveFile(*document, options.output);
    if (!saved)
        return fail(saved.error(), options.json);
    document->warnings.insert(document->warnings.end(), saved->begin(), saved->end());
    if (options.json) {
        printJson({{"route", Json::array()}, {"result", infoAnswer(*document)}});
        return fine;
    }
    for (const auto& [name, tensor] : document->tensors)
        print(headingOf(info(tensor, name)));
    printWarnings(document->warnings);
    return fine;
}

} // namespace

void addConvert(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<ConvertArguments>();
    auto* command = app.add_subcommand("convert", "writes tensors into a file of another format");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_option("OUT", options->output, "file to write; its ending picks the format")->required();
    const auto later = [](std::string what) { return what + " (not in this build yet)"; };
    command->add_option("--layout", options->layout, later("layout of the result"));
    command->add_option("--blocksize", options->blocksize, later("rows,columns of a block"));
    command->add_option("--index-dtype", options->indexDType, later("index type of the result"));
    command->add_option("--dtype", options->dtype, later("element type of the result"));
    command->add_option("--device", options->device, later("device of the result"));
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runConvert(*options); }; });
}

} // namespace tscope::cli

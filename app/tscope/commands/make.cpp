// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/wording.h"
#include "make/broken_rules.h"
#include "make/faults.h"
#include "make/make_options.h"
#include "outputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct MakeArguments {
    MakeSpec spec;
    std::vector<std::string> texts; // of makeOptions()
    std::string output;
    std::string fault; // "5.6" or "5.6@3"
    bool json = false;
};

Result<MakeSpec> specOf(const MakeArguments& options)
{
    auto spec = options.spec;
    for (std::size_t i = 0; i < options.texts.size(); ++i) {
        if (options.texts[i].empty())
            continue;
        const auto& option = makeOptions()[i];
        if (auto done = option.read(options.texts[i], spec); !done)
            return invalidArgument("--" + std::string(option.name) + ": " + done.error().text);
    }
    return spec;
}

Result<Tensor> planted(const Tensor& tensor, const std::string& fault, std::uint64_t seed)
{
    const auto at = fault.find('@');
    if (at == std::string::npos)
        return plant(tensor, fault, std::nullopt, seed);
    const auto slot = parseNumbers(std::string_view(fault).substr(at + 1));
    if (!slot || slot->size() != 1)
        return invalidArgument(say("--break wants RULE or RULE@slot, found {0}", fault));
    return plant(tensor, fault.substr(0, at), slot->front(), seed);
}

ExitCode runMake(const MakeArguments& options)
{
    const auto spec = specOf(options);
    if (!spec)
        return fail(spec.error(), options.json, usage);
    auto tensor = makeTensorOf(*spec);
    auto warnings = tensor ? brokenRules(*tensor) : std::vector<std::string>();
    if (tensor && !options.fault.empty())
        tensor = planted(*tensor, options.fault, spec->seed);
    if (!tensor)
        return fail(tensor.error(), options.json);
    const Document document{{{"", *tensor}}, {}};
    const auto saved = saveTensors(document, options.output);
    if (!saved)
        return fail(saved.error(), options.json);
    warnings.insert(warnings.end(), saved->begin(), saved->end());
    const auto facts = info(*tensor);
    if (options.json) {
        printJson({{"result", infoAnswer({document.tensors, warnings})}});
    } else {
        print(options.output + "  " + summaryOf(facts));
        printWarnings(warnings);
    }
    return fine;
}

std::string kindsText()
{
    std::string out = "what is in it:";
    for (const auto& kind : makeKinds())
        out += "\n  " + std::string(kind.name) + ": " + std::string(kind.does);
    return out;
}

} // namespace

void addMake(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<MakeArguments>();
    auto& spec = options->spec;
    auto* command = app.add_subcommand("make", "makes a tensor, sound or broken in one place");
    command->add_option("KIND", spec.kind, kindsText())->required();
    command->add_option("OUT", options->output, "file to write; its ending picks the format")->required();
    command->add_option("--layout", spec.layout, "layout to make")->capture_default_str();
    options->texts.resize(makeOptions().size());
    for (std::size_t i = 0; i < makeOptions().size(); ++i) {
        const auto& option = makeOptions()[i];
        const auto initial = option.text(spec);
        auto* added =
            command->add_option("--" + std::string(option.name), options->texts[i], std::string(option.does));
        if (!initial.empty())
            added->default_str(initial);
    }
    command->get_option("--nnz")->excludes("--density");
    command->add_option("--break", options->fault, "plant a fault: RULE, or RULE@slot");
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runMake(*options); }; });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/wording.h"
#include "io/open.h"
#include "make/faults.h"
#include "make/generators.h"
#include "numbers.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct MakeArguments {
    MakeSpec spec;
    std::string output;
    std::string size, blocksize, batch, dense, dtype, indexDType;
    std::string fault; // "5.6" or "5.6@3"
    bool json = false;
};

Result<void> readList(const std::string& text, Extents& into)
{
    if (text.empty())
        return {};
    auto numbers = parseNumbers(text);
    if (!numbers)
        return numbers.error();
    into = std::move(*numbers);
    return {};
}

Result<void> readDType(const std::string& text, DType& into)
{
    if (text.empty())
        return {};
    into = DType::parse(text);
    if (into.isOpaque())
        return invalidArgument("an element type such as f32 or int64 is wanted, found " + text);
    return {};
}

Result<MakeSpec> specOf(const MakeArguments& options)
{
    auto spec = options.spec;
    Extents block;
    for (const auto& done : {readList(options.size, spec.size), readList(options.blocksize, block),
                             readList(options.batch, spec.batch), readList(options.dense, spec.dense),
                             readDType(options.dtype, spec.dtype), readDType(options.indexDType, spec.indexDType)})
        if (!done)
            return done.error();
    if (!options.blocksize.empty()) {
        if (block.size() != 2)
            return invalidArgument("a block size of two numbers is wanted, found " + options.blocksize);
        spec.blocksize = {block[0], block[1]};
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
        return invalidArgument("--break wants RULE or RULE@slot, found " + fault);
    return plant(tensor, fault.substr(0, at), slot->front(), seed);
}

ExitCode runMake(const MakeArguments& options)
{
    const auto spec = specOf(options);
    if (!spec)
        return fail(spec.error(), options.json, usage);
    auto tensor = makeTensorOf(*spec);
    if (tensor && !options.fault.empty())
        tensor = planted(*tensor, options.fault, spec->seed);
    if (!tensor)
        return fail(tensor.error(), options.json);
    const Document document{{{"", *tensor}}, {}};
    if (const auto saved = saveFile(document, options.output); !saved)
        return fail(saved.error(), options.json);
    const auto facts = info(*tensor);
    if (options.json)
        printJson({{"result", infoAnswer(document)}});
    else
        print(options.output + "  " + harmless(summaryOf(facts)));
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
    command->add_option("--size", options->size, "extents such as 60,80");
    auto* nnz = command->add_option("--nnz", spec.nnz, "stored entries (blocks) per batch")
                    ->check(wholeNumber<std::int64_t>());
    command->add_option("--density", spec.density, "share of the places that are stored")->excludes(nnz);
    command->add_option("--blocksize", options->blocksize, "rows,columns of a block");
    command->add_option("--batch", options->batch, "batch extents");
    command->add_option("--dense", options->dense, "dense extents");
    command->add_option("--dtype", options->dtype, "element type, such as f32");
    command->add_option("--index-dtype", options->indexDType, "index type, such as i64");
    command->add_option("--seed", spec.seed, "the same seed makes the same bytes everywhere")
        ->check(wholeNumber<std::uint64_t>())
        ->capture_default_str();
    command->add_option("--bandwidth", spec.bandwidth, "diagonals on each side, for banded")
        ->capture_default_str();
    command->add_option("--break", options->fault, "plant a fault: RULE, or RULE@slot");
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runMake(*options); }; });
}

} // namespace tscope::cli

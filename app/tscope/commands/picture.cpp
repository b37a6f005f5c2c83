// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "inputs.h"
#include "numbers.h"
#include "outputs.h"
#include "picture/png.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct PictureArguments {
    std::string input, output, size = "1000x1000", contract = "pytorch";
    std::optional<std::int64_t> rows, columns;
    bool violations = false;
    bool json = false;
};

Result<PictureSize> sizeOf(const std::string& text)
{
    const auto numbers = parseNumbers(text);
    if (!numbers || numbers->size() != 2)
        return invalidArgument(say("--size wants WIDTHxHEIGHT in pixels, such as 1000x1000, found \"{0}\"", text));
    const PictureSize size{(*numbers)[0], (*numbers)[1]};
    if (const auto fits = checkPictureSize(size); !fits)
        return fits.error();
    return size;
}

Result<void> checkOutput(const std::string& path)
{
    if (path.ends_with(".png"))
        return {};
    return unsupported(say("can't write \"{0}\": pictures are .png files", path));
}

Json jsonOf(const std::optional<std::size_t>& dim, const Bins& bins)
{
    return {
        {"dim", dim ? Json(*dim) : Json()}, {"begin", bins.begin()}, {"end", bins.end()}, {"bins", bins.count()}};
}

Json jsonOf(const OutsideCounts& outside)
{
    return {{"above", outside.above},
            {"below", outside.below},
            {"left", outside.left},
            {"right", outside.right},
            {"corners", outside.corners}};
}

Json jsonOf(const Density& density, const PictureSize& size, const std::optional<Violations>& violations)
{
    Json answer{{"width", size.width},
                {"height", size.height},
                {"rows", jsonOf(density.binning.rowDim, density.binning.rows)},
                {"columns", jsonOf(density.binning.columnDim, density.binning.columns)},
                {"total", density.total},
                {"largest", density.largest},
                {"sampled", density.isSampled()},
                {"outside", density.tally.seesOutside ? jsonOf(density.tally.outside) : Json()},
                {"violations", Json()}};
    if (violations)
        answer["violations"] = {{"shown", violations->shown},
                                {"bins", violations->bins.size()},
                                {"without_place", violations->withoutPlace}};
    return answer;
}

std::string axisText(const std::optional<std::size_t>& dim, const Bins& bins)
{
    if (!dim)
        return "1 (the tensor has no such dim)";
    return std::to_string(bins.numbers()) + " of dim " + std::to_string(*dim) + " in " +
           std::to_string(bins.count()) + (bins.count() == 1 ? " bin" : " bins");
}

std::string counted(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

void printPicture(const PictureArguments& options, const Density& density, const PictureSize& size,
                  const std::optional<Violations>& violations)
{
    print(inked(Ink::strong, options.output) + "  " + std::to_string(size.width) + " x " +
          std::to_string(size.height) + " pixels");
    print("  rows: " + axisText(density.binning.rowDim, density.binning.rows));
    print("  columns: " + axisText(density.binning.columnDim, density.binning.columns));
    print("  " + counted(density.total, "stored element") + ", at most " + std::to_string(density.largest) +
          " in a bin");
    const auto& outside = density.tally.outside;
    if (outside != OutsideCounts{})
        print("  outside the size: " + std::to_string(outside.left) + " left, " + std::to_string(outside.right) +
              " right, " + std::to_string(outside.above) + " above, " + std::to_string(outside.below) +
              " below, " + std::to_string(outside.corners) + " beyond both");
    if (violations)
        print("  " + counted(violations->shown, "place") + " of broken rules in " +
              counted(violations->bins.size(), "bin") + ", " + std::to_string(violations->withoutPlace) +
              " without a place in the picture");
}

ExitCode runPicture(const PictureArguments& options)
{
    const auto size = sizeOf(options.size);
    if (!size)
        return fail(size.error(), options.json, usage);
    const auto contract = contractNamed(options.contract);
    if (!contract)
        return fail(contract.error(), options.json, usage);
    if (const auto writable = checkOutput(options.output); !writable)
        return fail(writable.error(), options.json);
    const auto found = openOne(options.input);
    if (!found)
        return fail(found.error(), options.json, unreadable);

    DensitySpec spec;
    spec.rowDim = options.rows;
    spec.columnDim = options.columns;
    spec.rowBins = size->height - 2 * frameWidth;
    spec.columnBins = size->width - 2 * frameWidth;
    const auto density = densityOf(found->tensor, spec);
    if (!density)
        return fail(density.error(), options.json);
    std::optional<Violations> violations;
    if (options.violations) {
        auto marked = violationsOf(found->tensor, **contract, density->binning);
        if (!marked)
            return fail(marked.error(), options.json);
        violations = std::move(*marked);
    }
    const auto image = pictureOf(*density, *size, violations ? &*violations : nullptr);
    if (!image)
        return fail(image.error(), options.json);
    if (const auto written = saveBytes(options.output, pngOf(*image)); !written)
        return fail(written.error(), options.json);
    if (options.json)
        printJson(jsonOf(*density, *size, violations));
    else
        printPicture(options, *density, *size, violations);
    return fine;
}

} // namespace

void addPicture(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<PictureArguments>();
    auto* command = app.add_subcommand("picture", "density picture: where stored elements are, and violations");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    command->add_option("OUT", options->output, "the .png file to write")->required();
    command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels, frame and all")->capture_default_str();
    command->add_option("--rows", options->rows, "dim shown as rows; default the last sparse one but one")
        ->check(wholeNumber<std::int64_t>());
    command->add_option("--columns", options->columns, "dim shown as columns; default the last sparse one")
        ->check(wholeNumber<std::int64_t>());
    command->add_flag("--violations", options->violations, "mark where rules are broken");
    command->add_option("--contract", options->contract, "whose rules, as for check")->capture_default_str();
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runPicture(*options); }; });
}

} // namespace tscope::cli

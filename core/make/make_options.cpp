// SPDX-License-Identifier: Apache-2.0
#include "make/make_options.h"

#include "array/number_list.h"
#include "base/say.h"
#include "layouts/registry.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tscope {

namespace {

template <class Number>
Result<void> readNumber(std::string_view text, std::string_view wanted, Number& into)
{
    Number number{};
    const auto* end = text.data() + text.size();
    const auto [next, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || next != end)
        return invalidArgument(say("{0} is wanted, found \"{1}\"", wanted, text));
    into = number;
    return {};
}

template <class Number>
Result<void> readWhole(std::string_view text, std::optional<std::int64_t> most, Number& into)
{
    return readNumber(
        text, most ? say("a whole number from 0 to {0#}", *most) : say("a whole number that is 0 or more"), into);
}

// The entries that a tensor of this size may have; nothing where entries are blocks, whose size comes later.
std::optional<std::int64_t> mostEntries(const MakeSpec& spec)
{
    if (spec.kind == "blocks" || spec.layout == "bsr" || spec.layout == "bsc")
        return std::nullopt;
    const auto places = numel(spec.size);
    return places ? std::optional(std::min(*places, makeLimit)) : std::nullopt;
}

Result<void> readShare(std::string_view text, std::optional<double>& into)
{
    const auto wanted = say("a share such as 0.005 or 0.5%");
    double number = 0;
    if (text.ends_with('%') && readNumber(text.substr(0, text.size() - 1), wanted, number)) {
        into = number / 100;
        return {};
    }
    return readNumber(text, wanted, into.emplace());
}

template <Extents MakeSpec::*list>
Result<void> readList(std::string_view text, MakeSpec& spec)
{
    auto numbers = parseNumbers(text);
    if (!numbers)
        return numbers.error();
    spec.*list = std::move(*numbers);
    return {};
}

template <DType MakeSpec::*type>
Result<void> readType(std::string_view text, MakeSpec& spec)
{
    auto read = DType::parse(text);
    if (read.isOpaque())
        return invalidArgument(say("an element type such as float32 or int64 is wanted, found {0}", text));
    spec.*type = std::move(read);
    return {};
}

Result<void> readBlocksize(std::string_view text, MakeSpec& spec)
{
    const auto block = parseBlockSize(text);
    if (!block)
        return block.error();
    spec.blocksize = *block;
    return {};
}

std::string textOf(std::span<const std::int64_t> numbers)
{
    std::string out;
    for (const auto number : numbers)
        out += (out.empty() ? "" : ",") + std::to_string(number);
    return out;
}

std::string textOf(double number)
{
    char buffer[64] = {};
    const auto [end, problem] = std::to_chars(buffer, buffer + sizeof buffer, number);
    return problem == std::errc() ? std::string(buffer, end) : std::string();
}

bool isAlwaysTaken(std::string_view, const Layout&)
{
    return true;
}
bool isCounted(std::string_view kind, const Layout& layout)
{
    return (kind == "random" || kind == "powerlaw" || kind == "blocks") && layout.name != "nested" &&
           layout.name != "jagged";
}
bool isBlocked(std::string_view kind, const Layout& layout)
{
    return kind == "blocks" || layout.name == "bsr" || layout.name == "bsc";
}
bool hasBatches(std::string_view kind, const Layout& layout)
{
    // A stack of strided matrices is one of more rows, which is not square.
    return layout.family == "compressed" || (layout.name == "strided" && kind != "stencil5");
}
bool hasIndices(std::string_view, const Layout& layout)
{
    return layout.name != "strided" && layout.name != "nested";
}
bool hasComponents(std::string_view, const Layout& layout)
{
    return layout.name == "nested" || layout.name == "jagged";
}
bool isBanded(std::string_view kind, const Layout&)
{
    return kind == "banded";
}

const MakeOption options[]{
    {"size", "Size", "extents such as 60,80", readList<&MakeSpec::size>,
     [](const MakeSpec& spec) { return textOf(spec.size); }, isAlwaysTaken},
    {"lengths", "Lengths",
     "length of each component, such as 3,1,4: in place of the first two numbers of the size",
     readList<&MakeSpec::lengths>, [](const MakeSpec& spec) { return textOf(spec.lengths); }, hasComponents},
    {"nnz", "Stored entries", "stored entries (blocks) per batch",
     [](std::string_view text, MakeSpec& spec) { return readWhole(text, mostEntries(spec), spec.nnz.emplace()); },
     [](const MakeSpec& spec) { return spec.nnz ? std::to_string(*spec.nnz) : std::string(); }, isCounted},
    {"density", "Density", "share of the places that are stored",
     [](std::string_view text, MakeSpec& spec) { return readShare(text, spec.density); },
     [](const MakeSpec& spec) { return spec.density ? textOf(*spec.density) : std::string(); }, isCounted},
    {"blocksize", "Block size", "rows,columns of a block", readBlocksize,
     [](const MakeSpec& spec) { return textOf(spec.blocksize); }, isBlocked},
    {"bandwidth", "Bandwidth", "diagonals on each side, for banded",
     [](std::string_view text, MakeSpec& spec) { return readWhole(text, std::nullopt, spec.bandwidth); },
     [](const MakeSpec& spec) { return std::to_string(spec.bandwidth); }, isBanded},
    {"batch", "Batch dims", "batch extents", readList<&MakeSpec::batch>,
     [](const MakeSpec& spec) { return textOf(spec.batch); }, hasBatches},
    {"dense", "Dense dims", "dense extents", readList<&MakeSpec::dense>,
     [](const MakeSpec& spec) { return textOf(spec.dense); }, isAlwaysTaken},
    {"dtype", "Element type", "element type, such as float32", readType<&MakeSpec::dtype>,
     [](const MakeSpec& spec) { return std::string(spec.dtype.name()); }, isAlwaysTaken},
    {"index-dtype", "Index type", "index type, such as int64", readType<&MakeSpec::indexDType>,
     [](const MakeSpec& spec) { return std::string(spec.indexDType.name()); }, hasIndices},
    {"seed", "Seed", "the same seed makes the same bytes everywhere",
     [](std::string_view text, MakeSpec& spec) { return readWhole(text, std::nullopt, spec.seed); },
     [](const MakeSpec& spec) { return std::to_string(spec.seed); }, isAlwaysTaken},
};

} // namespace

std::span<const MakeOption> makeOptions()
{
    return options;
}

std::string makeCommand(const MakeSpec& spec, std::string_view output)
{
    auto out = "tscope make " + spec.kind + " " + std::string(output) + " --layout " + spec.layout;
    const auto* layout = layoutNamed(spec.layout);
    const MakeSpec initial;
    for (const auto& option : options)
        if (const auto text = option.text(spec);
            layout && option.isTaken(spec.kind, *layout) && !text.empty() && text != option.text(initial))
            out += " --" + std::string(option.name) + " " + text;
    return out;
}

} // namespace tscope

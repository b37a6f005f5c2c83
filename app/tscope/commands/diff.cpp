// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"
#include "command.h"
#include "console.h"
#include "facts/wording.h"
#include "inputs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <sstream>

namespace tscope::cli {

namespace {

struct DiffArguments {
    std::string a, b;
    bool json = false;
};

// One level: how it is meant, and the first place where it differs.
void printLevel(const Difference& difference, const char* level, bool equal, const std::string& meaning,
                const std::function<std::string(const Extents&)>& textOfPlace)
{
    auto line = "  " + (equal ? inked(Ink::good, "\u2713 same     ") : inked(Ink::bad, "\u25b2 different")) +
                "  " + level + ": " + meaning;
    const auto place = std::ranges::find(difference.first, level, &DifferentPlace::level);
    if (place != difference.first.end() && !place->at.empty() && textOfPlace) {
        line += "; first at " + textOfPlace(place->at);
        if (place->a || place->b)
            line += ": " + (place->a ? place->a->text() : "not stored") + " against " +
                    (place->b ? place->b->text() : "not stored");
    }
    print(line);
}

void printDifference(const Difference& difference, const Tensor& a, const Tensor& b)
{
    const auto indexText = [](const Extents& at) { return text(at); };
    const auto slotText = [&](const Extents& at) { // {member, slot}
        return std::string(a.members[static_cast<std::size_t>(at[0])].role->name) + "[" + std::to_string(at[1]) +
               "]";
    };
    const auto sizeA = sizeText(info(a).outline), sizeB = sizeText(info(b).outline);
    printLevel(difference, "values", difference.values,
               "the number at every index" + (sizeA == sizeB ? "" : "; the sizes are " + sizeA + " and " + sizeB),
               indexText);
    printLevel(difference, "pattern", difference.pattern, "the set of stored indices", indexText);
    printLevel(difference, "order", difference.order, "the sequence in which they are stored", indexText);
    const bool sameMembers = a.layout == b.layout && a.members.size() == b.members.size();
    printLevel(difference, "bytes", difference.bytes,
               sameMembers ? "the members and what is in them"
                           : "the members and what is in them; the layouts are " + std::string(a.layout->name) +
                                 " and " + std::string(b.layout->name),
               sameMembers ? std::function<std::string(const Extents&)>(slotText) : nullptr);
    std::ostringstream counts;
    counts << "  " << difference.differ << (difference.differ == 1 ? " value differs, " : " values differ, ")
           << difference.onlyA << " stored only in the first, " << difference.onlyB << " only in the second";
    if (difference.maxAbs && difference.differ > 0)
        counts << "; largest difference " << *difference.maxAbs << ", relative " << *difference.maxRel;
    print(counts.str());
}

ExitCode runDiff(const DiffArguments& options)
{
    const auto a = openOne(options.a);
    if (!a)
        return fail(a.error(), options.json, unreadable);
    const auto b = openOne(options.b);
    if (!b)
        return fail(b.error(), options.json, unreadable);
    const auto difference = diff(a->tensor, b->tensor);
    if (!difference)
        return fail(difference.error(), options.json);
    if (options.json)
        printJson(jsonOf(*difference));
    else
        printDifference(*difference, a->tensor, b->tensor);
    const bool equal = difference->values && difference->pattern && difference->order && difference->bytes;
    return equal ? fine : no;
}

} // namespace

void addDiff(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<DiffArguments>();
    auto* command = app.add_subcommand("diff", "two tensors on four levels: values, pattern, stored order, bytes");
    command->add_option("A", options->a, "FILE, FILE::NAME or -")->required();
    command->add_option("B", options->b, "FILE, FILE::NAME or -")->required();
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runDiff(*options); }; });
}

} // namespace tscope::cli

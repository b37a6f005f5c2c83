// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/byte_table.h"
#include "facts/diff_list.h"
#include "facts/diff_text.h"
#include "inputs.h"
#include "numbers.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

namespace tscope::cli {

namespace {

struct DiffArguments {
    std::string a, b;
    DiffOptions compared;
    std::optional<std::int64_t> list; // of each kind; 0: all
    bool json = false;
};

// Read from the tensors a page at a time, so that any number of them can be printed.
Result<void> forEachDifference(const DiffArguments& options, const Tensor& a, const Tensor& b,
                               const DifferenceGroup& group,
                               const std::function<void(const DifferentPlace&)>& visit)
{
    constexpr std::int64_t perPage = 1 << 16, mostListed = 1'000'000;
    const auto wanted = std::min({*options.list == 0 ? mostListed : *options.list, mostListed, group.count});
    for (std::int64_t done = 0; done < wanted; done += perPage) {
        const auto places =
            differencesOf(a, b, group, done, std::min(perPage, wanted - done), {}, options.compared);
        if (!places)
            return places.error();
        for (const auto& place : *places)
            visit(place);
    }
    return {};
}

Result<void> printGroups(const DiffArguments& options, const Difference& difference, const Tensor& a,
                         const Tensor& b)
{
    for (const auto& group : differenceGroups(difference, a, b)) {
        print("  " + inked(Ink::strong, titleOf(group, a)) + inked(Ink::faint, "  " + grouped(group.count)));
        std::int64_t told = 0;
        const auto done = forEachDifference(options, a, b, group, [&](const DifferentPlace& place) {
            print("      " + textOf(place, a));
            ++told;
        });
        if (!done)
            return done;
        if (told < group.count)
            print(inked(Ink::faint, "      " + say("and {0#} more", group.count - told)));
    }
    return {};
}

Result<Json> jsonOfGroups(const DiffArguments& options, const Difference& difference, const Tensor& a,
                          const Tensor& b)
{
    auto groups = Json::array();
    for (const auto& group : differenceGroups(difference, a, b)) {
        auto places = Json::array();
        const auto done = forEachDifference(options, a, b, group, [&](const DifferentPlace& place) {
            places.push_back(
                {{"at", group.kind == DifferenceGroup::Kind::member ? Json(place.at[1]) : Json(place.at)},
                 {"a", place.a ? jsonOf(*place.a) : Json(nullptr)},
                 {"b", place.b ? jsonOf(*place.b) : Json(nullptr)}});
        });
        if (!done)
            return done.error();
        const bool isMember = group.kind == DifferenceGroup::Kind::member;
        groups.push_back({{"kind", idOf(group.kind)},
                          {"member", isMember ? Json(a.members[group.member].role->name) : Json(nullptr)},
                          {"count", group.count},
                          {"places", std::move(places)}});
    }
    return groups;
}

ExitCode runDiff(const DiffArguments& options)
{
    const auto both = openTwo(options.a, options.b);
    if (!both)
        return fail(both.error(), options.json, unreadable);
    const auto &a = both->first.tensor, &b = both->second.tensor;
    const auto difference = diff(a, b, {}, options.compared);
    if (!difference)
        return fail(difference.error(), options.json);
    auto answer = options.json ? jsonOf(*difference) : Json();
    if (options.json && options.list) {
        auto groups = jsonOfGroups(options, *difference, a, b);
        if (!groups)
            return fail(groups.error(), true);
        answer["differences"] = std::move(*groups);
    }
    if (options.json)
        printJson(answer);
    else
        for (const auto& line : tellDifference(*difference, a, b))
            print(Telling{line.words});
    if (!options.json)
        print(tellBytes(byteTable(a, b)));
    if (!options.json && options.list)
        if (const auto done = printGroups(options, *difference, a, b); !done)
            return fail(done.error(), false);
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
    auto& tolerance = options->compared.tolerance;
    command->add_option("--rtol", tolerance.relative, "relative part of the tolerance; default 0")
        ->check(numberFromZero());
    command->add_option("--atol", tolerance.absolute, "absolute part of the tolerance; default 0")
        ->check(numberFromZero());
    command->footer(toleranceText() + ". They are counted apart; as they differ, the exit code is still 1.\n" +
                    command->get_footer());
    command
        ->add_option("--max-memory", options->compared.maxBytes, "bytes it may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    command
        ->add_option("--list", options->list,
                     "places listed of each kind of difference; 0 means all, up to 1,000,000")
        ->check(wholeNumber<std::int64_t>(0));
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runDiff(*options); }; });
}

} // namespace tscope::cli

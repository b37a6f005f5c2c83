// SPDX-License-Identifier: Apache-2.0
#include "array/number_list.h"
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "facts/locate_text.h"
#include "inputs.h"
#include "numbers.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

constexpr std::int64_t listedElements = 1000;

struct LocateArguments {
    std::string input;
    std::string at;
    std::string member;
    std::optional<std::int64_t> slot;
    bool hasAt = false;
    bool json = false;
};

ExitCode forward(const Tensor& tensor, const Extents& index, bool json)
{
    const auto path = tensor.layout->locate(tensor, index);
    if (!path)
        return fail(path.error(), json);
    if (json) {
        printJson(jsonOf(*path, tensor));
        return fine;
    }
    print(tellPath(*path, index));
    return fine;
}

ExitCode backward(const Tensor& tensor, const LocateArguments& options)
{
    const auto* role = roleNamed(*tensor.layout, options.member);
    if (!role || !tensor.find(role->name)) {
        std::string names;
        for (const auto& member : tensor.members)
            names += (names.empty() ? "" : ", ") + std::string(member.role->name);
        return fail(invalidArgument(say("this {0} tensor has no member {1}, it has {2}", tensor.layout->name,
                                        options.member, names)),
                    options.json);
    }
    const auto readers = tensor.layout->readersOf(tensor, role->name, *options.slot, listedElements);
    if (!readers)
        return fail(readers.error(), options.json);
    if (options.json) {
        printJson(jsonOf(*readers));
        return fine;
    }
    print(tellReaders(tensor, {role->name, *options.slot, *options.slot + 1}, *readers, listedElements));
    return fine;
}

ExitCode runLocate(const LocateArguments& options)
{
    const bool wantsSlot = !options.member.empty() || options.slot;
    if (options.hasAt == wantsSlot || (wantsSlot && (options.member.empty() || !options.slot)))
        return fail(invalidArgument(say("locate wants either --at i,j,... or --member NAME --slot k")),
                    options.json);
    const auto found = openOne(options.input);
    if (!found)
        return fail(found.error(), options.json, unreadable);
    if (wantsSlot)
        return backward(found->tensor, options);
    const auto index = parseNumbers(options.at);
    if (!index)
        return fail(index.error(), options.json);
    return forward(found->tensor, *index, options.json);
}

} // namespace

void addLocate(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<LocateArguments>();
    auto* command =
        app.add_subcommand("locate", "the read path to an element, or back from a slot to its elements");
    command->add_option("T", options->input, "FILE, FILE::NAME or -")->required();
    auto* at = command->add_option("--at", options->at, "logical index i,j,... (empty for 0-d)");
    command->add_option("--member", options->member, "member whose slot is asked for");
    command->add_option("--slot", options->slot, "row-major position in that member")
        ->check(wholeNumber<std::int64_t>());
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, at, &invocation] {
        options->hasAt = at->count() > 0;
        invocation.run = [options] { return runLocate(*options); };
    });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"
#include "command.h"
#include "console.h"
#include "facts/diff_text.h"
#include "inputs.h"
#include "numbers.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tscope::cli {

namespace {

struct DiffArguments {
    std::string a, b;
    std::int64_t maxMemory = 0;
    bool json = false;
};

ExitCode runDiff(const DiffArguments& options)
{
    const auto a = openOne(options.a);
    if (!a)
        return fail(a.error(), options.json, unreadable);
    const auto b = openOne(options.b);
    if (!b)
        return fail(b.error(), options.json, unreadable);
    const auto difference = diff(a->tensor, b->tensor, {}, options.maxMemory);
    if (!difference)
        return fail(difference.error(), options.json);
    if (options.json)
        printJson(jsonOf(*difference));
    else
        for (const auto& line : tellDifference(*difference, a->tensor, b->tensor))
            print(Telling{line.words});
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
    command->add_option("--max-memory", options->maxMemory, "bytes it may take; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runDiff(*options); }; });
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "command.h"
#include "console.h"
#include "inputs.h"
#include "interruption.h"
#include "numbers.h"
#include "outputs.h"
#include "remote/worker.h"
#include "timing/foresight.h"
#include "timing/no_time.h"
#include "timing/number_text.h"
#include "timing/plan_command.h"
#include "timing/plan_words.h"
#include "timing/session_csv.h"
#include "timing/session_diff.h"
#include "timing/session_html.h"
#include "timing/session_json.h"
#include "timing/session_text.h"
#include "timing/variant_words.h"
#include "unsound.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <span>

namespace tscope::cli {

namespace {

struct TimeArguments {
    std::vector<std::string> inputs;
    timing::PlanWords plan;
    std::int64_t budget = 1000, maxMemory = 0, maxDense = timing::Plan().mostDenseBytes;
    int rounds = timing::Plan().rounds;
    bool warm = false, json = false, quiet = false;
    std::string csv, html, save, reopen, against;
};

Result<std::vector<timing::PlanSubject>> openSubjects(const std::vector<std::string>& named)
{
    std::vector<timing::PlanSubject> subjects;
    for (const auto& name : named) {
        auto document = openInput(name);
        if (!document)
            return document.error();
        if (const auto unread = unreadPartOf(*document))
            return *unread;
        for (auto& one : document->tensors) {
            auto proved = prove(std::move(one.tensor));
            if (const auto* report = std::get_if<Report>(&proved))
                return unsound(one.name.empty() ? name : one.name, say("timed"), *report);
            // As the window calls it.
            auto title = one.name.empty() ? std::filesystem::path(fileOf(name)).stem().string() : one.name;
            subjects.push_back({std::move(title), std::move(std::get<Sound>(proved))});
        }
    }
    return subjects;
}

Result<void> saveText(const std::string& path, const std::string& text)
{
    return path.empty() ? Result<void>() : saveBytes(path, text);
}

Result<void> saveAll(const TimeArguments& options, const timing::Session& session)
{
    if (auto saved = saveText(options.save, timing::sessionText(session)); !saved)
        return saved;
    if (auto saved = saveText(options.csv, timing::rowsCsv(session)); !saved)
        return saved;
    return options.html.empty() ? Result<void>() : saveText(options.html, timing::sessionHtml(session));
}

// A line on standard error for each cell that was measured, with the time that is left.
timing::PlanListener progressOn(bool isShown, const timing::Plan& plan)
{
    if (!isShown)
        return {};
    struct Begun {
        timing::Foresight foresight;
        std::chrono::steady_clock::time_point at;
    };
    const auto all = std::make_shared<Begun>();
    return {
        [all, &plan](const timing::Session& session) {
            *all = {timing::foresightOf(session, plan, timing::paceOfMachine()), std::chrono::steady_clock::now()};
        },
        [all, count = std::size_t{0}](const timing::Session& session, std::size_t row) mutable {
            const auto& [foresight, begun] = *all;
            const auto& cell = session.rows[row];
            // Work before the first row, such as conversions, counts as done.
            const auto elapsed =
                foresight.beforeNs +
                std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begun).count();
            const auto progress = timing::progressOf(session, &foresight);
            complain("[" + std::to_string(++count) + "] " + cell.op + ", " +
                     timing::FormNames(session).of(cell.variant) + " on " + cell.device + ": " +
                     (cell.status == timing::Status::ok ? timing::timeText(cell.warm.median().value)
                                                        : timing::text(timing::noTimeOf(cell))) +
                     ", about " + timing::roughTimeText(timing::timeLeft(foresight, progress, elapsed)) + " left");
        }};
}

timing::Session measured(std::span<const timing::PlanSubject> subjects, const timing::Plan& plan, bool isTold)
{
    using namespace std::chrono_literals;
    remote::Worker worker({.program = remote::workerProgram(), .stopPatience = 700ms}); // people wait for it
    const Interruption interruption(worker);
    return worker.measure(subjects, plan, progressOn(isTold, plan), {.stop = interruption.token()});
}

ExitCode tell(const TimeArguments& options, const timing::Session& session)
{
    std::optional<timing::SessionDiff> change;
    if (!options.against.empty()) {
        const auto before = timing::readSessionFile(options.against);
        if (!before)
            return fail(before.error(), options.json, exitCodeOf(before.error()));
        if (const auto why = timing::whyNotCompared(*before, session); !why.empty())
            return fail(invalidArgument(why), options.json, usage);
        change = timing::diffOf(*before, session);
    }
    if (auto saved = saveAll(options, session); !saved)
        return fail(saved.error(), options.json);
    if (options.json) {
        auto answer = timing::jsonOf(session);
        if (change)
            answer["against"] = timing::jsonOf(*change);
        printJson(answer);
    } else {
        for (const auto& line : timing::linesOf(session))
            print(line);
        if (change) {
            print("");
            print("against " + options.against);
            for (const auto& line : timing::linesOf(*change))
                print(line);
        }
    }
    const auto isAny = [&](timing::Status status) {
        return std::ranges::find(session.rows, status, &timing::Row::status) != session.rows.end();
    };
    return isAny(timing::Status::failed) ? no : isAny(timing::Status::ok) || session.isPartial ? fine : unable;
}

ExitCode runTime(const TimeArguments& options)
{
    if (!options.reopen.empty()) {
        const auto session = timing::readSessionFile(options.reopen);
        return session ? tell(options, *session) : fail(session.error(), options.json);
    }
    if (options.inputs.empty())
        return fail(
            invalidArgument(say("a tensor was wanted, or --reopen with a session; see tscope time --help")),
            options.json, usage);
    auto subjects = openSubjects(options.inputs);
    if (!subjects)
        return fail(subjects.error(), options.json,
                    subjects.error().reason == "unsound" ? no : exitCodeOf(subjects.error()));
    if (subjects->empty())
        return fail(invalidArgument(say("a tensor was wanted, found none in {0}", options.inputs.front())),
                    options.json, unreadable);
    auto plan = timing::planOf(options.plan, *subjects);
    if (!plan)
        return fail(plan.error(), options.json, usage);
    plan->budget = std::chrono::milliseconds(options.budget);
    plan->rounds = options.rounds;
    plan->isCold = !options.warm;
    plan->maxBytes = options.maxMemory;
    plan->mostDenseBytes = options.maxDense;
    const bool isTold = !options.json && !options.quiet;
    std::optional<timing::Foresight> foresight;
    if (isTold) {
        foresight = timing::foresightOf(timing::plannedSession(*subjects, *plan), *plan, timing::paceOfMachine());
        complain(timing::text(timing::sentenceOf(*foresight)));
    }
    const auto begun = std::chrono::steady_clock::now();
    auto session = measured(*subjects, *plan, isTold);
    session.command = timing::commandOf(*plan, options.inputs);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
    if (foresight && !session.isPartial)
        complain(timing::text(timing::sentenceOnTime(*foresight, took.count())));
    if (session.rows.empty() && !session.machine.remarks.empty()) // the worker never came so far
        return fail(unsupported(session.machine.remarks.back()), options.json);
    return tell(options, session);
}

} // namespace

void addTime(CLI::App& app, Invocation& invocation)
{
    auto options = std::make_shared<TimeArguments>();
    auto* command = app.add_subcommand(
        "time", "the same operations on a tensor in all its layouts, measured, with verdicts in words");
    command->add_option("T", options->inputs, "FILE, FILE::NAME or -, one or more");
    std::string ops;
    for (const auto& kind : timing::workloadKinds())
        ops.append(ops.empty() ? "" : ", ").append(kind.name);
    const auto list = [&](const char* flag, std::vector<std::string>& to, const std::string& does) {
        return command->add_option(flag, to, does)->delimiter(',')->allow_extra_args(false)->type_name("A,B");
    };
    list("--ops", options->plan.ops, "operations: spmv,spmm:32 with 32 columns; " + ops);
    list("--columns", options->plan.columns,
         "k, columns of the dense operand of operations that don't say theirs: 1,8,64; default 64")
        ->check(wholeNumber<std::int64_t>(1, timing::mostColumns));
    list("--layouts", options->plan.layouts, "csr, bsr:16x16, padded ...; default all that it can have");
    list("--blocksizes", options->plan.blocks, "of bsr and bsc; default those that take the fewest bytes");
    list("--dtypes", options->plan.dtypes, "element types; default its own");
    list("--index-dtypes", options->plan.indexTypes, "types of indices; default its own");
    list("--devices", options->plan.devices, "default cpu; tscope devices lists them");
    command
        ->add_option("--threads", options->plan.threads,
                     "of the CPU, each number is measured as a device of its own: 1,2,4; default all")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("A,B")
        ->check(wholeNumber<int>(1, 1'000'000));
    command
        ->add_option("--densities", options->plan.densities,
                     "the same pattern also with so many times its entries: 0.1,10")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("A,B")
        ->check(CLI::PositiveNumber);
    command->add_option("--budget", options->budget, "milliseconds for each measurement; default 1000")
        ->check(wholeNumber<std::int64_t>(1, 3'600'000));
    command->add_option("--rounds", options->rounds, "times that all is measured in turn; default 3")
        ->check(wholeNumber<int>(1, 100));
    command->add_flag("--warm-only", options->warm, "no times with emptied caches");
    command
        ->add_option("--max-memory", options->maxMemory,
                     "bytes measuring may take at once; default half of the memory")
        ->check(wholeNumber<std::int64_t>(1));
    command
        ->add_option("--max-dense", options->maxDense,
                     "bytes of the largest form with filled-in zeros that is measured; default 1 GiB")
        ->check(wholeNumber<std::int64_t>(0));
    command->add_option("--csv", options->csv, "file for the rows as a table");
    command->add_option("--html", options->html, "file for a report with pictures");
    command->add_option("--save", options->save,
                        "file for the whole session, which --reopen, --against and the window read");
    command->add_option("--reopen", options->reopen, "file of a session that is told again; nothing is measured");
    command->add_option("--against", options->against, "file of an earlier session: what became faster or slower");
    command->add_flag("--quiet", options->quiet, "nothing on standard error while it goes on");
    command->add_flag("--json", options->json, "answer as JSON");
    command->callback([options, &invocation] { invocation.run = [options] { return runTime(*options); }; });
}

} // namespace tscope::cli

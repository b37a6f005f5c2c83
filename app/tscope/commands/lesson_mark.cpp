// SPDX-License-Identifier: Apache-2.0
#include "lesson_mark.h"

#include "console.h"
#include "language/catalogue.h"
#include "lessons/built_in_lessons.h"
#include "lessons/class_summary.h"
#include "lessons/handed_in.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope::cli {

namespace {

struct MarkArguments {
    std::string lesson;
    std::vector<std::string> results;
    std::optional<std::uint64_t> seed;
    bool summary = false, csv = false, json = false;
};

// How many letters a text shows, not how many bytes it has.
std::size_t lettersIn(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

void printTable(const std::vector<std::vector<std::string>>& table)
{
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& line : table)
        for (std::size_t at = 0; at < line.size(); ++at)
            widths[at] = std::max(widths[at], lettersIn(line[at]));
    for (const auto& line : table) {
        std::string text;
        for (std::size_t at = 0; at < line.size(); ++at)
            text += line[at] + std::string(widths[at] - lettersIn(line[at]) + 2, ' ');
        text.erase(text.find_last_not_of(' ') + 1);
        print(text);
    }
}

Json stepsJson(const std::vector<StepMark>& marks)
{
    auto steps = Json::array();
    for (const auto& mark : marks)
        steps.push_back({{"outcome", name(mark.outcome)},
                         {"answers", mark.answers},
                         {"problem", mark.problem.empty() ? Json(nullptr) : Json(mark.problem)}});
    return steps;
}

Json resultsJson(const MarkedResults& each)
{
    return {{"file", each.file},
            {"student", each.results.student},
            {"seed", each.results.classSeed},
            {"other_numbers", each.hasOtherNumbers},
            {"right", each.rightSteps()},
            {"steps", stepsJson(each.marks)},
            {"error", each.problem ? errorJson(*each.problem) : Json(nullptr)}};
}

Json summaryJson(const Lesson& lesson, const std::vector<StepSummary>& summary)
{
    auto steps = Json::array();
    for (std::size_t step = 0; step < summary.size(); ++step) {
        const auto& each = summary[step];
        auto wrong = Json::array();
        for (const auto& answer : each.wrong)
            wrong.push_back({{"answer", answer.text}, {"students", answer.students}});
        steps.push_back({{"step", step},
                         {"title", lesson.steps[step].title.english},
                         {"students", each.students},
                         {"tried", each.tried},
                         {"right_at_first", each.rightAtFirst},
                         {"right", each.right},
                         {"wrong", std::move(wrong)}});
    }
    return steps;
}

ExitCode runMark(const MarkArguments& options)
{
    std::optional<InEnglish> english;
    if (options.csv || options.json)
        english.emplace();
    const auto lesson = lessonNamed(options.lesson);
    if (!lesson)
        return fail(lesson.error(), options.json);
    const auto all = markHandedIn(*lesson, options.results, options.seed);
    const auto summary = classSummary(*lesson, all);
    if (options.json) {
        auto answers = Json::array();
        for (const auto& each : all)
            answers.push_back(resultsJson(each));
        printJson({{"lesson", lesson->id},
                   {"steps", lesson->steps.size()},
                   {"results", std::move(answers)},
                   {"summary", summaryJson(*lesson, summary)}});
    } else if (options.csv) {
        printLines(options.summary ? summaryCsv(*lesson, summary) : resultsCsv(*lesson, all));
    } else {
        if (!options.summary)
            printTable(resultsTable(*lesson, all));
        if (!options.summary && all.size() > 1)
            print("");
        if (options.summary || all.size() > 1)
            printTable(summaryTable(*lesson, summary));
    }
    return std::ranges::any_of(all, [](const auto& each) { return each.problem.has_value(); }) ? unreadable : fine;
}

} // namespace

void addLessonMark(CLI::App& lesson, Invocation& invocation)
{
    auto options = std::make_shared<MarkArguments>();
    auto* command = lesson.add_subcommand("mark", "marks what a class handed in, as one table");
    command->add_option("LESSON", options->lesson, "a file, or the number or id of a built-in lesson")->required();
    command->add_option("RESULTS", options->results, "files that the window saved, or folders of them")
        ->required();
    command->add_option("--seed", options->seed, "the class's seed: says who answered with other numbers");
    command->add_flag("--summary", options->summary, "how each step was answered, and no line for each file");
    auto* csv = command->add_flag("--csv", options->csv, "the table for spreadsheets");
    command->add_flag("--json", options->json, "answer as JSON")->excludes(csv);
    command->callback([options, &invocation] { invocation.run = [options] { return runMark(*options); }; });
}

} // namespace tscope::cli

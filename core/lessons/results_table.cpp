// SPDX-License-Identifier: Apache-2.0
#include "lessons/results_table.h"

#include "base/csv_line.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

std::size_t MarkedResults::rightSteps() const
{
    return static_cast<std::size_t>(std::ranges::count_if(marks, &StepMark::isRightAtLast));
}

MarkedResults markedResults(const Lesson& lesson, std::string file, std::string_view text,
                            std::optional<std::uint64_t> classSeed)
{
    MarkedResults out{std::move(file)};
    auto read = readResults(text);
    if (!read) {
        out.problem = read.error();
        return out;
    }
    out.results = *std::move(read);
    auto marks = markResults(lesson, out.results);
    if (!marks) {
        out.problem = marks.error();
        return out;
    }
    out.marks = *std::move(marks);
    if (classSeed) {
        const auto first = seedOf(out.results); // other numbers are counted up from it
        out.hasOtherNumbers = out.results.classSeed != *classSeed ||
                              std::ranges::any_of(out.results.exercises, [first](const auto& each) {
                                  return each.seed - first >= mostExercisesHandedIn;
                              });
    }
    return out;
}

namespace {

std::string outcomeText(Outcome outcome)
{
    switch (outcome) {
    case Outcome::untried:
        return "-";
    case Outcome::unmarked:
        return say("own tensor");
    case Outcome::seen:
        return say("solution seen");
    case Outcome::wrong:
        return say("wrong");
    case Outcome::shown:
        return say("right once shown");
    case Outcome::hinted:
        return say("right with hints");
    case Outcome::right:
        break;
    }
    return say("right");
}

// "right", "right (3)": with the third answer.
std::string cellOf(const StepMark& mark)
{
    const auto word = outcomeText(mark.outcome);
    return mark.answers > 1 ? word + " (" + std::to_string(mark.answers) + ")" : word;
}

std::string remarkOn(const MarkedResults& of)
{
    if (of.problem)
        return of.problem->where.empty() ? of.problem->text : of.problem->where + ": " + of.problem->text;
    if (of.hasOtherNumbers)
        return say("answered with other numbers than this seed and this name give");
    for (const auto& mark : of.marks)
        if (!mark.problem.empty() && mark.outcome <= Outcome::wrong)
            return mark.problem;
    return {};
}

} // namespace

std::vector<std::vector<std::string>> resultsTable(const Lesson& lesson, const std::vector<MarkedResults>& all)
{
    std::vector<std::vector<std::string>> table;
    auto& heading = table.emplace_back(std::vector{say("file"), say("student")});
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        heading.push_back(say("step {0}", step + 1)); // as the window counts them
    heading.push_back(say("right"));
    heading.push_back(say("remark"));
    for (const auto& each : all) {
        auto& line = table.emplace_back(std::vector{each.file, each.results.student});
        for (std::size_t step = 0; step < lesson.steps.size(); ++step)
            line.push_back(each.marks.empty() ? "" : cellOf(each.marks[step]));
        line.push_back(each.marks.empty() ? "" : say("{0#} of {1#}", each.rightSteps(), lesson.steps.size()));
        line.push_back(remarkOn(each));
    }
    return table;
}

std::string resultsCsv(const Lesson& lesson, const std::vector<MarkedResults>& all)
{
    std::string out;
    std::vector<std::string> line{"file", "student", "seed", "right", "steps"};
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        line.push_back("step " + std::to_string(step + 1));
        line.push_back("tries " + std::to_string(step + 1));
        line.push_back("answer " + std::to_string(step + 1));
    }
    line.emplace_back("remark");
    appendCsvLine(out, line);
    for (const auto& each : all) {
        const bool isRead = !each.results.lesson.empty(); // else nothing is known of its seed
        line = {each.file, each.results.student, isRead ? std::to_string(each.results.classSeed) : std::string(),
                std::to_string(each.rightSteps()), std::to_string(lesson.steps.size())};
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            const auto mark = each.marks.empty() ? StepMark{} : each.marks[step];
            line.emplace_back(name(mark.outcome));
            line.push_back(std::to_string(mark.answers));
            line.push_back(mark.given);
        }
        line.push_back(remarkOn(each));
        appendCsvLine(out, line);
    }
    return out;
}

} // namespace tscope

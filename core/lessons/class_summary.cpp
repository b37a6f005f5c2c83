// SPDX-License-Identifier: Apache-2.0
#include "lessons/class_summary.h"

#include "base/csv_line.h"
#include "base/printable.h"
#include "base/say.h"
#include "language/catalogue.h"

#include <algorithm>
#include <map>
#include <set>

namespace tscope {

namespace {

constexpr std::size_t mostWrongListed = 3;
constexpr std::size_t longestWrongListed = 60; // bytes of an answer in the table

std::vector<FrequentAnswer> mostFrequent(const std::map<WrongAnswer, std::size_t>& counts)
{
    std::vector<FrequentAnswer> all;
    for (const auto& [answer, students] : counts)
        all.push_back({answer.text, students});
    std::ranges::stable_sort(all, std::ranges::greater(), &FrequentAnswer::students); // else in the order of texts
    return all;
}

std::string shortened(const std::string& text)
{
    const auto kept = cutText(text, longestWrongListed);
    return kept.size() == text.size() ? text : std::string(kept) + "...";
}

StepSummary stepSummary(const std::vector<MarkedResults>& all, std::size_t step)
{
    StepSummary out;
    std::map<WrongAnswer, std::size_t> wrong;
    for (const auto& each : all) {
        if (each.marks.empty())
            continue;
        const auto& mark = each.marks[step];
        ++out.students;
        out.tried += mark.outcome > Outcome::unmarked ? 1 : 0;
        out.right += mark.isRightAtLast() ? 1 : 0;
        out.rightAtFirst += mark.isRightAtFirst ? 1 : 0;
        for (const auto& answer : std::set(mark.wrong.begin(), mark.wrong.end()))
            ++wrong[answer];
    }
    out.wrong = mostFrequent(wrong);
    return out;
}

} // namespace

std::vector<StepSummary> classSummary(const Lesson& lesson, const std::vector<MarkedResults>& all)
{
    std::vector<StepSummary> steps;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        steps.push_back(stepSummary(all, step));
    return steps;
}

std::vector<std::vector<std::string>> summaryTable(const Lesson& lesson, const std::vector<StepSummary>& steps)
{
    std::vector<std::vector<std::string>> table{
        {say("step"), say("title"), say("tried"), say("right at first"), say("right"), say("wrong answers")}};
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto& each = steps[step];
        std::string wrong;
        for (std::size_t at = 0; at < std::min(each.wrong.size(), mostWrongListed); ++at)
            wrong.append(at == 0 ? "" : "; ")
                .append(shortened(each.wrong[at].text) + " (" + std::to_string(each.wrong[at].students) + ")");
        const auto share = [&](std::size_t count) { return say("{0#} of {1#}", count, each.students); };
        table.push_back({std::to_string(step + 1), // as the window counts them
                         lesson.steps[step].title.in(language()), share(each.tried), share(each.rightAtFirst),
                         share(each.right), std::move(wrong)});
    }
    return table;
}

std::string summaryCsv(const Lesson& lesson, const std::vector<StepSummary>& steps)
{
    std::string out;
    std::vector<std::string> line{"step", "title", "students", "tried", "right at first", "right"};
    for (std::size_t at = 1; at <= mostWrongListed; ++at) {
        line.push_back("wrong answer " + std::to_string(at));
        line.push_back("given by " + std::to_string(at));
    }
    appendCsvLine(out, line);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto& each = steps[step];
        line = {std::to_string(step + 1),   lesson.steps[step].title.english,  std::to_string(each.students),
                std::to_string(each.tried), std::to_string(each.rightAtFirst), std::to_string(each.right)};
        for (std::size_t at = 0; at < mostWrongListed; ++at) {
            const bool isThere = at < each.wrong.size();
            line.push_back(isThere ? each.wrong[at].text : std::string());
            line.push_back(isThere ? std::to_string(each.wrong[at].students) : std::string());
        }
        appendCsvLine(out, line);
    }
    return out;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/results_table.h"

namespace tscope {

struct FrequentAnswer {
    std::string text;
    std::size_t students = 0; // that gave it, however often
};

// How a class got on with one step. Files that could not be marked are left out.
struct StepSummary {
    std::size_t students = 0; // whose files were marked
    std::size_t tried = 0;    // that answered, or looked at the solution
    std::size_t rightAtFirst = 0, right = 0;
    // The most frequent first. Where a step draws numbers, only answers to the same numbers are the same answer.
    std::vector<FrequentAnswer> wrong = {};
};
std::vector<StepSummary> classSummary(const Lesson& lesson, const std::vector<MarkedResults>& all);

// A line of words for each step below a line of headings, with the first few wrong answers.
std::vector<std::vector<std::string>> summaryTable(const Lesson& lesson, const std::vector<StepSummary>& steps);
// The same for spreadsheets, with numbers in columns of their own.
std::string summaryCsv(const Lesson& lesson, const std::vector<StepSummary>& steps);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/results.h"

namespace tscope {

// What one file of a class came to.
struct MarkedResults {
    std::string file;
    LessonResults results = {};
    std::vector<StepMark> marks = {};  // of each step; none where it could not be marked
    std::optional<Error> problem = {}; // why it could not
    bool hasOtherNumbers = false;      // not those that the class's seed and the name give
    std::size_t rightSteps() const;    // right at last, with hints or without
};

// Reads and marks the text of one file. `classSeed`: nothing where every seed is taken.
MarkedResults markedResults(const Lesson& lesson, std::string file, std::string_view text,
                            std::optional<std::uint64_t> classSeed);

// A line of words for each file below a line of headings: student, each step, how many are right, what is to be
// said.
std::vector<std::vector<std::string>> resultsTable(const Lesson& lesson, const std::vector<MarkedResults>& all);
// The same for spreadsheets, with outcomes and numbers of answers in columns of their own.
std::string resultsCsv(const Lesson& lesson, const std::vector<MarkedResults>& all);

} // namespace tscope

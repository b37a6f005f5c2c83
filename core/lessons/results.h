// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/exercise.h"

#include <compare>

namespace tscope {

inline constexpr std::size_t longestResults = std::size_t{4} << 20; // bytes of a file of them
// Marking poses every exercise anew: more than a long lesson has, and little enough to be marked while one waits.
inline constexpr std::size_t mostExercisesHandedIn = 2'000, mostAnswersHandedIn = 1'000;

// One exercise and all that somebody answered to it, in order.
struct AnsweredExercise {
    std::size_t step = 0;
    std::uint64_t seed = 0;
    std::vector<std::string> answers = {}; // as they were typed; a tensor as its JSON
    std::size_t hints = 0;                 // that were looked at
    bool isWorkedShown = false;
    bool isOwn = false; // posed on the learner's own tensor, which a marker does not have
};

// What somebody did in a lesson, as it is handed in.
struct LessonResults {
    std::string lesson = {};     // its id
    std::string student = {};    // a name or a number; empty: nobody said
    std::uint64_t classSeed = 1; // from which the seeds of the exercises come
    std::vector<AnsweredExercise> exercises = {};
    bool areNumbersShared = false; // by all of the class, whatever their names
    std::uint64_t lessonHash = 0;  // Lesson::textHash; 0: not known, from an older file
};

// The seed with which somebody's first exercise is posed: the class's own where no student is named, else another
// for each. Blanks around a name and the case of its letters make no difference.
std::uint64_t seedOf(std::uint64_t classSeed, std::string_view student);
std::uint64_t seedOf(const LessonResults& results); // with which the first of them was posed

std::string writeResults(const LessonResults& results); // as JSON
Result<LessonResults> readResults(std::string_view text);

// How far somebody got with a step.
enum class Outcome : std::uint8_t {
    untried,
    unmarked, // only on a tensor of their own
    seen,     // the worked solution was looked at, and nothing answered
    wrong,
    shown,  // right after the worked solution was seen
    hinted, // right after a hint
    right,
};
std::string_view name(Outcome outcome);

// A wrong answer in a form that is the same for all who gave it: how it was typed makes no difference. The answer
// that is a tensor is represented by the marker's sentence on it.
struct WrongAnswer {
    std::string text = {};
    std::uint64_t seed = 0; // of the numbers that it answers; 0 where they are the same for everybody

    auto operator<=>(const WrongAnswer&) const = default;
};

struct StepMark {
    Outcome outcome = Outcome::untried;  // the best of all exercises of this step
    std::size_t answers = 0;             // up to the right one, in that exercise; else of all
    std::string given = {};              // the right answer as it was given, else the last one
    std::string problem = {};            // why an answer could not be marked, where one could not
    bool isRightAtFirst = false;         // the first answer to the step, with no hint and no solution seen before
    std::vector<WrongAnswer> wrong = {}; // before the first right one of each exercise, in order

    // With hints or without.
    bool isRightAtLast() const { return outcome == Outcome::right || outcome == Outcome::hinted; }
};

// A mark for each step of the lesson. Every answer is marked anew: nothing in the results says that it was right.
Result<std::vector<StepMark>> markResults(const Lesson& lesson, const LessonResults& results);

} // namespace tscope

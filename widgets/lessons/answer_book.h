// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/results.h"

#include <vector>

namespace tscope {

// Whether both are answers of one person to the same numbers of one lesson.
bool areOfOneSitting(const LessonResults& one, const LessonResults& other);
// Something was answered, or looked at to answer.
bool hasAnswers(const LessonResults& results);
// Adds what was answered before: of an exercise that both have, the longer list of answers stays.
void addAnswers(LessonResults& to, const LessonResults& before);

// All that was answered, lesson by lesson, as it is handed in. Who leaves a lesson for
// another one and comes back goes on with what was answered before.
class AnswerBook
{
public:
    // Of a class with no seed of its own the seed of a lesson is the one with which it was begun first.
    struct Sitter {
        std::string student = {};
        std::optional<std::uint64_t> classSeed = {};
        bool areNumbersShared = false;
    };
    void open(const Lesson& lesson, const Sitter& sitter, std::uint64_t seed);
    void openAnew(const std::string& lesson, std::uint64_t seed); // nothing is kept for a class

    const LessonResults& results() const { return m_pages[m_current].results; } // of the lesson that is open
    std::vector<LessonResults> ofClasses() const;                               // that have an answer
    std::vector<LessonResults> ofOpenClass() const; // the one of the lesson that is open; none: no class
    void take(LessonResults before);                // of an earlier run
    AnsweredExercise* exercise(std::size_t step, std::uint64_t seed); // null: more than can be handed in
    void pose(std::size_t step, std::uint64_t seed, bool isOwn);

    static constexpr std::size_t longestAnswer = std::size_t{1} << 16; // bytes
    enum class Noted : std::uint8_t { kept, tooLong, tooMany };
    // Nothing: an answer that is longer than the longest one.
    Noted note(std::size_t step, std::uint64_t seed, std::optional<std::string> given);

private:
    struct Page {
        LessonResults results;
        std::size_t bytes = 0; // of its answers
    };
    bool isToBeKept(std::size_t page) const; // it is of a class and has an answer

    std::vector<Page> m_pages{Page{}}; // the first belongs to no class
    std::size_t m_current = 0;
};

} // namespace tscope

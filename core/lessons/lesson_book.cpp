// SPDX-License-Identifier: Apache-2.0
#include "lessons/lesson_book.h"

#include "base/say.h"
#include "io/small_file.h"
#include "lessons/answer_line.h"
#include "lessons/lesson_file.h"
#include "lessons/mark.h"

#include <filesystem>

namespace tscope {

namespace {

std::vector<const std::string*> textsOf(const LessonText& text)
{
    std::vector<const std::string*> all{&text.english};
    for (const auto& [language, other] : text.others)
        all.push_back(&other);
    return all;
}

// What an answer is held against has to be known before anybody gives one.
std::optional<Error> faultInRemarks(const AnswerSpec& spec, const Exercise& exercise)
{
    Scope scope{exercise.names};
    scope.names["answer"] = Value();
    const auto at = say("line {0}", spec.line);
    for (const auto* remarks : {&spec.needs, &spec.replies}) {
        if (remarks == &spec.replies)
            scope.names["wrong"] = scope.names["wrong_at"] = Value();
        for (const auto& remark : *remarks) {
            const auto& formula = remark.formula;
            if (const auto known = formula.checkNames(scope); !known)
                return invalidArgument(
                    say("{0} ({1} of \"{2}\")", known.error().text, known.error().where, formula.text()), at);
            for (const auto* text : textsOf(remark.text))
                if (const auto known = checkText(*text, scope); !known)
                    return invalidArgument(known.error().text, at);
        }
    }
    return std::nullopt;
}

// In every language.
std::optional<Error> faultInTexts(const LessonStep& step, const Exercise& exercise)
{
    std::vector<const LessonText*> all{&step.ask, &step.worked};
    for (const auto& hint : step.hints)
        all.push_back(&hint);
    for (const auto* each : all)
        for (const auto* text : textsOf(*each))
            if (const auto filled = filledText(*text, exercise.names); !filled)
                return invalidArgument(filled.error().text, say("line {0}", step.line));
    return std::nullopt;
}

std::optional<Error> faultOf(const Lesson& lesson, std::size_t step, std::uint64_t seed)
{
    const auto at = say("line {0}", lesson.steps[step].line);
    const auto exercise = pose(lesson, step, seed);
    if (!exercise)
        return Error{ErrorCode::invalidArgument, say("{0} (seed {1})", exercise.error().text, seed),
                     exercise.error().where};
    if (auto fault = faultInRemarks(lesson.steps[step].answer, *exercise))
        return fault;
    if (auto fault = faultInTexts(lesson.steps[step], *exercise))
        return fault;
    if (!exercise->expected)
        return std::nullopt;
    if (const auto marked = mark(lesson, *exercise, *exercise->expected); !marked.isRight)
        return invalidArgument(say("the right answer {0} does not meet its own needs: {1} (seed {2})",
                                   text(*exercise->expected), marked.text, seed),
                               at);
    // What the key prints can be typed.
    const auto typed = readAnswer(lesson.steps[step].answer, *exercise, text(*exercise->expected));
    if (!typed || !mark(lesson, *exercise, *typed).isRight)
        return invalidArgument(
            say("the right answer {0} can't be typed (seed {1})", text(*exercise->expected), seed), at);
    return std::nullopt;
}

} // namespace

Result<Lesson> openLesson(const std::string& path)
{
    const auto text = readSmallFile(path, static_cast<std::int64_t>(longestLessonFile));
    if (!text)
        return text.error();
    return readLesson(*text, std::filesystem::path(path).stem().string());
}

std::vector<Error> faultsOf(const Lesson& lesson, int seeds)
{
    std::vector<Error> faults;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        for (int seed = 1; seed <= seeds; ++seed)
            if (auto fault = faultOf(lesson, step, static_cast<std::uint64_t>(seed))) {
                faults.push_back(*std::move(fault));
                break;
            }
    return faults;
}

std::string keyOf(const Exercise& exercise)
{
    return exercise.expected ? text(*exercise.expected) : exercise.worked;
}

} // namespace tscope

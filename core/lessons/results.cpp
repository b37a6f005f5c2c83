// SPDX-License-Identifier: Apache-2.0
#include "lessons/results.h"

#include "base/fnv1a.h"
#include "base/say.h"
#include "lessons/answer_line.h"
#include "lessons/letters.h"
#include "lessons/mark.h"
#include "literals/json_tensor.h"

#include <algorithm>

namespace tscope {

std::uint64_t seedOf(std::uint64_t classSeed, std::string_view student)
{
    const auto name = lowered(trimmed(student));
    if (name.empty())
        return classSeed;
    auto mixed = fnv1a(name, fnv1aBegin ^ (classSeed * 0x9e3779b97f4a7c15U));
    mixed ^= mixed >> 32U;
    return mixed % 1'000'000'000U; // so short that it can be read out and typed
}

std::uint64_t seedOf(const LessonResults& results)
{
    return results.areNumbersShared ? results.classSeed : seedOf(results.classSeed, results.student);
}

std::string_view name(Outcome outcome)
{
    switch (outcome) {
    case Outcome::untried:
        return "untried";
    case Outcome::unmarked:
        return "own tensor";
    case Outcome::seen:
        return "solution seen";
    case Outcome::wrong:
        return "wrong";
    case Outcome::shown:
        return "right once shown";
    case Outcome::hinted:
        return "right with hints";
    case Outcome::right:
        break;
    }
    return "right";
}

namespace {

Result<Value> answerOf(const AnswerSpec& spec, const Exercise& exercise, const std::string& given)
{
    if (spec.kind != AnswerKind::tensor)
        return readAnswer(spec, exercise, given);
    auto read = readJsonTensors(given);
    if (!read)
        return read.error();
    if (read->tensors.size() != 1)
        return invalidArgument(say("wanted one tensor, found {0}", read->tensors.size()));
    return Value(std::make_shared<const Tensor>(std::move(read->tensors.front().tensor)));
}

// A set is the same in any order.
std::string comparable(const AnswerSpec& spec, Value value)
{
    auto* list = std::get_if<Value::List>(&value.is);
    if (list != nullptr && (spec.isPicked() || spec.kind == AnswerKind::set))
        std::ranges::sort(*list, {}, [](const Value& each) { return text(each); });
    return text(value);
}

// Which of its answers is the first right one; nothing: none is.
std::optional<std::size_t> firstRight(const Lesson& lesson, const AnsweredExercise& answered, StepMark& to)
{
    const auto exercise = pose(lesson, answered.step, answered.seed);
    if (!exercise) {
        to.problem = exercise.error().text;
        return std::nullopt;
    }
    const auto& spec = lesson.steps[answered.step].answer;
    const auto seed = exercise->isDrawn ? answered.seed : 0;
    for (std::size_t at = 0; at < answered.answers.size(); ++at) {
        const auto value = answerOf(spec, *exercise, answered.answers[at]);
        if (!value) {
            to.problem = value.error().text;
            to.wrong.push_back(
                {spec.kind == AnswerKind::tensor ? to.problem : std::string(trimmed(answered.answers[at])), seed});
            continue;
        }
        const auto marked = mark(lesson, *exercise, *value);
        if (marked.isRight)
            return at;
        to.wrong.push_back({spec.kind == AnswerKind::tensor ? marked.text : comparable(spec, *value), seed});
    }
    return std::nullopt;
}

Outcome rightOutcome(const AnsweredExercise& answered)
{
    if (answered.isWorkedShown)
        return Outcome::shown;
    return answered.hints > 0 ? Outcome::hinted : Outcome::right;
}

void take(const Lesson& lesson, const AnsweredExercise& answered, StepMark& to)
{
    if (answered.isOwn || answered.answers.empty()) {
        if (answered.isOwn)
            to.outcome = std::max(to.outcome, Outcome::unmarked);
        else if (answered.isWorkedShown)
            to.outcome = std::max(to.outcome, Outcome::seen);
        return;
    }
    const bool isFirst = to.outcome <= Outcome::unmarked; // an exercise before it was neither answered nor seen
    const auto right = firstRight(lesson, answered, to);
    const auto outcome = right ? rightOutcome(answered) : Outcome::wrong;
    if (isFirst)
        to.isRightAtFirst = outcome == Outcome::right && *right == 0;
    if (outcome == Outcome::wrong) {
        if (to.outcome <= Outcome::wrong) {
            to.answers += answered.answers.size();
            to.given = answered.answers.back();
        }
        to.outcome = std::max(to.outcome, outcome);
    } else if (outcome > to.outcome) {
        to.outcome = outcome;
        to.answers = *right + 1;
        to.given = answered.answers[*right];
        to.problem.clear();
    }
}

} // namespace

Result<std::vector<StepMark>> markResults(const Lesson& lesson, const LessonResults& results)
{
    if (results.lesson != lesson.id)
        return invalidArgument(say("wanted results of {0}, found results of {1}", lesson.id, results.lesson));
    std::vector<StepMark> marks(lesson.steps.size());
    for (const auto& answered : results.exercises) {
        if (answered.step >= marks.size())
            return invalidArgument(
                say("the lesson has {0|step|steps}, and step {1} is answered", marks.size(), answered.step));
        take(lesson, answered, marks[answered.step]);
    }
    return marks;
}

} // namespace tscope

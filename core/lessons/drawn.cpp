// SPDX-License-Identifier: Apache-2.0
#include "lessons/drawn.h"

#include "lessons/exercise.h"
#include "lessons/functions.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

// Follows what the lines of steps draw, from the first step on.
class Drawing
{
public:
    // Whether one of its lines draws something or uses what was drawn.
    bool take(const LessonStep& step)
    {
        bool draws = false;
        for (const auto& line : step.lines) {
            if (line.kind != LessonLine::Kind::let && line.kind != LessonLine::Kind::tensor)
                continue;
            const bool isOne = line.kind == LessonLine::Kind::let ? isIn(*line.formula) : isTensorDrawn(line);
            draws = draws || isOne;
            if (isOne)
                m_names.insert(line.name);
            else
                m_names.erase(line.name);
            if (line.kind == LessonLine::Kind::tensor)
                m_tensor = line.name;
        }
        return draws;
    }

    // Whether what is asked, shown or said of a step uses what was drawn.
    bool isUsedBy(const LessonStep& step) const
    {
        const auto isAnyIn = [&](const LessonText& text) { return isIn(text.english); };
        const bool showsTensors = !step.shown.empty() || !step.covered.empty() || !step.revealed.empty();
        return isAnyIn(step.ask) || isAnyIn(step.worked) || std::ranges::any_of(step.hints, isAnyIn) ||
               isIn(step.answer) || (step.point && isIn(*step.point)) ||
               (showsTensors && m_names.contains(m_tensor));
    }

private:
    bool isIn(const Expression& formula) const
    {
        const auto words = formula.words();
        return std::ranges::any_of(words, [&](const std::string& word) {
            const auto* function = lessonFunction(word);
            return m_names.contains(word) || (function != nullptr && function->draws);
        });
    }
    bool isIn(std::string_view text) const
    {
        bool found = false;
        forEachFormula(text, [&](const Expression& formula) { found = found || isIn(formula); });
        return found;
    }
    bool isIn(const AnswerSpec& answer) const
    {
        return m_names.contains(answer.tensor) || (answer.expected && isIn(*answer.expected)) ||
               std::ranges::any_of(answer.needs, [&](const AnswerRemark& need) { return isIn(need.formula); });
    }
    bool isTensorDrawn(const LessonLine& line) const
    {
        return line.source == TensorSource::generator || line.source == TensorSource::broken ||
               m_names.contains(line.of) || isIn(line.text);
    }

    std::set<std::string, std::less<>> m_names; // that stand for something drawn
    std::string m_tensor;                       // the last that was made
};

} // namespace

bool isDrawn(const Lesson& lesson, std::size_t step)
{
    Drawing drawing;
    bool draws = false;
    for (std::size_t each = 0; each <= step; ++each)
        draws = drawing.take(lesson.steps[each]);
    return draws || drawing.isUsedBy(lesson.steps[step]);
}

} // namespace tscope

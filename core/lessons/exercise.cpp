// SPDX-License-Identifier: Apache-2.0
#include "lessons/exercise.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "language/catalogue.h"
#include "lessons/drawn.h"
#include "lessons/tensor_line.h"
#include "make/random.h"

#include <algorithm>

namespace tscope {

namespace {

using Names = std::map<std::string, Value, std::less<>>;

constexpr int deepestLists = 16;
constexpr int mostTries = 1000; // to draw numbers for which what must hold does

Error atLine(const Error& error, std::int64_t line)
{
    auto sentence = error.text;
    if (error.where.starts_with("line "))
        return error;
    if (!error.where.empty())
        sentence += " (" + error.where + ")";
    return {error.code, std::move(sentence), say("line {0}", line), error.reason};
}

class Poser
{
public:
    Poser(const Lesson& lesson, std::size_t step, std::uint64_t seed, const TensorPtr& own)
        : m_lesson(lesson), m_step(step), m_own(own), m_random(seed)
    {
        m_out.step = step;
        m_out.isDrawn = tscope::isDrawn(lesson, step);
        m_out.seed = seed;
    }

    Result<Exercise> posed()
    {
        for (std::size_t each = 0; each <= m_step; ++each)
            if (const auto made = make(m_lesson.steps[each]); !made)
                return made.error();
        const auto& step = m_lesson.steps[m_step];
        if (const auto said = texts(step); !said)
            return said.error();
        if (const auto known = answer(step.answer); !known)
            return known.error();
        if (step.point) {
            auto place = valueOfKind(*step.point);
            if (!place)
                return place.error();
            m_out.point = *std::move(place);
        }
        return std::move(m_out);
    }

private:
    // A step that is about numbers alone leaves no tensor of another one beside its question.
    static bool showsTensors(const LessonStep& step)
    {
        return !step.shown.empty() || !step.covered.empty() || !step.revealed.empty() ||
               !step.answer.tensor.empty();
    }

    // All lines of a step; again from its first where what must hold does not.
    Result<void> make(const LessonStep& step)
    {
        const auto before = m_out.names;
        const auto shown = m_shown; // of the step before, where this one makes none
        for (int tries = 0; tries < mostTries; ++tries) {
            m_out.names = before;
            m_out.tensors.clear();
            if (showsTensors(step) && std::ranges::none_of(step.lines, [](const auto& line) {
                    return line.kind == LessonLine::Kind::tensor;
                }))
                m_out.tensors = shown;
            m_out.isOwn = false;
            bool holds = true;
            for (const auto& line : step.lines) {
                const auto done = run(line, holds);
                if (!done)
                    return atLine(done.error(), line.line);
                if (!holds)
                    break;
            }
            if (holds) {
                m_shown = m_out.tensors.empty() ? shown : m_out.tensors;
                return {};
            }
        }
        return invalidArgument(say("drew {0#} times, and never what the lines of where ask for", mostTries),
                               say("line {0}", step.line));
    }

    Result<Value> worth(const Expression& formula, bool draws)
    {
        Scope scope{m_out.names, draws ? &m_random : nullptr};
        scope.steps = std::min(scope.steps, m_stepsLeft);
        const auto before = scope.steps;
        auto value = formula.value(scope);
        m_stepsLeft -= before - scope.steps;
        return value;
    }

    Result<bool> truth(const Expression& formula)
    {
        const auto value = worth(formula, false);
        if (!value)
            return value.error();
        if (const auto* yes = value->as<bool>())
            return *yes;
        return invalidArgument(say("wanted yes or no, found {0}", kindText(*value)));
    }

    Result<void> run(const LessonLine& line, bool& holds)
    {
        switch (line.kind) {
        case LessonLine::Kind::let: {
            auto value = worth(*line.formula, true);
            if (!value)
                return value.error();
            if (isDeeperThan(*value, deepestLists))
                return invalidArgument(say("wanted at most {0} lists in each other", deepestLists));
            m_out.names[line.name] = *std::move(value);
            return {};
        }
        case LessonLine::Kind::where: {
            const auto found = truth(*line.formula);
            if (!found)
                return found.error();
            holds = *found;
            return {};
        }
        case LessonLine::Kind::tensor:
            return makeTensor(line);
        case LessonLine::Kind::own:
            return takeOwn(line);
        }
        return {};
    }

    Result<void> makeTensor(const LessonLine& line)
    {
        const auto text = filledText(line.text, m_out.names);
        if (!text)
            return text.error();
        const auto of = m_out.tensor(line.of);
        if (!line.of.empty() && of == nullptr)
            return invalidArgument(say("no tensor is called {0}", line.of));
        auto made = tensorOf(line.source, *text, of.get(), m_random.next());
        if (!made)
            return made.error();
        m_stepsLeft -= costOf(**made);
        if (m_stepsLeft < 0)
            return invalidArgument(say("the step takes too much work"));
        m_out.names[line.name] = *std::move(made);
        if (std::ranges::find(m_out.tensors, line.name) == m_out.tensors.end())
            m_out.tensors.push_back(line.name);
        return {};
    }

    static std::int64_t costOf(const Tensor& tensor)
    {
        std::int64_t cost = 1000;
        for (const auto& member : tensor.members)
            cost = saturatingAdd(cost, numel(member.array.geometry).value_or(0));
        return cost;
    }

    // A tensor that does not fit stays out of it; what can't be asked of it does not fit.
    Result<void> takeOwn(const LessonLine& line)
    {
        if (m_out.tensor(line.name) == nullptr)
            return invalidArgument(say("no tensor is called {0}", line.name));
        if (m_own == nullptr)
            return {};
        auto names = m_out.names;
        names[line.name] = m_own;
        Scope scope{std::move(names)};
        const auto fits = line.formula->value(scope);
        const auto* yes = fits ? fits->as<bool>() : nullptr;
        if (yes != nullptr && *yes) {
            m_out.names[line.name] = m_own;
            m_out.isOwn = true;
        }
        return {};
    }

    Result<void> texts(const LessonStep& step)
    {
        const auto put = [&](const LessonText& text, std::string& out) -> Result<void> {
            auto filled = filledText(text.in(language()), m_out.names);
            if (!filled)
                return atLine(filled.error(), step.line);
            out = *std::move(filled);
            return {};
        };
        if (const auto done = put(step.ask, m_out.ask); !done)
            return done;
        if (const auto done = put(step.worked, m_out.worked); !done)
            return done;
        for (const auto& hint : step.hints)
            if (const auto done = put(hint, m_out.hints.emplace_back()); !done)
                return done;
        return {};
    }

    Result<void> tensorIsKnown(const AnswerSpec& spec) const
    {
        if (!spec.tensor.empty() && m_out.tensor(spec.tensor) == nullptr)
            return invalidArgument(say("no tensor is called {0}", spec.tensor), say("line {0}", spec.line));
        return {};
    }

    // What its formula comes to, of its kind.
    Result<Value> valueOfKind(const AnswerSpec& spec)
    {
        if (const auto known = tensorIsKnown(spec); !known)
            return known.error();
        auto value = worth(*spec.expected, false);
        if (!value)
            return atLine(value.error(), spec.line);
        if (!isOfKind(*value, spec))
            return invalidArgument(
                say("the answer is to be {0}, and is {1}", name(spec.kind), tscope::text(*value)),
                say("line {0}", spec.line));
        return value;
    }

    Result<void> answer(const AnswerSpec& spec)
    {
        if (!spec.expected)
            return tensorIsKnown(spec);
        auto value = valueOfKind(spec);
        if (!value)
            return value.error();
        m_out.expected = *std::move(value);
        if (spec.kind == AnswerKind::order)
            mix(*m_out.expected->as<Value::List>());
        return {};
    }

    static bool isOfKind(const Value& value, const AnswerSpec& spec)
    {
        const auto* list = value.as<Value::List>();
        switch (spec.kind) {
        case AnswerKind::number:
            return value.as<std::int64_t>() != nullptr;
        case AnswerKind::word: {
            const auto* word = value.as<std::string>();
            return word != nullptr && std::ranges::find(spec.words, *word) != spec.words.end();
        }
        case AnswerKind::cells:
            return list != nullptr &&
                   std::ranges::all_of(*list, [](const Value& each) { return extentsOf(each).has_value(); });
        case AnswerKind::set:
            return list != nullptr;
        case AnswerKind::order:
            return list != nullptr && list->size() > 1 &&
                   std::ranges::all_of(*list, [](const Value& each) { return each.as<std::string>() != nullptr; });
        case AnswerKind::tensor:
            return false;
        default:
            return extentsOf(value).has_value();
        }
    }

    // Never already in order.
    void mix(const Value::List& pieces)
    {
        m_out.pieces = pieces;
        for (int tries = 0; tries < mostTries && m_out.pieces == pieces; ++tries)
            for (auto left = pieces.size(); left > 1; --left)
                std::swap(m_out.pieces[left - 1],
                          m_out.pieces[static_cast<std::size_t>(m_random.below(static_cast<std::int64_t>(left)))]);
    }

    const Lesson& m_lesson;
    std::size_t m_step;
    const TensorPtr& m_own;
    Random m_random;
    std::vector<std::string> m_shown;     // tensors of the last step that shows any
    std::int64_t m_stepsLeft = 5'000'000; // of all lines, however often they are drawn
    Exercise m_out;
};

} // namespace

TensorPtr Exercise::tensor(std::string_view name) const
{
    const auto at = names.find(name);
    if (at == names.end())
        return nullptr;
    const auto* held = at->second.as<TensorPtr>();
    return held == nullptr ? nullptr : *held;
}

Result<Exercise> pose(const Lesson& lesson, std::size_t step, std::uint64_t seed, const TensorPtr& own)
{
    if (step >= lesson.steps.size())
        return invalidArgument(
            say("the lesson has {0|step|steps}, step {1} was wanted", lesson.steps.size(), step));
    return Poser(lesson, step, seed, own).posed();
}

} // namespace tscope

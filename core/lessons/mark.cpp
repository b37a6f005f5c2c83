// SPDX-License-Identifier: Apache-2.0
#include "lessons/mark.h"

#include "anatomy/layout.h"
#include "array/slots.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/whereabouts.h"
#include "language/catalogue.h"
#include "lessons/letters.h"
#include "rules/check.h"

#include <algorithm>

namespace tscope {

namespace {

Marked wrong(std::string text)
{
    return {false, std::move(text), {}, std::nullopt};
}

// The first element of `all` that is not in `of`.
const Value* firstNotIn(const Value::List& all, const Value::List& of)
{
    for (const auto& each : all)
        if (std::ranges::find(of, each) == of.end())
            return &each;
    return nullptr;
}

class Marking
{
public:
    Marking(const Exercise& exercise, const AnswerSpec& spec) : m_exercise(exercise), m_spec(spec) {}

    Marked of(const Value& answer) const
    {
        if (m_exercise.expected)
            if (auto marked = againstExpected(answer); !marked.isRight)
                return marked;
        return againstNeeds(answer);
    }

private:
    Marked againstExpected(const Value& answer) const
    {
        switch (m_spec.kind) {
        case AnswerKind::number:
        case AnswerKind::word:
            if (answer == *m_exercise.expected)
                return {true, {}};
            return wrong(say("{0} is not right", text(answer)));
        case AnswerKind::set:
            return setOf(answer, true);
        case AnswerKind::cells:
        case AnswerKind::slots:
        case AnswerKind::storage:
            return setOf(answer, false);
        case AnswerKind::pointers:
            return pointers(answer);
        default:
            return inOrder(answer);
        }
    }

    // Words and numbers as text, for who types 5.2 and who writes "5.2".
    static Value::List asTexts(const Value::List& all)
    {
        Value::List out;
        for (const auto& each : all)
            out.push_back(Value(text(each)));
        return out;
    }

    Marked setOf(const Value& answer, bool isOfTexts) const
    {
        const auto* given = answer.as<Value::List>();
        if (given == nullptr)
            return wrong(say("wanted {0}, found {1}", say("a list"), kindText(answer)));
        const auto& right = *m_exercise.expected->as<Value::List>();
        const auto mine = isOfTexts ? asTexts(*given) : *given;
        const auto theirs = isOfTexts ? asTexts(right) : right;
        if (const auto* each = firstNotIn(mine, theirs))
            return notAmongThem(*each);
        if (firstNotIn(theirs, mine) == nullptr)
            return {true, {}};
        std::int64_t missing = 0;
        for (const auto& each : theirs)
            missing += std::ranges::find(mine, each) == mine.end() ? 1 : 0;
        return wrong(say("so far all are right; {0|more is|more are} missing", missing));
    }

    Marked notAmongThem(const Value& each) const
    {
        auto marked = wrong(say("{0} does not belong to the answer", text(each)));
        marked.tensor = m_spec.tensor;
        if (m_spec.kind == AnswerKind::cells) {
            if (auto index = extentsOf(each))
                marked.place = ElementPlace{*std::move(index)};
            return marked;
        }
        const auto* slot = each.as<std::int64_t>();
        const auto tensor = m_exercise.tensor(m_spec.tensor);
        if (slot == nullptr || tensor == nullptr)
            return marked;
        if (m_spec.kind == AnswerKind::slots) {
            const auto member = memberNamed(*tensor, m_spec.member);
            if (member && *slot >= 0 && *slot < numel((*member)->array.geometry).value_or(0))
                marked.place = Slots{(*member)->role->name, *slot, *slot + 1};
            return marked;
        }
        return inStorage(*tensor, *slot, std::move(marked));
    }

    // What lies in a slot of the storage is the counter-example.
    static Marked inStorage(const Tensor& tensor, std::int64_t slot, Marked marked)
    {
        const auto found = readersOf(valuesMember(tensor).array.geometry, slot, 1);
        if (found.indices.empty()) {
            marked.text = say("no element lies in slot {0}", slot);
        } else {
            marked.text = say("slot {0} holds {1}", slot, tscope::text(found.indices.front()));
            marked.place = ElementPlace{found.indices.front()};
        }
        return marked;
    }

    Marked inOrder(const Value& answer) const
    {
        const auto* given = answer.as<Value::List>();
        if (given == nullptr)
            return wrong(say("wanted {0}, found {1}", say("a list"), kindText(answer)));
        const auto& right = *m_exercise.expected->as<Value::List>();
        if (given->size() != right.size())
            return wrong(say("wanted {0|element|elements}, found {1#}", right.size(), given->size()));
        for (std::size_t at = 0; at < right.size(); ++at)
            if (!((*given)[at] == right[at]))
                return wrong(say("what stands at {0} is not right", at));
        return {true, {}};
    }

    // Pointers that are not right are shown by what they do to the tensor.
    Marked pointers(const Value& answer) const
    {
        auto marked = inOrder(answer);
        const auto numbers = extentsOf(answer);
        const auto tensor = m_exercise.tensor(m_spec.tensor);
        if (marked.isRight || !numbers || tensor == nullptr)
            return marked;
        const auto member = memberNamed(*tensor, m_spec.member);
        if (!member)
            return marked;
        const auto right = extentsOf(*m_exercise.expected);
        for (std::size_t at = 0; right && at < right->size() && at < numbers->size(); ++at)
            if ((*right)[at] != (*numbers)[at]) {
                const auto slot = static_cast<std::int64_t>(at);
                marked.place = Slots{(*member)->role->name, slot, slot + 1};
                marked.tensor = m_spec.tensor;
                break;
            }
        return marked;
    }

    Marked againstNeeds(const Value& answer) const
    {
        for (const auto& need : m_spec.needs) {
            Scope scope{m_exercise.names};
            scope.names["answer"] = answer;
            const auto holds = need.formula.value(scope);
            const auto* yes = holds ? holds->as<bool>() : nullptr;
            if (yes == nullptr || !*yes)
                return unmet(need, answer);
        }
        return {true, {}};
    }

    Marked unmet(const AnswerNeed& need, const Value& answer) const
    {
        auto names = m_exercise.names;
        names["answer"] = answer;
        const auto filled = filledText(need.otherwise.in(language()), names);
        auto marked = wrong(filled ? *filled : say("this is not right"));
        const auto* built = answer.as<TensorPtr>();
        if (built == nullptr)
            return marked;
        CheckOptions options;
        options.advice = false;
        options.maxWitnesses = 1;
        const auto report = check(**built, options);
        for (const auto& finding : report.findings)
            if (finding.level == Level::violation && !finding.witnesses.empty()) {
                if (finding.witnesses.front().place)
                    marked.place = *finding.witnesses.front().place;
                break;
            }
        return marked;
    }

    const Exercise& m_exercise;
    const AnswerSpec& m_spec;
};

} // namespace

Marked mark(const Lesson& lesson, const Exercise& exercise, const Value& answer)
{
    return Marking(exercise, lesson.steps[exercise.step].answer).of(answer);
}

bool fillsGap(const GapSentence& sentence, std::string_view word, std::string_view language)
{
    const auto typed = lowered(trimmed(word));
    if (typed.empty())
        return false;
    for (const auto code : {language, std::string_view()})
        if (const auto at = sentence.words.find(code); at != sentence.words.end())
            if (std::ranges::any_of(at->second, [&](const auto& each) { return lowered(each) == typed; }))
                return true;
    return false;
}

} // namespace tscope

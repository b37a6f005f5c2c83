// SPDX-License-Identifier: Apache-2.0
#include "lessons/mark.h"

#include "anatomy/layout.h"
#include "base/human_numbers.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/whereabouts.h"
#include "language/catalogue.h"
#include "lessons/letters.h"
#include "lessons/reply.h"
#include "lessons/wrong_numbers.h"
#include "lessons/wrong_places.h"
#include "rules/check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace tscope {

namespace {

Marked wrong(std::string text)
{
    return {false, std::move(text), {}, std::nullopt};
}

// How many elements of `all` are not in `of`, and the first of them; null: none.
template <class Element>
std::pair<std::int64_t, const Element*> notIn(const std::vector<Element>& all, const std::vector<Element>& of)
{
    std::pair<std::int64_t, const Element*> out{0, nullptr};
    for (const auto& each : all)
        if (std::ranges::find(of, each) == of.end() && out.first++ == 0)
            out.second = &each;
    return out;
}

// "first" of 0; empty beyond "tenth".
std::string ordinal(std::size_t at)
{
    const std::array all{say("first"), say("second"),  say("third"),  say("fourth"), say("fifth"),
                         say("sixth"), say("seventh"), say("eighth"), say("ninth"),  say("tenth")};
    return at < all.size() ? all[at] : std::string();
}

class Marking
{
public:
    Marking(const Exercise& exercise, const AnswerSpec& spec) : m_exercise(exercise), m_spec(spec) {}

    Marked of(const Value& answer) const
    {
        auto marked = judged(answer);
        if (!marked.isRight)
            if (auto reply = replyTo(m_spec, m_exercise, answer, marked.part))
                marked.text = *std::move(reply);
        return marked;
    }

private:
    Marked judged(const Value& answer) const
    {
        if (m_exercise.expected)
            if (auto marked = againstExpected(answer); !marked.isRight)
                return marked;
        return againstNeeds(answer);
    }

    Marked againstExpected(const Value& answer) const
    {
        switch (m_spec.kind) {
        case AnswerKind::number:
        case AnswerKind::word:
            if (answer == *m_exercise.expected)
                return {true, {}};
            return wrong(m_spec.kind == AnswerKind::word
                             ? say("Not \"{0}\". A hint shows what to look at.", text(answer))
                             : numberText(answer));
        case AnswerKind::set:
            return namesOf(answer);
        case AnswerKind::cells:
        case AnswerKind::slots:
        case AnswerKind::storage:
            return setOf(answer);
        case AnswerKind::pointers:
            return pointers(answer);
        default:
            return inOrder(answer);
        }
    }

    std::string numberText(const Value& answer) const
    {
        const auto given = numberIn(answer), right = numberIn(*m_exercise.expected);
        const auto* whole = answer.as<std::int64_t>();
        const auto typed = whole != nullptr ? grouped(*whole) : text(answer);
        if (!given || !right)
            return say("{0} is not right.", typed);
        return *given < *right ? say("{0} is too small.", typed) : say("{0} is too large.", typed);
    }

    // Words and numbers as texts, for who types 5.2 and who writes "5.2": capitals and a full stop at the end make
    // no difference.
    static std::vector<std::string> asNames(const Value::List& all)
    {
        std::vector<std::string> out;
        for (const auto& each : all) {
            auto name = lowered(trimmed(text(each)));
            while (name.ends_with('.'))
                name.pop_back();
            out.push_back(std::move(name));
        }
        return out;
    }
    // Where no name has a blank in it, blanks stand between names.
    static Value::List apart(const Value::List& given, const std::vector<std::string>& right)
    {
        if (std::ranges::any_of(right, [](const auto& name) { return name.find(' ') != std::string::npos; }))
            return given;
        Value::List out;
        for (const auto& each : given) {
            const auto typed = text(each);
            for (std::string_view left = trimmed(typed); !left.empty();) {
                const auto end = left.find_first_of(" \t");
                if (const auto name = left.substr(0, end); !name.empty() && lowered(name) != "and")
                    out.push_back(Value(std::string(name)));
                left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
            }
        }
        return out;
    }

    Marked namesOf(const Value& answer) const
    {
        const auto* list = answer.as<Value::List>();
        if (list == nullptr)
            return wrong(say("wanted {0}, found {1}", say("a list"), kindText(answer)));
        const auto right = asNames(*m_exercise.expected->as<Value::List>());
        const auto given = apart(*list, right);
        const auto names = asNames(given);
        if (const auto [count, first] = notIn(names, right); first != nullptr)
            return nameNotAmongThem(text(given[static_cast<std::size_t>(first - names.data())]), *first);
        return complete(notIn(right, names).first);
    }

    Marked setOf(const Value& answer) const
    {
        const auto* given = answer.as<Value::List>();
        if (given == nullptr)
            return wrong(say("wanted {0}, found {1}", say("a list"), kindText(answer)));
        const auto& right = *m_exercise.expected->as<Value::List>();
        if (const auto [count, first] = notIn(*given, right); first != nullptr)
            return notAmongThem(*first);
        return complete(notIn(right, *given).first);
    }

    static Marked complete(std::int64_t missing)
    {
        if (missing == 0)
            return {true, {}};
        return wrong(say("All of these are right, and {0|more is|more are} missing.", missing));
    }

    Marked nameNotAmongThem(const std::string& typed, const std::string& plain) const
    {
        const std::string of(m_spec.expected->nameGivenTo("broken_rules"));
        auto marked = wrong(say("You named {0}, which does not belong to the answer.", typed));
        if (const auto tensor = m_exercise.tensor(of))
            marked = wrongAt(of, aboutRule(of, *tensor, plain));
        marked.part.value = Value(plain);
        if (std::int64_t number = 0;
            plain.size() < std::numeric_limits<std::int64_t>::digits10 &&
            std::ranges::all_of(plain, [](char c) { return c >= '0' && c <= '9'; }) &&
            std::from_chars(plain.data(), plain.data() + plain.size(), number).ec == std::errc())
            marked.part.value = Value(number);
        return marked;
    }

    static Marked wrongAt(std::string tensor, CounterExample example)
    {
        return {false, std::move(example.text), std::move(tensor), std::move(example.place)};
    }

    Marked notAmongThem(const Value& each) const
    {
        const auto tensor = m_exercise.tensor(m_spec.tensor);
        auto marked = tensor == nullptr
                          ? wrong(say("You chose {0}, which does not belong to the answer.", text(each)))
                          : wrongAt(m_spec.tensor, aboutPlace(m_spec, *tensor, each));
        marked.part.value = each;
        return marked;
    }

    Marked inOrder(const Value& answer) const
    {
        const auto* given = answer.as<Value::List>();
        if (given == nullptr)
            return wrong(say("wanted {0}, found {1}", say("a list"), kindText(answer)));
        const auto& right = *m_exercise.expected->as<Value::List>();
        if (given->size() != right.size())
            return wrong(
                say("The answer has {0|element|elements}, and you gave {1#}.", right.size(), given->size()));
        for (std::size_t at = 0; at < right.size(); ++at)
            if (!((*given)[at] == right[at])) {
                auto marked = wrong(whyAt(at, *given, right));
                marked.part = {(*given)[at], static_cast<std::int64_t>(at)};
                return marked;
            }
        return {true, {}};
    }

    // Which part of the answer is wrong and what it is; what is right stays unsaid.
    std::string whyAt(std::size_t at, const Value::List& given, const Value::List& right) const
    {
        switch (m_spec.kind) {
        case AnswerKind::pointers: {
            const auto numbers = extentsOf(Value(given));
            const auto tensor = m_exercise.tensor(m_spec.tensor);
            const auto why =
                numbers && tensor != nullptr ? aboutPointer(m_spec.member, *tensor, *numbers, at) : std::nullopt;
            return why ? *why : say("{0}[{1}] is {2}, which is not right.", m_spec.member, at, text(given[at]));
        }
        case AnswerKind::order:
            return aboutPiece(given, right, at);
        default:
            if (const auto of = m_spec.expected->nameGivenTo("strides"); !of.empty())
                if (const auto tensor = m_exercise.tensor(of))
                    if (auto why = aboutStride(std::string(of), *tensor, at, given[at]))
                        return *std::move(why);
            return numberAt(at, text(given[at]));
        }
    }

    std::string numberAt(std::size_t at, const std::string& given) const
    {
        const auto which = ordinal(at);
        if (which.empty())
            return say("Number {0} of your list, counted from 0, is {1}, which is not right.", at, given);
        return m_exercise.expected && m_spec.expected->called() == "strides"
                   ? say("The {0} stride, {1}, is not right.", which, given)
                   : say("The {0} number, {1}, is not right.", which, given);
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
            if (!holdsFor(answer, need, m_exercise))
                return unmet(need, answer);
        }
        return {true, {}};
    }

    Marked unmet(const AnswerRemark& need, const Value& answer) const
    {
        auto marked = wrong(remarkText(answer, need, m_exercise).value_or(say("This is not right.")));
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

} // namespace tscope

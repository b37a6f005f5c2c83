// SPDX-License-Identifier: Apache-2.0
// Lists as sentences have them.
#include "base/human_numbers.h"
#include "base/say.h"
#include "lessons/functions.h"

#include <array>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

Result<Value> inBrackets(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    if (const auto paid = spend(scope, weightOf(given[0])); !paid)
        return paid.error();
    std::string out;
    for (const auto& each : **all)
        out.append(out.empty() ? "" : ", ").append(text(each));
    return Value("(" + out + ((*all)->size() == 1 ? ",)" : ")"));
}

Result<Value> inSentence(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    if (const auto paid = spend(scope, weightOf(given[0])); !paid)
        return paid.error();
    if ((*all)->empty())
        return Value(say("none"));
    std::string out = text((*all)->front());
    const auto comma = say(", ");
    for (std::size_t at = 1; at + 1 < (*all)->size(); ++at)
        out.append(comma).append(text((**all)[at]));
    if ((*all)->size() > 1)
        out = say("{0} and {1}", out, text((*all)->back()));
    return Value(std::move(out));
}

Result<Value> rulesInSentence(Arguments given, Scope& scope)
{
    const auto listed = inSentence(given, scope);
    if (!listed)
        return listed;
    const auto& names = *listed->as<std::string>();
    const auto count = given[0].as<Value::List>()->size();
    return Value(count == 0 ? say("no rule") : count == 1 ? say("rule {0}", names) : say("rules {0}", names));
}

Result<Value> withThousands(Arguments given, Scope& /*scope*/)
{
    const auto number = wholeNumber(given[0], "number");
    if (!number)
        return number.error();
    return Value(grouped(*number));
}

constexpr auto ofTexts = std::to_array<LessonFunction>({
    {"tuple", "list", "the list as shapes and strides are written: (4, 1)", 1, 1, inBrackets},
    {"listed", "list", "the list as a sentence has it: \"5.2 and 5.6\"; of an empty one \"none\"", 1, 1,
     inSentence},
    {"rule_names", "list", "rules as a sentence has them: \"rule 5.4\", \"rules 5.2 and 5.6\", \"no rule\"", 1, 1,
     rulesInSentence},
    {"grouped", "number", "the number as a text has it, with separators above 9999: 4,000,000", 1, 1,
     withThousands},
});

} // namespace

std::span<const LessonFunction> textFunctions()
{
    return ofTexts;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
// Texts of lessons with the formulas in them.
#include "base/say.h"
#include "lessons/exercise.h"
#include "lessons/letters.h"

namespace tscope {

namespace {

// The end of a formula in brackets that begins at `open`; npos: they do not close.
std::size_t closing(std::string_view text, std::size_t open)
{
    int depth = 0;
    char quote = 0;
    for (auto at = open; at < text.size(); ++at) {
        const auto c = text[at];
        if (quote != 0)
            quote = c == quote ? char{0} : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(')
            ++depth;
        else if (c == ')' && --depth == 0)
            return at;
    }
    return std::string_view::npos;
}

// The parts of a text in their order: `plain` gets what stands between formulas, `formula` each formula.
template <class Plain, class Formula>
Result<void> walkText(std::string_view text, Plain plain, Formula formula)
{
    while (!text.empty()) {
        const auto dollar = text.find('$');
        plain(text.substr(0, dollar));
        if (dollar == std::string_view::npos)
            break;
        text.remove_prefix(dollar + 1);
        if (text.starts_with('$')) {
            plain("$");
            text.remove_prefix(1);
            continue;
        }
        std::size_t end = 0;
        std::string_view inside;
        if (text.starts_with('(')) {
            end = closing(text, 0);
            if (end == std::string_view::npos)
                return invalidArgument(
                    say("wanted a closing bracket behind \"{0}\"", "$" + std::string(text.substr(0, 40))));
            inside = text.substr(1, end - 1);
            ++end;
        } else {
            while (end < text.size() && isNamePart(text[end]))
                ++end;
            inside = text.substr(0, end);
        }
        if (inside.empty())
            return invalidArgument(say("wanted a name or a formula in brackets behind $; a dollar is $$"));
        const auto read = Expression::parse(inside);
        if (!read)
            return read.error();
        if (const auto done = formula(*read); !done)
            return done;
        text.remove_prefix(end);
    }
    return {};
}

} // namespace

Result<std::string> filledText(std::string_view text, const std::map<std::string, Value, std::less<>>& names)
{
    constexpr std::size_t longest = 1'000'000; // characters
    std::string out;
    Scope scope{names}; // its steps are for all of the text
    const auto walked = walkText(
        text, [&](std::string_view plain) { out.append(plain); },
        [&](const Expression& formula) -> Result<void> {
            const auto value = formula.value(scope);
            if (!value)
                return value.error();
            out += tscope::text(*value);
            if (out.size() > longest)
                return invalidArgument(say("wanted a text of at most {0#} characters", longest));
            return {};
        });
    if (!walked)
        return walked.error();
    return out;
}

void forEachFormula(std::string_view text, const std::function<void(const Expression&)>& take)
{
    (void)walkText(
        text, [](std::string_view) {},
        [&](const Expression& formula) -> Result<void> {
            take(formula);
            return {};
        });
}

Result<void> checkText(std::string_view text, const Scope& scope)
{
    return walkText(
        text, [](std::string_view) {}, [&](const Expression& formula) { return formula.checkNames(scope); });
}

} // namespace tscope

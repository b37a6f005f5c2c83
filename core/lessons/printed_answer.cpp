// SPDX-License-Identifier: Apache-2.0
#include "lessons/printed_answer.h"

#include "anatomy/layout.h"

#include <algorithm>
#include <charconv>

namespace tscope {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

Extents printedNumbers(std::string_view text)
{
    Extents out;
    for (std::size_t at = 0; at < text.size();) {
        const bool isNegative = text[at] == '-' && at + 1 < text.size() && isDigit(text[at + 1]) &&
                                (at == 0 || text[at - 1] == '[' || text[at - 1] == '(' || text[at - 1] == ' ');
        if (!isNegative && !isDigit(text[at])) {
            ++at;
            continue;
        }
        std::int64_t number = 0;
        const auto [end, fault] = std::from_chars(text.data() + at, text.data() + text.size(), number);
        if (fault == std::errc()) // else it is larger than any index
            out.push_back(number);
        at = static_cast<std::size_t>(end - text.data());
    }
    return out;
}

// Numbers that make an answer what it is: of a tensor those of its indices.
std::vector<Extents> numbersToPrint(const Value& given)
{
    constexpr std::int64_t most = 10'000; // as of an answer that is typed
    if (const auto* tensor = given.as<TensorPtr>()) {
        std::vector<Extents> all;
        for (const auto& member : (*tensor)->members) {
            const auto count = numel(member.array.geometry).value_or(most + 1);
            if (member.role->kind == RoleKind::values || !member.isReadable() || count > most)
                continue;
            Extents numbers;
            for (std::int64_t at = 0; at < count; ++at)
                if (const auto number = member.array.at(at).asIndex())
                    numbers.push_back(*number);
            all.push_back(std::move(numbers));
        }
        return all;
    }
    if (given.as<Value::List>() != nullptr)
        return {printedNumbers(text(given))};
    return {};
}

} // namespace

bool isPrinted(const Exercise& exercise, const Value& given)
{
    if (exercise.expected)
        return true;
    auto wanted = numbersToPrint(given);
    std::erase_if(wanted, [](const Extents& numbers) { return numbers.size() < 2; }); // found in any sentence
    const auto printed = printedNumbers(exercise.worked);
    return wanted.empty() || std::ranges::any_of(wanted, [&](const Extents& numbers) {
               return !std::ranges::search(printed, numbers).empty();
           });
}

} // namespace tscope

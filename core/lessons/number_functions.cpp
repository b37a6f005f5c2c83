// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "base/say.h"
#include "lessons/functions.h"
#include "make/random.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

Error leaves64Bits()
{
    return invalidArgument(say("the number leaves 64 bits"));
}

Result<Value> length(Arguments given, Scope& /*scope*/)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    return Value(static_cast<std::int64_t>((*all)->size()));
}

// The numbers of a list one after the other, through `step`.
Result<Value> folded(const Value& value, std::int64_t first,
                     std::optional<std::int64_t> (*step)(std::int64_t, std::int64_t))
{
    const auto numbers = wholeNumbers(value, "list");
    if (!numbers)
        return numbers.error();
    auto out = first;
    for (const auto each : *numbers) {
        const auto next = step(out, each);
        if (!next)
            return leaves64Bits();
        out = *next;
    }
    return Value(out);
}

Result<Value> sum(Arguments given, Scope& /*scope*/)
{
    return folded(given[0], 0, checkedAdd);
}

Result<Value> product(Arguments given, Scope& /*scope*/)
{
    return folded(given[0], 1, checkedMul);
}

Result<Value> extreme(const Value& value, bool isLeast)
{
    const auto numbers = wholeNumbers(value, "list");
    if (!numbers)
        return numbers.error();
    if (numbers->empty())
        return invalidArgument(say("at least one number was wanted, found none"));
    return Value(isLeast ? *std::ranges::min_element(*numbers) : *std::ranges::max_element(*numbers));
}

Result<Value> least(Arguments given, Scope& /*scope*/)
{
    return extreme(given[0], true);
}

Result<Value> greatest(Arguments given, Scope& /*scope*/)
{
    return extreme(given[0], false);
}

Result<Value> absolute(Arguments given, Scope& /*scope*/)
{
    const auto number = wholeNumber(given[0], "number");
    if (!number)
        return number.error();
    if (*number == int64Min)
        return leaves64Bits();
    return Value(*number < 0 ? -*number : *number);
}

Result<Value> range(Arguments given, Scope& scope)
{
    const auto first = given.size() > 1 ? wholeNumber(given[0], "begin") : Result<std::int64_t>(0);
    if (!first)
        return first.error();
    const auto end = wholeNumber(given[given.size() > 1 ? 1 : 0], "end");
    if (!end)
        return end.error();
    const auto step = given.size() > 2 ? wholeNumber(given[2], "step") : Result<std::int64_t>(1);
    if (!step)
        return step.error();
    if (*step == 0)
        return invalidArgument(say("wanted a step that is not 0"));
    Value::List out;
    for (std::optional<std::int64_t> at = *first; at && (*step > 0 ? *at < *end : *at > *end);
         at = checkedAdd(*at, *step)) {
        if (const auto paid = spend(scope, 1); !paid)
            return paid.error();
        out.push_back(*at);
    }
    return Value(std::move(out));
}

Result<Value> sorted(Arguments given, Scope& scope)
{
    auto numbers = wholeNumbers(given[0], "list");
    if (!numbers)
        return numbers.error();
    if (const auto paid = spend(scope, static_cast<std::int64_t>(numbers->size())); !paid)
        return paid.error();
    std::ranges::sort(*numbers);
    return valueOf(*numbers);
}

Result<Value> running(Arguments given, Scope& scope)
{
    const auto numbers = wholeNumbers(given[0], "list");
    if (!numbers)
        return numbers.error();
    if (const auto paid = spend(scope, static_cast<std::int64_t>(numbers->size())); !paid)
        return paid.error();
    Extents out{0};
    for (const auto each : *numbers) {
        const auto next = checkedAdd(out.back(), each);
        if (!next)
            return leaves64Bits();
        out.push_back(*next);
    }
    return valueOf(out);
}

Result<Value> count(Arguments given, Scope& /*scope*/)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    return Value(static_cast<std::int64_t>(std::ranges::count(**all, given[1])));
}

Result<Value> reversed(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    if (const auto paid = spend(scope, static_cast<std::int64_t>((*all)->size())); !paid)
        return paid.error();
    return Value(Value::List((*all)->rbegin(), (*all)->rend()));
}

// [[1, 2], [], [3]] becomes [1, 2, 3].
Result<Value> flat(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "lists");
    if (!all)
        return all.error();
    Value::List out;
    for (const auto& each : **all) {
        const auto part = list(each, "lists");
        if (!part)
            return part.error();
        if (const auto paid = spend(scope, static_cast<std::int64_t>((*part)->size())); !paid)
            return paid.error();
        out.insert(out.end(), (*part)->begin(), (*part)->end());
    }
    return Value(std::move(out));
}

// ---- what draws ----

Result<Random*> drawing(const Scope& scope)
{
    if (scope.random == nullptr)
        return invalidArgument(say("numbers are drawn in lines that begin with let, and nowhere else"));
    return scope.random;
}

// Both ends may be drawn.
Result<Value> draw(Arguments given, Scope& scope)
{
    const auto low = wholeNumber(given[0], "low"), high = wholeNumber(given[1], "high");
    if (!low)
        return low.error();
    if (!high)
        return high.error();
    const auto random = drawing(scope);
    if (!random)
        return random.error();
    const auto last = checkedSub(*high, *low);
    if (!last || *last < 0 || *last == int64Max)
        return invalidArgument(say("wanted two numbers in order, found {0} and {1}", *low, *high));
    return Value((*random)->between(*low, *high));
}

Result<Value> oneOf(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    const auto random = drawing(scope);
    if (!random)
        return random.error();
    if ((*all)->empty())
        return invalidArgument(say("at least one number was wanted, found none"));
    return (**all)[static_cast<std::size_t>((*random)->below(static_cast<std::int64_t>((*all)->size())))];
}

void shuffle(Value::List& all, Random& random)
{
    for (auto left = all.size(); left > 1; --left)
        std::swap(all[left - 1], all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(left)))]);
}

Result<Value> shuffled(Arguments given, Scope& scope)
{
    const auto all = list(given[0], "list");
    if (!all)
        return all.error();
    const auto random = drawing(scope);
    if (!random)
        return random.error();
    if (const auto paid = spend(scope, static_cast<std::int64_t>((*all)->size())); !paid)
        return paid.error();
    auto out = **all;
    shuffle(out, **random);
    return Value(std::move(out));
}

// So many of low .. high, none twice, in order.
Result<Value> distinct(Arguments given, Scope& scope)
{
    const auto how = wholeNumber(given[0], "count"), low = wholeNumber(given[1], "low"),
               high = wholeNumber(given[2], "high");
    for (const auto* each : {&how, &low, &high})
        if (!*each)
            return each->error();
    const auto random = drawing(scope);
    if (!random)
        return random.error();
    const auto room = checkedSub(*high, *low);
    if (!room || *room == int64Max || *how < 0 || *how > *room + 1)
        return invalidArgument(
            say("wanted {0} different numbers from {1} to {2}, there are not so many", *how, *low, *high));
    if (const auto paid = spend(scope, *room + 1); !paid)
        return paid.error();
    Value::List all;
    for (auto at = *low; at <= *high; ++at)
        all.push_back(at);
    shuffle(all, **random);
    all.resize(static_cast<std::size_t>(*how));
    return sorted(std::array<Value, 1>{Value(std::move(all))}, scope);
}

constexpr auto ofNumbers = std::to_array<LessonFunction>({
    {"len", "list", "how many elements a list has", 1, 1, length},
    {"sum", "list", "the sum of its numbers", 1, 1, sum},
    {"prod", "list", "their product", 1, 1, product},
    {"min", "list", "the least of its numbers", 1, 1, least},
    {"max", "list", "the greatest", 1, 1, greatest},
    {"abs", "number", "the number without its sign", 1, 1, absolute},
    {"range", "begin, end, step", "the numbers from begin to before end; one argument is the end", 1, 3, range},
    {"sorted", "list", "its numbers in order", 1, 1, sorted},
    {"reversed", "list", "its elements from the last to the first", 1, 1, reversed},
    {"flat", "lists", "the elements of lists in one list", 1, 1, flat},
    {"running", "list", "0, and the sum up to and with each number: the pointers to counts", 1, 1, running},
    {"count", "list, element", "how often the element stands in the list", 2, 2, count},
    {"draw", "low, high", "a number from low to high, both may come (in let lines)", 2, 2, draw, true},
    {"choice", "list", "one of its elements (in let lines)", 1, 1, oneOf, true},
    {"shuffled", "list", "its elements in any order (in let lines)", 1, 1, shuffled, true},
    {"distinct", "count, low, high", "so many different numbers from low to high, in order (in let lines)", 3, 3,
     distinct, true},
});

} // namespace

std::span<const LessonFunction> numberFunctions()
{
    return ofNumbers;
}

} // namespace tscope

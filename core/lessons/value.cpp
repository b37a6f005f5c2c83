// SPDX-License-Identifier: Apache-2.0
#include "lessons/value.h"

#include "base/say.h"
#include "element/element.h"

#include <algorithm>
#include <cmath>

namespace tscope {

std::optional<double> numberIn(const Value& value)
{
    if (const auto* whole = value.as<std::int64_t>())
        return static_cast<double>(*whole);
    if (const auto* real = value.as<double>())
        return *real;
    return std::nullopt;
}

bool Value::operator==(const Value& other) const
{
    if (is.index() == other.is.index())
        return is == other.is;
    const auto a = numberIn(*this), b = numberIn(other);
    return a && b && *a == *b;
}

Value valueOf(const Extents& numbers)
{
    return Value::List(numbers.begin(), numbers.end());
}

std::optional<Extents> extentsOf(const Value& value)
{
    const auto* list = value.as<Value::List>();
    if (list == nullptr)
        return std::nullopt;
    Extents numbers;
    numbers.reserve(list->size());
    for (const auto& each : *list) {
        const auto* number = each.as<std::int64_t>();
        if (number == nullptr)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

Value valueOf(const Element& element)
{
    if (const auto whole = element.asIndex())
        return *whole;
    const auto number = element.number();
    if (const auto* natural = std::get_if<std::uint64_t>(&number))
        return static_cast<double>(*natural);
    if (const auto* real = std::get_if<double>(&number)) {
        constexpr double exact = 9007199254740992.0; // whole numbers up to here are told apart
        if (*real >= -exact && *real <= exact && *real == std::trunc(*real))
            return static_cast<std::int64_t>(*real);
        return *real;
    }
    return element.text(); // complex
}

std::int64_t weightOf(const Value& value)
{
    constexpr std::size_t lettersAStep = 32;
    if (const auto* word = value.as<std::string>())
        return 1 + static_cast<std::int64_t>(word->size() / lettersAStep);
    std::int64_t weight = 1;
    if (const auto* list = value.as<Value::List>())
        for (const auto& each : *list)
            weight += weightOf(each);
    return weight;
}

bool isDeeperThan(const Value& value, int lists)
{
    const auto* list = value.as<Value::List>();
    if (list == nullptr)
        return false;
    return lists == 0 ||
           std::ranges::any_of(*list, [&](const Value& each) { return isDeeperThan(each, lists - 1); });
}

std::string text(const Value& value)
{
    if (const auto* yes = value.as<bool>())
        return *yes ? "true" : "false";
    if (const auto* whole = value.as<std::int64_t>())
        return std::to_string(*whole);
    if (const auto* real = value.as<double>()) {
        const auto element = Element::from(Number(*real), ElementType::f64);
        return element ? element->text() : std::string("?");
    }
    if (const auto* word = value.as<std::string>())
        return *word;
    if (const auto* list = value.as<Value::List>()) {
        std::string out = "[";
        for (const auto& each : *list)
            out.append(out.size() > 1 ? ", " : "").append(text(each));
        return out + "]";
    }
    return std::string((*value.as<TensorPtr>())->layout->name);
}

std::string kindText(const Value& value)
{
    switch (value.is.index()) {
    case 0:
        return say("yes or no");
    case 1:
        return say("the number {0}", text(value));
    case 2:
        return say("the number {0}", text(value));
    case 3:
        return say("the word \"{0}\"", text(value));
    case 4:
        return say("a list");
    default:
        return say("a tensor");
    }
}

} // namespace tscope

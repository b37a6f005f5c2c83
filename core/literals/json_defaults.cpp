// SPDX-License-Identifier: Apache-2.0
#include "literals/json_defaults.h"

#include "base/pace.h"
#include "base/say.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

namespace tscope {

namespace {

constexpr std::uint32_t defaultsBetweenLooks = 1 << 14;

// Calls `take` for each value in the lists below `at`. A stopped watch ends it; the caller notices that elsewhere.
template <class Take>
void forEachInLists(const JsonTree& tree, JsonTree::Index at, Take&& take)
{
    const auto silent = tree.readersWatch().withoutProgress();
    Pace pace(silent, defaultsBetweenLooks);
    for (auto i = at; i < tree.end(at) && pace.goesOn(i, tree.size());) {
        if (tree.kind(i) == JsonKind::list) {
            ++i;
            continue;
        }
        take(i);
        i = tree.end(i);
    }
}

// Whether a float of this type holds the integer. Near its ends the range of the integers is looked at first: a
// float that was rounded out of it can't be converted back.
template <class Real, class Integer>
bool isHeldExactly(Integer value)
{
    const auto real = static_cast<Real>(value);
    const auto limit = std::ldexp(Real{1}, std::numeric_limits<Integer>::digits);
    return real < limit && static_cast<Integer>(real) == value;
}

template <class Real>
bool isRoundedInteger(const Number& number)
{
    if (const auto* value = std::get_if<std::int64_t>(&number))
        return !isHeldExactly<Real>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&number))
        return !isHeldExactly<Real>(*value);
    return false;
}

// Whether float32 is another number than the one written. Precondition: within its range.
bool isRoundedReal(double value)
{
    const auto single = static_cast<float>(value);
    const auto readsAgain = [&](std::to_chars_result written, const char* text) {
        double again = 0;
        std::from_chars(text, written.ptr, again);
        return again == value;
    };
    constexpr int digitsOfSingle = 9; // enough for each float32, so programs print them
    char text[32];
    return !readsAgain(std::to_chars(text, text + sizeof text, single), text) &&
           !readsAgain(std::to_chars(text, text + sizeof text, single, std::chars_format::general, digitsOfSingle),
                       text);
}

// Precondition: within the range of the type.
bool losesDigits(const JsonTree& tree, JsonTree::Index at, ElementType type)
{
    if (tree.kind(at) == JsonKind::bigInteger)
        return true;
    const auto number = tree.number(at);
    if (type == ElementType::f64)
        return isRoundedInteger<double>(number);
    const auto* real = std::get_if<double>(&number);
    if (real == nullptr)
        return isRoundedInteger<float>(number);
    const bool isExact = static_cast<double>(static_cast<float>(*real)) == *real;
    return !isExact && isRoundedReal(*real);
}

// Where the elements of an array are written; 0: nowhere, or the array says its type.
JsonTree::Index untypedElements(const JsonTree& tree, JsonTree::Index at)
{
    if (tree.kind(at) != JsonKind::object)
        return at;
    JsonTree::Index elements = 0;
    for (auto key = at + 1; key < tree.end(at); key = tree.end(key + 1)) {
        const auto word = tree.word(key);
        if (word == "dtype" && tree.kind(key + 1) != JsonKind::null)
            return 0;
        if ((word == "data" || word == "storage") && tree.kind(key + 1) != JsonKind::object)
            elements = key + 1;
    }
    return elements;
}

} // namespace

DType typeAsNumPy(const JsonTree& tree, JsonTree::Index at)
{
    if (tree.kind(at) == JsonKind::object)
        return ElementType::f32;
    bool hasInteger = false, hasNegative = false, hasNatural = false, hasFlag = false, hasReal = false;
    forEachInLists(tree, at, [&](JsonTree::Index i) {
        switch (tree.kind(i)) {
        case JsonKind::boolean:
            hasFlag = true;
            break;
        case JsonKind::integer:
            hasInteger = true;
            hasNegative = hasNegative || std::get<std::int64_t>(tree.number(i)) < 0;
            break;
        case JsonKind::natural:
            hasNatural = true;
            break;
        default:
            hasReal = true;
        }
    });
    if (hasReal || (hasNatural && hasNegative))
        return ElementType::f64;
    if (hasNatural)
        return ElementType::u64;
    if (hasInteger)
        return ElementType::i64;
    return hasFlag ? ElementType::boolean : ElementType::f64;
}

void warnOfRounding(const JsonTree& tree, JsonTree::Index at, const DType& dtype, WarningList& warnings)
{
    const auto type = dtype.type();
    if (type != ElementType::f32 && type != ElementType::f64)
        return;
    const auto elements = untypedElements(tree, at);
    if (elements == 0)
        return;
    std::int64_t count = 0;
    JsonTree::Index first = 0;
    forEachInLists(tree, elements, [&](JsonTree::Index i) {
        if (!tree.isNumber(i) || !losesDigits(tree, i, type))
            return;
        if (count++ == 0)
            first = i;
    });
    if (count > 0)
        warnings.add([&] {
            return type == ElementType::f64
                       ? say("no dtype in the file: read as float64; {0|number was|numbers were} rounded, the "
                             "first {1}",
                             count, tree.path(first))
                       : say("no dtype in the file: read as float32; {0|number was|numbers were} rounded, the "
                             "first {1}",
                             count, tree.path(first));
        });
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "literals/json_elements.h"

#include "base/check.h"
#include "base/pace.h"
#include "base/say.h"
#include "literals/json_array.h"
#include "literals/number_fit.h"

#include <limits>

namespace tscope {

namespace {

constexpr std::uint32_t valuesBetweenLooks = 1 << 14;

// NaN and the infinities are written as words.
std::optional<double> nonFinite(std::string_view word)
{
    if (word == "NaN" || word == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (word == "Infinity" || word == "inf")
        return std::numeric_limits<double>::infinity();
    if (word == "-Infinity" || word == "-inf")
        return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

std::optional<Number> simpleNumber(const JsonTree& tree, JsonTree::Index at)
{
    switch (tree.kind(at)) {
    case JsonKind::null:
    case JsonKind::list:
    case JsonKind::object:
        return std::nullopt;
    case JsonKind::word:
        if (const auto value = nonFinite(tree.word(at)))
            return *value;
        return std::nullopt;
    default:
        return tree.number(at);
    }
}

std::optional<double> realNumber(const JsonTree& tree, JsonTree::Index at)
{
    const auto number = simpleNumber(tree, at);
    if (!number)
        return std::nullopt;
    if (const auto* value = std::get_if<double>(&*number))
        return *value;
    if (const auto* value = std::get_if<std::int64_t>(&*number))
        return static_cast<double>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&*number))
        return static_cast<double>(*value);
    return std::nullopt;
}

bool isPair(const JsonTree& tree, JsonTree::Index at)
{
    if (tree.kind(at) != JsonKind::list || tree.end(at) != at + 3)
        return false;
    return realNumber(tree, at + 1) && realNumber(tree, at + 2);
}

Result<void> storeElement(const JsonTree& tree, JsonTree::Index at, const DType& dtype, std::byte* out)
{
    std::optional<Number> number;
    if (dtype.elementClass() == ElementClass::complex && isPair(tree, at))
        number = std::complex<double>(*realNumber(tree, at + 1), *realNumber(tree, at + 2));
    else
        number = simpleNumber(tree, at);
    if (!number)
        return jsonError(tree, at, say("a number"));
    auto fit = storeNumber(*number, dtype, out);
    const bool needsAllDigits =
        dtype.elementClass() != ElementClass::real && dtype.elementClass() != ElementClass::complex;
    if (fit == Fit::fits && tree.kind(at) == JsonKind::bigInteger && needsAllDigits)
        fit = Fit::outOfRange;
    if (fit != Fit::fits)
        return corrupt(misfitText(tree.shortText(at), fit, dtype), tree.path(at));
    return {};
}

} // namespace

JsonShape flatShape(const JsonTree& tree, JsonTree::Index at)
{
    const auto count = static_cast<std::int64_t>(tree.count(at));
    return {{count}, count};
}

Result<JsonShape> nestedShape(const JsonTree& tree, JsonTree::Index at, const DType& dtype)
{
    JsonShape out;
    const bool isComplex = dtype.elementClass() == ElementClass::complex;
    // The first part of each level sets the shape; an empty list ends the path.
    for (auto level = at; tree.kind(level) == JsonKind::list;) {
        if (isComplex && isPair(tree, level))
            break;
        out.sizes.push_back(static_cast<std::int64_t>(tree.count(level)));
        if (out.sizes.back() == 0)
            break;
        ++level;
    }
    // All others must agree.
    const auto rank = out.sizes.size();
    std::vector<JsonTree::Index> ends; // of the open lists
    const auto silent = tree.readersWatch().withoutProgress();
    Pace pace(silent, valuesBetweenLooks);
    for (auto i = at; i < tree.end(at);) {
        if (!pace.goesOn(i, tree.size()))
            return openingCancelled();
        while (!ends.empty() && ends.back() == i)
            ends.pop_back();
        const bool isList = tree.kind(i) == JsonKind::list;
        const auto depth = ends.size();
        if (depth < rank) {
            const auto length = isList ? static_cast<std::int64_t>(tree.count(i)) : -1;
            if (length != out.sizes[depth])
                return jsonError(tree, i, say("lists that make a rectangle, here one of {0}", out.sizes[depth]));
            ends.push_back(tree.end(i));
            ++i;
        } else {
            if (isList && !(isComplex && isPair(tree, i)))
                return jsonError(tree, i, say("lists that make a rectangle, here a number"));
            ++out.numel;
            i = tree.end(i);
        }
    }
    return out;
}

Result<void> storeElements(const JsonTree& tree, JsonTree::Index at, const JsonShape& shape, const DType& dtype,
                           std::span<std::byte> out)
{
    const auto itemSize = static_cast<std::size_t>(dtype.itemSize());
    TSCOPE_CHECK(out.size() == itemSize * static_cast<std::size_t>(shape.numel), "room for all elements");
    const auto rank = shape.sizes.size();
    auto* next = out.data();
    std::vector<JsonTree::Index> ends; // of the open lists
    Pace pace(tree.readersWatch(), valuesBetweenLooks);
    for (auto i = at; i < tree.end(at);) {
        if (!pace.goesOn(i, tree.size()))
            return openingCancelled();
        while (!ends.empty() && ends.back() == i)
            ends.pop_back();
        if (ends.size() < rank) {
            ends.push_back(tree.end(i));
            ++i;
            continue;
        }
        if (auto stored = storeElement(tree, i, dtype, next); !stored)
            return stored;
        next += itemSize;
        i = tree.end(i);
    }
    return {};
}

} // namespace tscope

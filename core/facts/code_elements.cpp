// SPDX-License-Identifier: Apache-2.0
#include "facts/code_elements.h"

#include "array/index_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t worthAFormula = 16;
constexpr std::int64_t blockElements = 1 << 13;

// As a number with a point: "1" would be an integer.
std::string real(std::string text)
{
    const bool isReal = text.find_first_of(".e") != std::string::npos;
    return isReal ? text : text + ".0";
}

template <class T>
std::string shortest(T value)
{
    char digits[40];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
    return {std::begin(digits), end};
}

std::string notFinite(double value, std::string_view module)
{
    return (std::signbit(value) ? "-" : "") + std::string(module) + (std::isnan(value) ? "nan" : "inf");
}

// Whether Python, which reads a double, hands the same number on to the type: at once or, as some libraries do, by
// way of a float. Digits that are enough for one rounding need not be enough for two.
bool isReadAs(double value, const std::string& digits, const DType& type)
{
    double read = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), read);
    const auto rounded = [&](double number) { return Element::from(number, type); };
    const auto wanted = rounded(value), once = rounded(read);
    const auto twice = rounded(static_cast<float>(read));
    return wanted && once && twice && *wanted == *once && *wanted == *twice;
}

// The fewest digits that are read as the number in a type that holds it; of a type narrower than double maybe
// `fewest`.
std::string finite(double value, const std::string& fewest, const DType& type)
{
    if (type.type() == ElementType::f64)
        return real(shortest(value));
    for (const auto& digits : {fewest, shortest(static_cast<float>(value))})
        if (!digits.empty() && isReadAs(value, digits, type))
            return real(digits);
    return real(shortest(value));
}

std::string part(double value, const DType& type, const PythonWords& words)
{
    const bool isSingle = type.type() != ElementType::c128;
    return std::isfinite(value) ? finite(value, {}, isSingle ? ElementType::f32 : ElementType::f64)
                                : notFinite(value, words.module);
}

std::string realNumber(const Element& element, double value, const PythonWords& words)
{
    if (!std::isfinite(value))
        return notFinite(value, words.module);
    return words.areWider ? finite(value, {}, ElementType::f32) : finite(value, element.text(), element.type());
}

bool isConstant(const Array& whole, std::int64_t count, const Watch& watch)
{
    const auto itemSize = whole.dtype.itemSize();
    std::vector<std::byte> scratch;
    const auto first = whole.storage->window(0, itemSize, scratch);
    const std::vector<std::byte> one(first.begin(), first.end());
    std::vector<std::byte> expected;
    for (std::int64_t i = 0; i < blockElements; ++i)
        expected.insert(expected.end(), one.begin(), one.end());
    for (std::int64_t begin = 0; begin < count; begin += blockElements) {
        const auto length = std::min(blockElements, count - begin) * itemSize;
        const auto block = whole.storage->window(begin * itemSize, begin * itemSize + length, scratch);
        if (watch.isStopped() || std::memcmp(block.data(), expected.data(), block.size()) != 0)
            return false;
    }
    return true;
}

std::optional<Formula> spacedIntegers(const Array& whole, std::int64_t count, const Watch& watch)
{
    if (!whole.dtype.isIndexLike())
        return std::nullopt;
    const IndexReader reader(whole);
    const auto start = reader.at(0);
    const auto step = checkedSub(reader.at(1), start);
    const auto span = step ? checkedMul(*step, count) : std::nullopt;
    const auto stop = span ? checkedAdd(start, *span) : std::nullopt;
    if (!stop || *step == 0 || !Element::from(*stop, whole.dtype))
        return std::nullopt;
    std::vector<std::int64_t> block(blockElements);
    for (std::int64_t begin = 0; begin < count; begin += blockElements) {
        const auto length = static_cast<std::size_t>(std::min(blockElements, count - begin));
        reader.read(begin, std::span(block).first(length));
        for (std::size_t i = 0; i < length; ++i)
            if (block[i] != start + (begin + static_cast<std::int64_t>(i)) * *step)
                return std::nullopt;
        if (watch.isStopped())
            return std::nullopt;
    }
    return Formula{{}, start, *stop, *step};
}

} // namespace

std::string pythonNumber(const Element& element, const PythonWords& words)
{
    return std::visit(
        [&](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, bool>)
                return value ? "True" : "False";
            else if constexpr (std::is_same_v<Value, double>)
                return realNumber(element, value, words);
            else if constexpr (std::is_same_v<Value, std::complex<double>>)
                return "complex(" + part(value.real(), element.type(), words) + ", " +
                       part(value.imag(), element.type(), words) + ")";
            else
                return std::to_string(value);
        },
        element.number());
}

std::string pythonText(const Extents& extents)
{
    return text(extents);
}

Array wholeStorage(const StoragePtr& storage, const DType& dtype, std::int64_t count)
{
    return {storage, dtype, Geometry::rowMajor({count})};
}

std::string pythonList(const Array& array, std::int64_t begin, std::int64_t end, const PythonWords& words)
{
    constexpr std::size_t lineLength = 100;
    std::string out = "[";
    std::size_t lineStart = 0;
    for (auto position = begin; position < end; ++position) {
        const auto number = pythonNumber(array.at(position), words);
        const bool isFirst = position == begin;
        if (out.size() - lineStart + number.size() > lineLength && !isFirst) {
            out += ",\n    ";
            lineStart = out.size();
        } else if (!isFirst) {
            out += ", ";
        }
        out += number;
    }
    return out + "]";
}

std::optional<Formula> formulaOf(const Array& whole, const Watch& watch)
{
    const auto count = whole.geometry.sizes[0];
    if (count < worthAFormula)
        return std::nullopt;
    if (isConstant(whole, count, watch))
        return Formula{.constant = whole.at(0)};
    return spacedIntegers(whole, count, watch);
}

} // namespace tscope

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
    const bool isReal = text.find_first_of(".en") != std::string::npos; // an exponent, "nan", "inf"
    return isReal ? text : text + ".0";
}

template <class T>
std::string shortest(T value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    char digits[40];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), value).ptr;
    return real({std::begin(digits), end});
}

std::string part(double value, const DType& type)
{
    return type.type() == ElementType::c128 ? shortest(value) : shortest(static_cast<float>(value));
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

std::string pythonNumber(const Element& element)
{
    return std::visit(
        [&](const auto& value) -> std::string {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, bool>)
                return value ? "True" : "False";
            else if constexpr (std::is_same_v<Value, double>)
                return real(element.text());
            else if constexpr (std::is_same_v<Value, std::complex<double>>)
                return "complex(" + part(value.real(), element.type()) + ", " +
                       part(value.imag(), element.type()) + ")";
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

std::string pythonList(const Array& array, std::int64_t begin, std::int64_t end)
{
    constexpr std::size_t lineLength = 100;
    std::string out = "[";
    std::size_t lineStart = 0;
    for (auto position = begin; position < end; ++position) {
        const auto number = pythonNumber(array.at(position));
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

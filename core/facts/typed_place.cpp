// SPDX-License-Identifier: Apache-2.0
#include "facts/typed_place.h"

#include "array/number_list.h"
#include "base/say.h"
#include "facts/known_size.h"
#include "facts/logical_shape.h"
#include "facts/stored_within.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace tscope {

namespace {

enum class LineKind : std::uint8_t { row, column, component };

struct LineWord {
    std::string_view word;
    LineKind kind;
};
constexpr std::array lineWords{
    LineWord{"row", LineKind::row},         LineWord{"\u884c", LineKind::row},
    LineWord{"column", LineKind::column},   LineWord{"col", LineKind::column},
    LineWord{"\u5217", LineKind::column},   LineWord{"component", LineKind::component},
    LineWord{"batch", LineKind::component}, LineWord{"\u5206\u91cf", LineKind::component},
};

struct Line {
    LineKind kind = LineKind::row;
    std::int64_t number = 0;
};

// "row 3", "Row3", "col 3"; brackets open a slot of a member, such as "col[3]".
std::optional<Line> lineIn(std::string_view text)
{
    std::string lowered(text);
    std::ranges::transform(lowered, lowered.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const auto trim = [](std::string_view& part) {
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
    };
    std::string_view rest = lowered;
    trim(rest);
    for (const auto& each : lineWords) {
        if (!rest.starts_with(each.word))
            continue;
        auto digits = rest.substr(each.word.size());
        trim(digits);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && end == digits.data() + digits.size())
            return Line{each.kind, number};
    }
    return {};
}

// Which dim the number of a line is of; the size is that of all dims.
Result<std::size_t> dimOf(LineKind kind, const Extents& size, bool hasComponents)
{
    if (kind == LineKind::component ? hasComponents || size.size() > 2 : size.size() == 2)
        return kind == LineKind::column ? 1 : 0;
    return invalidArgument(
        kind == LineKind::component
            ? say("components are wanted of a tensor of 3 or more dims, found size {0}", text(size))
            : say("rows and columns are wanted of a tensor of 2 dims, found size {0}; an index "
                  "names an element, such as {1}",
                  text(size), text(Extents(size.size(), 0))));
}

std::string wordsOf(const Line& line, const StoredWithin& stored)
{
    const auto name = line.kind == LineKind::row      ? say("row {0}", line.number)
                      : line.kind == LineKind::column ? say("column {0}", line.number)
                                                      : say("component {0}", line.number);
    return stored.truncated ? say("{0}: the first {1#} of its stored elements", name, stored.elements)
                            : say("{0}: {1|stored element|stored elements}", name, stored.elements);
}

Result<TypedPlace> placeOf(const Line& line, const Tensor& given, const Watch& watch)
{
    const auto tensor = withKnownSize(given, watch);
    const auto shape = logicalShape(tensor);
    if (!shape)
        return shape.error();
    const auto& size = shape->extents;
    const auto dim = dimOf(line.kind, size, tensor.layout->read(tensor, {})->hasComponents());
    if (!dim)
        return dim.error();
    if (line.number < 0 || line.number >= size[*dim])
        return invalidArgument(
            size[*dim] == 0 ? say("dim {0} of size {1} has no place, found {2}", *dim, text(size), line.number)
                            : say("a number from 0 to {0} is wanted for dim {1} of size {2}, found {3}",
                                  size[*dim] - 1, *dim, text(size), line.number));
    IndexBox box{Extents(size.size(), 0), size};
    for (auto& last : box.last)
        --last;
    box.first[*dim] = box.last[*dim] = line.number;
    constexpr std::int64_t most = 4096; // whose other slots can still be lit
    const auto stored = storedWithin(tensor, box, most, watch);
    if (!stored)
        return stored.error();
    const auto words = wordsOf(line, *stored);
    if (stored->values.empty())
        return TypedPlace{ElementPlace{box.first}, {}, words};
    return TypedPlace{stored->values.front(), {stored->values.begin() + 1, stored->values.end()}, words};
}

} // namespace

Result<TypedPlace> typedPlace(const Tensor& tensor, std::string_view text, const Watch& watch)
{
    if (const auto line = lineIn(text))
        return placeOf(*line, tensor, watch);
    auto place = placeFrom(tensor, text, watch);
    if (!place)
        return place.error();
    return TypedPlace{std::move(*place)};
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/index_lines.h"

#include "base/checked_math.h"
#include "element/visit.h"

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

namespace tscope::compressed {

namespace {

// Where the lines of an array begin. An array without elements has none to begin anywhere: its strides and extents
// may be anything and are not looked at.
Runs lineStarts(const Array& array, bool entriesAreLines)
{
    const auto& geometry = array.geometry;
    if (numel(geometry) == 0)
        return Runs({}, {}, 0);
    const auto dims = geometry.sizes.size() - (entriesAreLines ? 0 : 1);
    return Runs(std::span(geometry.sizes).first(dims), std::span(geometry.strides).first(dims), geometry.offset);
}

std::int64_t lineCount(const Array& array, bool entriesAreLines)
{
    const std::span sizes(array.geometry.sizes);
    return checkedProduct(sizes.first(sizes.size() - (entriesAreLines ? 0 : 1))).value_or(0);
}

IndexLines::Shape shapeOf(const Array& array, bool entriesAreLines)
{
    const auto lines = lineCount(array, entriesAreLines);
    auto starts = lineStarts(array, entriesAreLines);
    if (entriesAreLines)
        return {array.dtype, std::move(starts), lines};
    return {array.dtype, std::move(starts), lines, array.geometry.sizes.back(), array.geometry.strides.back()};
}

// The array with the folded dims made 1 long; itself, where there are none, else a copy that stands in `room`.
const Array& foldedArray(const Array& array, const std::vector<bool>& dims, std::optional<Array>&& room)
{
    if (std::ranges::count(dims, true) == 0)
        return array;
    room = array;
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d])
            room->geometry.sizes[d] = 1;
    return *room;
}

} // namespace

IndexLines::IndexLines(const Array& array, const std::vector<bool>& folded, bool entriesAreLines)
    : IndexLines(foldedArray(array, folded, {}), entriesAreLines)
{
}

IndexLines::IndexLines(const Array& folded, bool entriesAreLines)
    : m_itemSize(folded.dtype.itemSize()), m_reader(folded), m_shape(shapeOf(folded, entriesAreLines))
{
}

std::optional<Array> IndexLines::array() const
{
    const auto& [dtype, starts, lines, length, stride] = m_shape;
    if (!starts.isOneRun())
        return std::nullopt;
    const auto first = starts.numel() > 0 ? starts.offsetAt(0) : 0;
    return Array{m_reader.sharedStorage(), dtype, {{lines, length}, {starts.stride(), stride}, first}};
}

template <class T>
const T* IndexLines::window(std::int64_t line, std::int64_t begin, std::int64_t end, Scratch& scratch) const
{
    const auto count = static_cast<std::size_t>(end - begin);
    if (count == 0)
        return nullptr;
    const auto first = m_shape.starts.offsetAt(line) + begin * m_shape.stride;
    const bool adjacent = m_shape.stride == 1 || count == 1;
    const std::byte* bytes = nullptr;
    if (adjacent)
        bytes = m_reader.storage()
                    .window(first * m_itemSize, first * m_itemSize + static_cast<std::int64_t>(count) * m_itemSize,
                            scratch.bytes)
                    .data();
    return visitIndexType(m_shape.dtype, [&](auto tag) -> const T* {
        using Stored = typename decltype(tag)::type;
        if constexpr (std::is_same_v<Stored, T>)
            if (adjacent && reinterpret_cast<std::uintptr_t>(bytes) % alignof(T) == 0)
                return reinterpret_cast<const T*>(bytes);
        scratch.widened.resize(count * sizeof(T));
        auto* out = reinterpret_cast<T*>(scratch.widened.data());
        for (std::size_t i = 0; i < count; ++i) {
            if (adjacent)
                out[i] = static_cast<T>(loadElement<Stored>(bytes + i * sizeof(Stored)));
            else
                out[i] = static_cast<T>(m_reader.atOffset(first + static_cast<std::int64_t>(i) * m_shape.stride));
        }
        return out;
    });
}

template const std::int32_t* IndexLines::window(std::int64_t, std::int64_t, std::int64_t, Scratch&) const;
template const std::int64_t* IndexLines::window(std::int64_t, std::int64_t, std::int64_t, Scratch&) const;

} // namespace tscope::compressed

// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/index_lines.h"

#include "base/checked_math.h"
#include "element/visit.h"

#include <algorithm>
#include <type_traits>

namespace tscope::compressed {

namespace {

// Where the lines of an array begin. An array without elements has none to begin anywhere: its strides and extents
// may be anything and are not looked at.
Geometry lineStarts(const Array& array, bool entriesAreLines)
{
    if (numel(array.geometry) == 0)
        return {};
    auto geometry = array.geometry;
    if (!entriesAreLines) {
        geometry.sizes.pop_back();
        geometry.strides.pop_back();
    }
    return geometry;
}

std::int64_t lineCount(const Array& array, bool entriesAreLines)
{
    const std::span sizes(array.geometry.sizes);
    return checkedProduct(sizes.first(sizes.size() - (entriesAreLines ? 0 : 1))).value_or(0);
}

} // namespace

Array foldedArray(Array array, const std::vector<bool>& dims)
{
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d])
            array.geometry.sizes[d] = 1;
    return array;
}

IndexLines::IndexLines(const Array& array, const std::vector<bool>& folded, bool entriesAreLines)
    : IndexLines(std::ranges::count(folded, true) == 0 ? array : foldedArray(array, folded), entriesAreLines)
{
}

IndexLines::IndexLines(const Array& folded, bool entriesAreLines)
    : m_storage(folded.storage), m_dtype(folded.dtype), m_itemSize(m_dtype.itemSize()), m_reader(folded),
      m_starts(lineStarts(folded, entriesAreLines)), m_lines(lineCount(folded, entriesAreLines))
{
    if (!entriesAreLines) {
        m_length = folded.geometry.sizes.back();
        m_stride = folded.geometry.strides.back();
    }
}

template <class T>
const T* IndexLines::window(std::int64_t line, std::int64_t begin, std::int64_t end, Scratch& scratch) const
{
    const auto count = static_cast<std::size_t>(end - begin);
    if (count == 0)
        return nullptr;
    const auto first = m_starts.offsetAt(line) + begin * m_stride;
    const bool adjacent = m_stride == 1 || count == 1;
    const std::byte* bytes = nullptr;
    if (adjacent)
        bytes = m_storage
                    ->window(first * m_itemSize,
                             first * m_itemSize + static_cast<std::int64_t>(count) * m_itemSize, scratch.bytes)
                    .data();
    return visitIndexType(m_dtype, [&](auto tag) -> const T* {
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
                out[i] = static_cast<T>(m_reader.atOffset(first + static_cast<std::int64_t>(i) * m_stride));
        }
        return out;
    });
}

template const std::int32_t* IndexLines::window(std::int64_t, std::int64_t, std::int64_t, Scratch&) const;
template const std::int64_t* IndexLines::window(std::int64_t, std::int64_t, std::int64_t, Scratch&) const;

} // namespace tscope::compressed

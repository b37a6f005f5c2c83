// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/index_rows.h"

#include "base/check.h"
#include "element/visit.h"

namespace tscope {

namespace {

// Numbers that lie as our own do can be pointed at.
const std::int64_t* inPlace(const std::byte* from)
{
    if (reinterpret_cast<std::uintptr_t>(from) % alignof(std::int64_t) != 0)
        return nullptr;
    return reinterpret_cast<const std::int64_t*>(from);
}

void loadSpaced(const DType& dtype, const std::byte* from, std::int64_t stride, std::int64_t count,
                std::int64_t* to)
{
    visitIndexType(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr auto size = static_cast<std::int64_t>(sizeof(T));
        if (stride == 1)
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = loadElement<T>(from + i * size);
        else
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = loadElement<T>(from + i * stride * size);
    });
}

} // namespace

IndexRows::IndexRows(const Array& array)
    : m_storage(array.storage), m_data(m_storage->data()), m_dtype(array.dtype), m_itemSize(m_dtype.itemSize())
{
    const auto& geometry = array.geometry;
    TSCOPE_CHECK(geometry.rank() == 2 && geometry.isWellFormed() && m_dtype.isIndexLike(),
                 "rows are read from a two-dimensional integer array");
    m_rows = geometry.sizes[0];
    m_columns = geometry.sizes[1];
    // A dim of one element is never stepped along, and its stride may be anything.
    m_rowStride = m_rows > 1 ? geometry.strides[0] : 0;
    m_columnStride = m_columns > 1 ? geometry.strides[1] : 0;
    m_offset = geometry.offset;
    TSCOPE_CHECK(array.isInBounds() && (m_rows == 0 || m_columns == 0 || m_storage->hasBytes()),
                 "rows are read where there are bytes");
}

const std::int64_t* IndexRows::read(std::int64_t row, std::int64_t begin, std::int64_t end, Scratch& scratch) const
{
    const auto count = end - begin;
    const auto first = offsetOf(row, begin);
    const bool inOrder = m_columnStride == 1 || count == 1;
    const bool isInt64 = m_dtype.type() == ElementType::i64;
    const auto* from = m_data ? m_data + first * m_itemSize : nullptr;
    if (from == nullptr && inOrder)
        from = m_storage->window(first * m_itemSize, (first + count) * m_itemSize, scratch.bytes).data();
    if (from != nullptr && inOrder && isInt64)
        if (const auto* numbers = inPlace(from))
            return numbers;
    if (scratch.numbers.size() < static_cast<std::size_t>(count))
        scratch.numbers.resize(static_cast<std::size_t>(count));
    auto* to = scratch.numbers.data();
    if (from != nullptr)
        loadSpaced(m_dtype, from, inOrder ? 1 : m_columnStride, count, to);
    else
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = at(row, begin + i);
    return to;
}

std::int64_t IndexRows::at(std::int64_t row, std::int64_t column) const
{
    const auto begin = offsetOf(row, column) * m_itemSize;
    std::byte bytes[8];
    const auto* from = m_data ? m_data + begin : bytes;
    if (m_data == nullptr)
        m_storage->read(begin, std::span(bytes).first(static_cast<std::size_t>(m_itemSize)));
    return visitIndexType(
        m_dtype, [&](auto tag) -> std::int64_t { return loadElement<typename decltype(tag)::type>(from); });
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "array/index_reader.h"

#include "base/check.h"
#include "element/visit.h"

#include <algorithm>

namespace tscope {

namespace {

const Array& checked(const Array& array)
{
    TSCOPE_CHECK(array.dtype.isIndexLike() && array.isReadable(),
                 "indices are read from a readable integer array");
    return array;
}

std::int64_t load(const DType& dtype, const std::byte* from)
{
    return visitIndexType(
        dtype, [&](auto tag) -> std::int64_t { return loadElement<typename decltype(tag)::type>(from); });
}

void loadSpaced(const DType& dtype, const std::byte* from, std::int64_t stride, std::span<std::int64_t> out)
{
    visitIndexType(dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr auto size = static_cast<std::int64_t>(sizeof(T));
        const auto count = static_cast<std::int64_t>(out.size());
        auto* to = out.data();
        if (stride == 1)
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = loadElement<T>(from + i * size);
        else
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = loadElement<T>(from + i * stride * size);
    });
}

} // namespace

IndexReader::IndexReader(const Array& array)
    : m_storage(checked(array).storage), m_data(m_storage->data()), m_dtype(array.dtype),
      m_itemSize(m_dtype.itemSize()), m_storageNumel(array.storageNumel()), m_runs(array.geometry)
{
}

std::int64_t IndexReader::at(std::int64_t position) const
{
    TSCOPE_CHECK(position >= 0 && position < numel(), "a position lies inside the array");
    return atOffset(m_runs.offsetAt(position));
}

std::int64_t IndexReader::atOffset(std::int64_t offset) const
{
    TSCOPE_CHECK(offset >= 0 && offset < m_storageNumel, "an offset lies inside the storage");
    if (m_data != nullptr)
        return load(m_dtype, m_data + offset * m_itemSize);
    std::byte bytes[8];
    m_storage->read(offset * m_itemSize, std::span(bytes).first(static_cast<std::size_t>(m_itemSize)));
    return load(m_dtype, bytes);
}

void IndexReader::read(std::int64_t position, std::span<std::int64_t> out) const
{
    TSCOPE_CHECK(position >= 0 && position <= numel() &&
                     out.size() <= static_cast<std::uint64_t>(numel() - position),
                 "the positions lie inside the array");
    const auto stride = m_runs.stride();
    const auto end = position + static_cast<std::int64_t>(out.size());
    std::vector<std::byte> scratch;
    m_runs.forEach(position, end, [&](std::int64_t offset, std::int64_t count) {
        const auto run = out.first(static_cast<std::size_t>(count));
        out = out.subspan(run.size());
        if (m_data != nullptr) {
            loadSpaced(m_dtype, m_data + offset * m_itemSize, stride, run);
        } else if (stride == 1) {
            const auto bytes = m_storage->window(offset * m_itemSize, (offset + count) * m_itemSize, scratch);
            loadSpaced(m_dtype, bytes.data(), 1, run);
        } else {
            for (std::size_t i = 0; i < run.size(); ++i)
                run[i] = atOffset(offset + static_cast<std::int64_t>(i) * stride);
        }
    });
}

} // namespace tscope

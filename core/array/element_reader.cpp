// SPDX-License-Identifier: Apache-2.0
#include "array/element_reader.h"

#include "array/spaced_copy.h"
#include "base/check.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

// Spaced elements are fetched through one window per run only while the bytes between them are few.
constexpr std::int64_t widestSpacing = 8;

void copyRun(const Storage& storage, std::int64_t offset, std::int64_t stride, std::int64_t count,
             std::int64_t itemSize, std::byte* to, std::vector<std::byte>& scratch)
{
    if (stride == 1 || count == 1)
        return storage.read(offset * itemSize, {to, static_cast<std::size_t>(count * itemSize)});
    const auto last = offset + (count - 1) * stride;
    const auto lowest = std::min(offset, last);
    const auto highest = std::max(offset, last);
    if ((highest - lowest) / widestSpacing < count) {
        const auto bytes = storage.window(lowest * itemSize, (highest + 1) * itemSize, scratch);
        return copySpaced(bytes.data() + (offset - lowest) * itemSize, stride * itemSize, count, itemSize, to);
    }
    for (std::int64_t i = 0; i < count; ++i)
        storage.read((offset + i * stride) * itemSize, {to + i * itemSize, static_cast<std::size_t>(itemSize)});
}

} // namespace

ElementReader::ElementReader(const Array& array)
    : m_storage(array.storage), m_data(array.storage->data()), m_itemSize(array.dtype.itemSize()),
      m_runs(array.geometry)
{
    TSCOPE_CHECK(array.isReadable(), "elements are read from a readable array");
}

std::span<const std::byte> ElementReader::read(std::int64_t begin, std::int64_t end, Scratch& scratch) const
{
    TSCOPE_CHECK(begin >= 0 && begin <= end && end <= numel(), "the positions lie inside the array");
    const auto bytes = static_cast<std::size_t>((end - begin) * m_itemSize);
    if (m_data != nullptr && m_runs.isOneRun() && (m_runs.stride() == 1 || bytes == 0))
        return {bytes == 0 ? m_data : m_data + m_runs.offsetAt(begin) * m_itemSize, bytes};
    scratch.packed.resize(std::max(scratch.packed.size(), bytes));
    copy(begin, end, scratch.packed.data(), scratch);
    return std::span(scratch.packed).first(bytes);
}

void ElementReader::copy(std::int64_t begin, std::int64_t end, std::byte* to, Scratch& scratch) const
{
    m_runs.forEach(begin, end, [&](std::int64_t offset, std::int64_t count) {
        if (m_data != nullptr && m_runs.stride() == 1)
            std::memcpy(to, m_data + offset * m_itemSize, static_cast<std::size_t>(count * m_itemSize));
        else if (m_data != nullptr)
            copySpaced(m_data + offset * m_itemSize, m_runs.stride() * m_itemSize, count, m_itemSize, to);
        else
            copyRun(*m_storage, offset, m_runs.stride(), count, m_itemSize, to, scratch.window);
        to += count * m_itemSize;
    });
}

} // namespace tscope

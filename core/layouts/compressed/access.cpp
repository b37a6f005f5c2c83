// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/access.h"

#include "base/say.h"
#include "layouts/compressed/scan/kernels.h"
#include "layouts/shared/known_orders.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

constexpr std::int64_t slotsAtOnce = 1 << 13;

// Calls look(numbers) for the positions [begin, end) a window at a time, each with the last number of the one
// before at its front, until it says false. Returns whether it never did.
template <class F>
bool allWindows(const IndexReader& reader, std::int64_t begin, std::int64_t end, F&& look)
{
    std::vector<std::int64_t> window;
    for (; begin < end; begin += slotsAtOnce - 1) {
        window.resize(static_cast<std::size_t>(std::min(slotsAtOnce, end - begin)));
        reader.read(begin, window);
        if (!look(window))
            return false;
    }
    return true;
}

bool isInOrder(const std::vector<std::int64_t>& window, Order order)
{
    return scanKernels<std::int64_t>()
               .entries(window.data(), static_cast<std::int64_t>(window.size()), order, {})
               .disorder == 0;
}

} // namespace

Result<Access> Access::make(const Tensor& tensor)
{
    const CompressedReading reading(tensor, {});
    if (!reading.whyNoPointers().empty())
        return unsupported(reading.whyNoPointers());
    if (!reading.whyNoEntries().empty())
        return unsupported(reading.whyNoEntries());
    if (!reading.denseDims())
        return unsupported(reading.whyNoDenseDims());
    if (!reading.plainRankHolds())
        return unsupported(say("the indices have not as many dims as the pointers (3.3)"));
    if (!reading.size())
        return sizeUnknown();
    if (!reading.sizeRankHolds())
        return unsupported(
            say("the size {0} has not as many dims as the members tell (3.1)", text(*reading.size())));
    for (const auto* member : {&reading.compressed(), &reading.plain()}) {
        constexpr std::int64_t alwaysFine = 1 << 16;
        const auto& array = member->array;
        const std::string name(member->role->name);
        if (!numel(array.geometry))
            return unsupported(say("{0} has more elements than int64 can count", name));
        // Strides can make any number of entries out of one; they are not read one by one.
        if (array.geometry.sizes.back() > alwaysFine && array.geometry.sizes.back() / 2 > array.storageNumel())
            return unsupported(say("{0} has {1} elements in a line, made of a storage of {2}: too many to search",
                                   name, array.geometry.sizes.back(), array.storageNumel()));
    }
    return Access(tensor, reading);
}

Access::Access(const Tensor&, const CompressedReading& reading)
    : m_compressed(&reading.compressed()), m_plain(&reading.plain()), m_values(&reading.values()),
      m_kind(reading.kind()), m_size(*reading.size()), m_batchDims(*reading.batchDims()),
      m_stored(*reading.stored()), m_block(*reading.block()), m_pointers(m_compressed->array),
      m_indices(m_plain->array)
{
    for (auto& extent : m_block)
        extent = std::max<std::int64_t>(extent, 1);
    const auto& stored = m_values->array.geometry.sizes;
    const auto first = static_cast<std::size_t>(m_batchDims) + 1 + static_cast<std::size_t>(reading.blockDims());
    for (std::size_t d = 0; first + d < stored.size(); ++d)
        m_dense.push_back(std::min(stored[first + d], m_size[static_cast<std::size_t>(m_batchDims) + 2 + d]));
}

std::optional<std::int64_t> Access::lineOf(const Member& member, const Extents& batch) const
{
    const auto& sizes = member.array.geometry.sizes;
    Wide line = 0; // a member without elements may have more lines than int64 counts
    for (std::size_t d = 0; d < batch.size(); ++d) {
        if (batch[d] >= sizes[d])
            return std::nullopt;
        line = line * Wide(sizes[d]) + Wide(batch[d]);
    }
    return line.asInt64();
}

Access::Slice Access::slice(std::int64_t line, std::int64_t i) const
{
    const auto begin = std::clamp<std::int64_t>(pointer(line, i), 0, entriesPerLine());
    return {begin, std::clamp(pointer(line, i + 1), begin, entriesPerLine())};
}

bool Access::pointersRise(std::int64_t line) const
{
    static KnownOrders known;
    const auto begin = line * pointersPerLine();
    const auto end = begin + pointersPerLine();
    return known.rises(m_compressed->array, begin, end, [&]() -> std::optional<bool> {
        return allWindows(m_pointers, begin, end,
                          [](const auto& window) { return isInOrder(window, Order::weak); });
    });
}

bool Access::indicesRise(std::int64_t line, Slice slice) const
{
    static KnownOrders known;
    const auto first = line * entriesPerLine();
    return known.rises(m_plain->array, first + slice.begin, first + slice.end, [&]() -> std::optional<bool> {
        return allWindows(m_indices, first + slice.begin, first + slice.end,
                          [](const auto& window) { return isInOrder(window, Order::strict); });
    });
}

Extents Access::element(const Extents& batch, std::int64_t i, std::int64_t j, std::int64_t row,
                        std::int64_t column, const Extents& denseIndex) const
{
    auto index = batch;
    index.push_back((m_kind.rows ? i : j) * m_block[0] + row);
    index.push_back((m_kind.rows ? j : i) * m_block[1] + column);
    index.insert(index.end(), denseIndex.begin(), denseIndex.end());
    return index;
}

Extents Access::valueIndex(const Extents& batch, std::int64_t k, std::int64_t row, std::int64_t column,
                           const Extents& denseIndex) const
{
    auto index = batch;
    index.push_back(k);
    if (m_kind.blocks) {
        index.push_back(row);
        index.push_back(column);
    }
    index.insert(index.end(), denseIndex.begin(), denseIndex.end());
    return index;
}

std::int64_t Access::valueSlot(const Extents& index) const
{
    const auto& sizes = m_values->array.geometry.sizes;
    Wide slot;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        slot = slot * Wide(sizes[d]) + Wide(index[d]);
    return slot.clamped();
}

bool Access::hasValue(const Extents& index) const
{
    const auto& sizes = m_values->array.geometry.sizes;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (index[d] < 0 || index[d] >= sizes[d])
            return false;
    return true;
}

bool advance(Extents& index, const Extents& sizes)
{
    for (auto d = index.size(); d-- > 0;) {
        if (++index[d] < sizes[d])
            return true;
        index[d] = 0;
    }
    return false;
}

} // namespace tscope::compressed

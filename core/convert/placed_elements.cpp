// SPDX-License-Identifier: Apache-2.0
#include "convert/placed_elements.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/call.h"

#include <algorithm>
#include <numeric>

namespace tscope {

namespace {

// Key and value of the element at an index, for one kind of layout.
class Placing
{
public:
    explicit Placing(const Target& target)
        : m_target(target), m_family(target.layout->family), m_dense(target.denseSize())
    {
    }

    // Of layouts that have no entries with keys, but one that is everything.
    bool isWhole() const { return m_family != "coo" && m_family != "compressed"; }
    std::size_t keyLength() const
    {
        if (m_family == "coo")
            return m_target.size.size() - m_dense.size();
        return isWhole() ? 0 : static_cast<std::size_t>(m_target.batchDims()) + 2;
    }
    std::optional<std::int64_t> valuesPerEntry() const
    {
        if (isWhole())
            return numel(m_target.size);
        const auto dense = numel(m_dense), block = checkedMul(m_target.block[0], m_target.block[1]);
        return dense && block ? checkedMul(*dense, *block) : std::nullopt;
    }

    std::int64_t place(const Extents& index, std::vector<std::int64_t>& keys) const
    {
        if (isWhole())
            return index.empty() ? 0 : positionOf(m_target.size, index);
        const auto sparse = index.size() - m_dense.size();
        const Extents dense(index.begin() + static_cast<std::ptrdiff_t>(sparse), index.end());
        const auto within = m_dense.empty() ? 0 : positionOf(m_dense, dense);
        if (m_family == "coo") {
            keys.insert(keys.end(), index.begin(), index.begin() + static_cast<std::ptrdiff_t>(sparse));
            return within;
        }
        const auto [blockRows, blockColumns] = m_target.block;
        const auto row = index[sparse - 2], column = index[sparse - 1];
        keys.insert(keys.end(), index.begin(), index.begin() + static_cast<std::ptrdiff_t>(sparse - 2));
        const bool rowsFirst = m_target.layout->name == "csr" || m_target.layout->name == "bsr";
        const auto blockRow = row / blockRows, blockColumn = column / blockColumns;
        keys.push_back(rowsFirst ? blockRow : blockColumn);
        keys.push_back(rowsFirst ? blockColumn : blockRow);
        const auto denseNumel = *numel(m_dense);
        return (row % blockRows * blockColumns + column % blockColumns) * denseNumel + within;
    }

private:
    const Target& m_target;
    std::string_view m_family;
    Extents m_dense;
};

} // namespace

Result<PlacedElements> PlacedElements::of(const Tensor& tensor, const Target& target, std::int64_t maxBytes,
                                          const Watch& watch)
{
    const Placing placing(target);
    const auto perEntry = placing.valuesPerEntry();
    if (!perEntry)
        return Error{ErrorCode::overflow,
                     say("an entry of the result would have more values than 64 bits can count"),
                     {},
                     {}};
    PlacedElements placed;
    placed.m_isOneEntry = placing.isWhole();
    placed.m_keyLength = placing.keyLength();
    placed.m_valuesPerEntry = *perEntry;
    if (auto done = placed.gather(tensor, target, maxBytes, watch); !done)
        return done.error();
    placed.sort();
    return placed;
}

Result<void> PlacedElements::gather(const Tensor& tensor, const Target& target, std::int64_t maxBytes,
                                    const Watch& watch)
{
    const Placing placing(target);
    const auto& values = valuesMember(tensor).array;
    // A layout that has no word for stored entries stores all elements: that a zero is there means nothing.
    const bool storesAll = !tensor.layout->read(tensor, {})->outline().nnz;
    const bool leavesZeros = target.dropZeros || (storesAll && !m_isOneEntry);
    // Vectors grow to twice what they hold; sorting takes an order and half of it once more.
    const auto perElement = static_cast<std::int64_t>((2 * (m_keyLength + 2) + 2) * sizeof(std::int64_t));
    const auto tooMany = [&](std::int64_t count) {
        return overBudget(say("to sort {0} elements by where they belong", count),
                          saturatingMul(count, perElement), maxBytes);
    };
    if (const auto all = numel(values.geometry).value_or(int64Max);
        storesAll && !leavesZeros && saturatingMul(all, perElement) > maxBytes)
        return tooMany(all);
    std::optional<Error> error;
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        const auto found = static_cast<std::int64_t>(m_slots.size());
        if ((found & 4095) == 0 && watch.isStopped())
            error = conversionStopped();
        else if (saturatingMul(found + 1, perElement) > maxBytes)
            error = tooMany(std::max(found + 1, numel(values.geometry).value_or(0) - m_zerosLeftOut));
        if (error)
            return false;
        if (leavesZeros && values.at(slot).isZero()) {
            ++m_zerosLeftOut;
            return true;
        }
        m_values.push_back(placing.place(index, m_keys));
        m_slots.push_back(slot);
        return true;
    });
    if (error)
        return *error;
    return walked;
}

void PlacedElements::sort()
{
    m_order.resize(m_slots.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    const auto isBefore = [this](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(keyOf(a), keyOf(b));
    };
    if (!std::ranges::is_sorted(m_order, isBefore))
        std::ranges::stable_sort(m_order, isBefore);
}

std::int64_t PlacedElements::bytes() const
{
    const auto numbers = m_keys.capacity() + m_values.capacity() + m_slots.capacity() + m_order.capacity();
    return static_cast<std::int64_t>(numbers * sizeof(std::int64_t));
}

Error conversionStopped()
{
    return {ErrorCode::cancelled, say("the conversion was stopped"), {}, {}};
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/ordered_entries.h"

namespace tscope {

// The kinds of OrderedEntries; each null where the tensor is none for it.
std::unique_ptr<OrderedEntries> orderedStrided(const Tensor& tensor);
std::unique_ptr<OrderedEntries> orderedCoo(const Tensor& tensor);
std::unique_ptr<OrderedEntries> orderedCompressed(const Tensor& tensor);

// Entries that are each a unit of elements (the dense dims, or a block with them) whose keys follow each other.
class UnitEntries : public OrderedEntries
{
public:
    bool fits(const Extents& box) const final;
    void begin(const Extents& box) final;
    State next(EntryChunk& chunk) final;

protected:
    // `unitDigits`: how many digits, the last ones, number the elements within a unit.
    explicit UnitEntries(std::size_t unitDigits) : m_unitDigits(unitDigits) {}

    virtual void rewind() = 0;
    // The keys of the first elements of the next units, as many as there are and find room. False where the tensor
    // is not in order.
    virtual bool readUnits(std::span<std::int64_t> out, std::int64_t& count) = 0;
    std::int64_t stride(std::size_t digit) const { return m_strides[digit]; }

private:
    State refill();
    void expand(EntryChunk& chunk);

    std::size_t m_unitDigits;
    Extents m_strides;
    std::int64_t m_perUnit = 1;
    std::vector<std::int64_t> m_units, m_keys;
    std::size_t m_unit = 0; // of m_units, the next one
    std::int64_t m_last = -1, m_slot = 0;
    bool m_isOrdered = true;
};

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/target.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tscope {

// The stored elements of a tensor and where they belong in another layout: which entry, by the numbers that its
// entries are sorted by, and which value of it.
class PlacedElements
{
public:
    // Fails when stopped and when it would take more than `maxBytes`: before any work, where the tensor stores all
    // of its elements.
    static Result<PlacedElements> of(const Tensor& tensor, const Target& target, std::int64_t maxBytes,
                                     const Watch& watch);

    std::size_t keyLength() const { return m_keyLength; }
    bool isOneEntry() const { return m_isOneEntry; } // that has all values, also those of no element
    std::int64_t valuesPerEntry() const { return m_valuesPerEntry; }
    std::int64_t zerosLeftOut() const { return m_zerosLeftOut; }
    std::int64_t bytes() const; // that it takes

    // Sorted by key, those of one key in stored order.
    struct Place {
        std::span<const std::int64_t> key;
        std::int64_t value; // of the entry
        std::int64_t slot;  // the row-major position in the values member that it comes from
    };
    std::size_t count() const { return m_order.size(); }
    Place operator[](std::size_t at) const
    {
        const auto e = m_order[at];
        return {keyOf(e), m_values[e], m_slots[e]};
    }

private:
    std::span<const std::int64_t> keyOf(std::size_t element) const
    {
        return {m_keys.data() + element * m_keyLength, m_keyLength};
    }
    Result<void> gather(const Tensor& tensor, const Target& target, std::int64_t maxBytes, const Watch& watch);
    void sort();

    bool m_isOneEntry = false;
    std::size_t m_keyLength = 0;
    std::int64_t m_valuesPerEntry = 1, m_zerosLeftOut = 0;
    std::vector<std::int64_t> m_keys, m_values, m_slots;
    std::vector<std::size_t> m_order;
};

Error conversionStopped();

} // namespace tscope

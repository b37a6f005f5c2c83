// SPDX-License-Identifier: Apache-2.0
#include "facts/ordered_sources.h"

#include <algorithm>
#include <numeric>

namespace tscope {

namespace {

constexpr std::int64_t chunkElements = 4096;
constexpr std::int64_t longUnit = 64; // elements that are worth a chunk of their own

// One pass without a way out, which compilers make wide.
bool riseStrictly(std::int64_t last, std::span<const std::int64_t> keys)
{
    bool rises = keys.empty() || last < keys[0];
    for (std::size_t i = 1; i < keys.size(); ++i)
        rises &= keys[i - 1] < keys[i];
    return rises;
}

} // namespace

bool UnitEntries::fits(const Extents& box) const
{
    const auto& own = numbering().extents;
    return std::equal(own.end() - static_cast<std::ptrdiff_t>(m_unitDigits), own.end(),
                      box.end() - static_cast<std::ptrdiff_t>(m_unitDigits));
}

void UnitEntries::begin(const Extents& box)
{
    m_strides = rowMajorStrides(box);
    m_perUnit = 1;
    for (auto d = box.size() - m_unitDigits; d < box.size(); ++d)
        m_perUnit *= box[d];
    m_units.clear();
    m_unit = 0;
    m_last = -1;
    m_slot = 0;
    m_isOrdered = true;
    rewind();
}

OrderedEntries::State UnitEntries::refill()
{
    m_units.resize(static_cast<std::size_t>(chunkElements));
    m_unit = 0;
    std::int64_t count = 0;
    m_isOrdered = readUnits(m_units, count);
    m_units.resize(static_cast<std::size_t>(count));
    m_isOrdered = m_isOrdered && riseStrictly(m_last, m_units);
    if (!m_isOrdered)
        return State::notOrdered;
    if (m_units.empty())
        return State::end;
    m_last = m_units.back();
    return State::some;
}

// As many short units as a chunk takes.
void UnitEntries::expand(EntryChunk& chunk)
{
    const auto units = std::min<std::int64_t>(std::ssize(m_units) - static_cast<std::int64_t>(m_unit),
                                              std::max<std::int64_t>(chunkElements / m_perUnit, 1));
    m_keys.resize(static_cast<std::size_t>(units * m_perUnit));
    auto* to = m_keys.data();
    for (std::int64_t u = 0; u < units; ++u, to += m_perUnit)
        std::iota(to, to + m_perUnit, m_units[m_unit + static_cast<std::size_t>(u)]);
    m_unit += static_cast<std::size_t>(units);
    chunk = {m_keys, m_keys.front(), m_slot, units * m_perUnit};
}

OrderedEntries::State UnitEntries::next(EntryChunk& chunk)
{
    if (!m_isOrdered)
        return State::notOrdered;
    if (m_unit == m_units.size())
        if (const auto state = refill(); state != State::some)
            return state;
    if (m_perUnit >= longUnit) {
        chunk = {{}, m_units[m_unit++], m_slot, m_perUnit};
    } else if (m_perUnit > 1) {
        expand(chunk);
    } else {
        chunk = {m_units, m_units.front(), m_slot, std::ssize(m_units)};
        m_unit = m_units.size();
    }
    m_slot += chunk.count;
    return State::some;
}

} // namespace tscope

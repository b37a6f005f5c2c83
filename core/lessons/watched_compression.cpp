// SPDX-License-Identifier: Apache-2.0
#include "lessons/watched_compression.h"

#include "base/say.h"
#include "convert/element_cast.h"

#include <algorithm>

namespace tscope {

Result<WatchedValue> sumOf(const WatchedValue& a, const WatchedValue& b)
{
    if (!a.element || !b.element)
        return invalidArgument(say("these values can't be read, so duplicates can't be added up"));
    auto sum = sumOfElements(*a.element, *b.element);
    if (!sum)
        return sum.error();
    return WatchedValue{*std::move(sum)};
}

WatchedCompression::WatchedCompression(WatchedRecorder& recorder, const Arrays& arrays, bool isByColumn,
                                       std::int64_t groups)
    : m_recorder(recorder), m_arrays(arrays), m_isByColumn(isByColumn), m_groups(groups),
      m_begins(static_cast<std::size_t>(groups + 1), 0)
{
}

void WatchedCompression::countAndAddUp(std::size_t key, const Numbers& keys)
{
    m_recorder.begin(say("All counts are 0."));
    for (std::int64_t group = 0; group <= m_groups; ++group)
        m_recorder.write(m_arrays.pointers, group, 0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto group = keys[i], count = ++m_begins[static_cast<std::size_t>(group + 1)];
        m_recorder.begin(
            m_isByColumn ? say("Entry {0} is in column {1}: the count of column {1} becomes {2}.", i, group, count)
                         : say("Entry {0} is in row {1}: the count of row {1} becomes {2}.", i, group, count));
        m_recorder.read(key, static_cast<std::int64_t>(i));
        m_recorder.write(m_arrays.pointers, group + 1, count);
    }
    for (std::int64_t group = 0; group < m_groups; ++group) {
        auto& next = m_begins[static_cast<std::size_t>(group + 1)];
        const auto count = next;
        next += begin(group);
        if (group + 1 == m_groups)
            m_recorder.begin(
                m_isByColumn
                    ? say("Column {0} begins at {1} and has {2|entry|entries}, so the entries end at {3}.", group,
                          begin(group), count, next)
                    : say("Row {0} begins at {1} and has {2|entry|entries}, so the entries end at {3}.", group,
                          begin(group), count, next));
        else
            m_recorder.begin(
                m_isByColumn
                    ? say("Column {0} begins at {1} and has {2|entry|entries}, so column {3} begins at {4}.",
                          group, begin(group), count, group + 1, next)
                    : say("Row {0} begins at {1} and has {2|entry|entries}, so row {3} begins at {4}.", group,
                          begin(group), count, group + 1, next));
        m_recorder.read(m_arrays.pointers, group);
        m_recorder.write(m_arrays.pointers, group + 1, next);
    }
}

void WatchedCompression::scatter(const Sources& from, const Numbers& keys, const Numbers& plain,
                                 const WatchedValues& values)
{
    m_plain.resize(keys.size());
    m_values.resize(keys.size());
    auto next = m_begins;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto entry = static_cast<std::int64_t>(i), group = keys[i],
                   to = next[static_cast<std::size_t>(group)]++;
        m_recorder.begin(m_isByColumn
                             ? say("Entry {0} goes to slot {1}, the next free slot of column {2}.", i, to, group)
                             : say("Entry {0} goes to slot {1}, the next free slot of row {2}.", i, to, group));
        for (const auto array : {from.key, from.plain, from.values})
            m_recorder.read(array, entry);
        m_plain[static_cast<std::size_t>(to)] = plain[i];
        m_values[static_cast<std::size_t>(to)] = values[i];
        put(to);
    }
}

void WatchedCompression::sort()
{
    const auto first = m_plain.begin();
    for (std::int64_t group = 0; group < m_groups; ++group)
        for (auto slot = begin(group) + 1; slot < begin(group + 1); ++slot) {
            const auto to = std::upper_bound(first + begin(group), first + slot, *(first + slot)) - first;
            if (to < slot)
                insert(group, slot, to);
        }
}

void WatchedCompression::insert(std::int64_t group, std::int64_t from, std::int64_t to)
{
    const auto moved = m_plain[static_cast<std::size_t>(from)], behind = m_plain[static_cast<std::size_t>(to)];
    m_recorder.begin(
        m_isByColumn
            ? say("Column {0} is sorted by row: row {1} goes from slot {2} to slot {3}, before row {4}.", group,
                  moved, from, to, behind)
            : say("Row {0} is sorted by column: column {1} goes from slot {2} to slot {3}, before column {4}.",
                  group, moved, from, to, behind));
    for (const auto array : {m_arrays.plain, m_arrays.values})
        m_recorder.read(array, from);
    std::rotate(m_plain.begin() + to, m_plain.begin() + from, m_plain.begin() + from + 1);
    std::rotate(m_values.begin() + to, m_values.begin() + from, m_values.begin() + from + 1);
    for (auto slot = to; slot <= from; ++slot)
        put(slot);
}

Result<void> WatchedCompression::addUpDuplicates()
{
    for (std::int64_t group = 0; group < m_groups; ++group)
        for (auto slot = begin(group); slot + 1 < begin(group + 1);) {
            const auto at = static_cast<std::size_t>(slot);
            if (m_plain[at] != m_plain[at + 1]) {
                ++slot;
                continue;
            }
            auto sum = sumOf(m_values[at], m_values[at + 1]);
            if (!sum)
                return sum.error();
            const auto row = m_isByColumn ? m_plain[at] : group, column = m_isByColumn ? group : m_plain[at];
            m_recorder.begin(say("Slots {0} and {1} both hold row {2}, column {3}: {4} + {5} = {6}. The entries "
                                 "after them move one slot forward.",
                                 slot, slot + 1, row, column, m_values[at].text(), m_values[at + 1].text(),
                                 sum->text()));
            m_values[at] = *std::move(sum);
            closeGap(group, slot);
        }
    return {};
}

void WatchedCompression::closeGap(std::int64_t group, std::int64_t slot)
{
    const auto last = static_cast<std::int64_t>(m_plain.size()) - 1;
    for (const auto array : {m_arrays.plain, m_arrays.values})
        m_recorder.read(array, slot + 1);
    m_plain.erase(m_plain.begin() + slot + 1);
    m_values.erase(m_values.begin() + slot + 1);
    for (auto each = slot; each < last; ++each)
        put(each);
    for (const auto array : {m_arrays.plain, m_arrays.values})
        m_recorder.write(array, last, std::string());
    for (auto next = group + 1; next <= m_groups; ++next)
        m_recorder.write(m_arrays.pointers, next, --m_begins[static_cast<std::size_t>(next)]);
}

void WatchedCompression::put(std::int64_t slot)
{
    const auto at = static_cast<std::size_t>(slot);
    m_recorder.write(m_arrays.plain, slot, m_plain[at]);
    m_recorder.write(m_arrays.values, slot, m_values[at].text());
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/line_disorder.h"

#include "base/checked_math.h"
#include "base/thread_pool.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// What slices [begin, end) lack: those that fall or whose start is not taken off yet. A slice [low, high) holds
// below(high) - below(low) neighbours, less the one at low; the differences telescope over all slices, and where
// pointers fall the negative difference is no slice's and has to be put back.
class MissingOfSlices
{
public:
    MissingOfSlices(const ScanInput& input, LineDisorder& disorder, std::int64_t line)
        : m_input(input), m_disorder(disorder), m_line(line), m_entries(input.entriesIn(line))
    {
    }

    void add(std::int64_t begin, std::int64_t end)
    {
        if (begin >= end)
            return;
        const auto* pointers = m_input.pointers->window<std::int64_t>(m_line, begin, end + 1, m_scratch);
        auto low = clamped(pointers[0]);
        for (std::int64_t i = 0; i < end - begin; ++i) {
            const auto high = clamped(pointers[i + 1]);
            if (low > high) {
                if (!m_falls)
                    m_fallBegin = low;
                m_falls = true;
                m_fallEnd = high;
            } else {
                endFall();
                if (low < high && low > 0 && m_disorder.isAt(low))
                    --m_missing;
            }
            low = high;
        }
    }
    // Falls that follow each other telescope too; to be called before slices are left out.
    void endFall()
    {
        if (!m_falls)
            return;
        m_falls = false;
        m_missing = saturatingAdd(m_missing, m_disorder.below(m_fallBegin) - m_disorder.below(m_fallEnd));
    }
    std::int64_t missing() const { return m_missing; }

private:
    std::int64_t clamped(std::int64_t pointer) const { return std::clamp<std::int64_t>(pointer, 0, m_entries); }

    const ScanInput& m_input;
    LineDisorder& m_disorder;
    std::int64_t m_line;
    std::int64_t m_entries;
    std::int64_t m_missing = 0;
    std::int64_t m_fallBegin = 0, m_fallEnd = 0;
    bool m_falls = false;
    IndexLines::Scratch m_scratch;
};

// Of the slabs [begin, end) of a long line.
std::int64_t missingOfSlabs(const ScanInput& input, const ScanTable& table, std::int64_t line, std::int64_t begin,
                            std::int64_t end)
{
    LineDisorder disorder(input, table, line);
    MissingOfSlices sum(input, disorder, line);
    const auto entries = input.entriesIn(line);
    for (auto u = begin; u < end; ++u) {
        const auto unit = line * table.unitsPerLine + u;
        if (!table.units[static_cast<std::size_t>(unit)].startsOpen) {
            sum.endFall();
            continue;
        }
        const auto slab = table.slab(unit, entries);
        sum.add(slab.pointerBegin, std::min(slab.pointerEnd, input.pointersPerLine() - 1));
    }
    sum.endFall();
    return sum.missing();
}

} // namespace

LineDisorder::LineDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line)
    : m_input(input), m_table(table), m_line(line), m_entries(input.entriesIn(line)), m_parts(1)
{
    if (!table.hasLongLines())
        return;
    m_parts.resize(static_cast<std::size_t>(table.unitsPerLine));
    m_before.reserve(static_cast<std::size_t>(table.unitsPerLine + 1));
    m_before.push_back(0);
    m_begins.reserve(m_parts.size());
    for (std::int64_t u = 0; u < table.unitsPerLine; ++u) {
        const auto unit = line * table.unitsPerLine + u;
        m_begins.push_back(table.slab(unit, m_entries).entryBegin);
        m_before.push_back(m_before.back() + table.units[static_cast<std::size_t>(unit)].neighbours);
    }
    std::int64_t number = 0;
    for (std::int64_t at = 0; at < m_entries; at += ScanTable::unitSize) {
        while (number + 1 < table.unitsPerLine && beginOf(number + 1) <= at)
            ++number;
        m_guide.push_back(number);
    }
    m_guide.push_back(table.unitsPerLine - 1);
}

std::int64_t LineDisorder::beginOf(std::int64_t number) const
{
    return m_table.hasLongLines() ? m_begins[static_cast<std::size_t>(number)] : 0;
}

std::int64_t LineDisorder::endOf(std::int64_t number) const
{
    return m_table.hasLongLines() ? m_table.slab(m_line * m_table.unitsPerLine + number, m_entries).entryEnd
                                  : m_entries;
}

std::int64_t LineDisorder::partOf(std::int64_t position) const
{
    if (!m_table.hasLongLines())
        return 0;
    // The last that begins by then, one of a few.
    const auto near = m_guide.begin() + position / ScanTable::unitSize;
    const auto first = m_begins.begin() + near[0] + 1;
    return std::upper_bound(first, m_begins.begin() + near[1] + 1, position) - m_begins.begin() - 1;
}

bool LineDisorder::isClean(std::int64_t number) const
{
    return m_table.hasLongLines() &&
           m_before[static_cast<std::size_t>(number)] == m_before[static_cast<std::size_t>(number + 1)];
}

const LineDisorder::Part& LineDisorder::part(std::int64_t number)
{
    auto& part = m_parts[static_cast<std::size_t>(number)];
    if (!part.words.empty())
        return part;
    const auto begin = beginOf(number);
    const auto end = endOf(number);
    if (begin == end)
        return part;
    part.begin = begin;
    const auto words = static_cast<std::size_t>((end - begin + 63) / 64);
    part.words.resize(words);
    const auto from = std::max<std::int64_t>(begin - 1, 0); // the first entry of all has none before it
    const auto* values = m_input.entries->window<std::int64_t>(m_line, from, end, m_scratch);
    const auto weak = m_input.order == Order::weak ? 1 : 0;
    std::int64_t k = from + 1;
    std::int64_t before = 0;
    for (std::size_t w = 0; w < words; ++w) {
        const auto wordBegin = begin + static_cast<std::int64_t>(w) * 64;
        const auto wordEnd = std::min(wordBegin + 64, end);
        std::uint64_t word = 0;
        for (; k < wordEnd; ++k) {
            const auto* at = values + (k - from);
            const bool broken = weak != 0 ? at[-1] > at[0] : at[-1] >= at[0];
            word |= std::uint64_t{broken} << (k - wordBegin);
        }
        part.words[w] = {word, before};
        before += std::popcount(word);
    }
    return part;
}

std::int64_t LineDisorder::below(std::int64_t position)
{
    if (m_entries == 0)
        return 0;
    if (m_table.hasLongLines() && position >= m_entries)
        return m_before.back();
    const auto number = partOf(std::min(position, m_entries - 1));
    const auto before = m_table.hasLongLines() ? m_before[static_cast<std::size_t>(number)] : 0;
    if (isClean(number))
        return before;
    const auto& found = part(number);
    const auto at = position - found.begin;
    const auto w = static_cast<std::size_t>(at / 64);
    if (w == found.words.size())
        return before + found.words[w - 1].before + std::popcount(found.words[w - 1].bits);
    const auto& word = found.words[w];
    return before + word.before + std::popcount(word.bits & ((std::uint64_t{1} << (at % 64)) - 1));
}

bool LineDisorder::isAt(std::int64_t position)
{
    const auto number = partOf(position);
    if (isClean(number))
        return false;
    const auto& found = part(number);
    const auto at = position - found.begin;
    return (found.words[static_cast<std::size_t>(at / 64)].bits >> (at % 64) & 1) != 0;
}

std::int64_t irregularDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line)
{
    const auto entries = input.entriesIn(line);
    const auto pointers = input.pointersPerLine();
    const auto clamped = [&](std::int64_t p) {
        return std::clamp<std::int64_t>(input.pointers->at(line, p), 0, entries);
    };
    LineDisorder disorder(input, table, line);
    auto missing = disorder.below(clamped(pointers - 1)) - disorder.below(entries) - disorder.below(clamped(0));
    if (!table.hasLongLines()) {
        MissingOfSlices sum(input, disorder, line);
        sum.add(0, pointers - 1);
        sum.endFall();
        return saturatingAdd(missing, sum.missing());
    }
    // Each part looks again at the slabs where its own runs of falls end, so only as many as can be worked on.
    constexpr std::int64_t slabsPerPart = 64;
    const auto parts = std::clamp<std::int64_t>(table.unitsPerLine / slabsPerPart, 1, threadCount());
    std::vector<std::int64_t> sums(static_cast<std::size_t>(parts));
    parallelFor(parts, [&](std::int64_t part) {
        sums[static_cast<std::size_t>(part)] = missingOfSlabs(
            input, table, line, table.unitsPerLine * part / parts, table.unitsPerLine * (part + 1) / parts);
    });
    for (const auto sum : sums)
        missing = saturatingAdd(missing, sum);
    return missing;
}

} // namespace tscope::compressed

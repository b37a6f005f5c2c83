// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/line_disorder.h"

#include "base/checked_math.h"
#include "base/thread_pool.h"

#include <algorithm>
#include <limits>

namespace tscope::compressed {

namespace {

constexpr std::int64_t guideStep = 1024;

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
        if (m_input.pointers->dtype().type() == ElementType::i32)
            addAll<std::int32_t>(begin, end);
        else
            addAll<std::int64_t>(begin, end);
    }
    // Falls that follow each other telescope too; to be called before slices are left out.
    void endFall()
    {
        if (!m_falls)
            return;
        m_falls = false;
        m_missing = saturatingAdd(m_missing, -m_disorder.below(m_last));
    }
    std::int64_t missing() const { return m_missing; }

private:
    std::int64_t clamped(std::int64_t pointer) const { return std::clamp<std::int64_t>(pointer, 0, m_entries); }

    template <class T>
    void addAll(std::int64_t begin, std::int64_t end)
    {
        for (auto from = begin; from < end; from += atOnce) {
            const auto to = std::min(from + atOnce, end);
            addSome(m_input.pointers->window<T>(m_line, from, to + 1, m_scratch), to - from);
        }
    }
    template <class T>
    void addSome(const T* pointers, std::int64_t slices)
    {
        LineDisorder::Question questions[atOnce];
        std::size_t asked = 0;
        const auto last = clamped(pointers[slices]);
        // Only the ends of a fall are asked about.
        const auto within = last < clamped(pointers[0]) && allFall(pointers, slices) ? 1 : slices;
        for (std::int64_t i = 0; i < within; ++i) { // without a branch: the next pointer may be anything
            const auto low = clamped(pointers[i]), high = clamped(pointers[i + 1]);
            const bool falls = low > high || within < slices;
            const auto rank = static_cast<std::int16_t>(int{falls} - int{m_falls});
            const auto bit = static_cast<std::int16_t>(low < high && low > 0);
            questions[asked] = {low, rank, bit};
            asked += (rank | bit) != 0 ? 1 : 0;
            m_falls = falls;
        }
        m_last = last;
        m_missing = saturatingAdd(m_missing, m_disorder.sum({questions, asked}));
    }
    template <class T>
    static bool allFall(const T* pointers, std::int64_t slices)
    {
        constexpr auto anyLength = std::numeric_limits<std::uint64_t>::max();
        return scanKernels<T>().pointers(pointers, slices, anyLength).falling == slices;
    }

    static constexpr std::int64_t atOnce = 1024;

    const ScanInput& m_input;
    LineDisorder& m_disorder;
    std::int64_t m_line;
    std::int64_t m_entries;
    std::int64_t m_missing = 0;
    std::int64_t m_last = 0; // where the slice before ends
    bool m_falls = false;    // whether it falls
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
    : m_input(input), m_line(line), m_entries(input.entriesIn(line))
{
    if (table.hasLongLines()) {
        m_parts = table.unitsPerLine;
        m_before.reserve(static_cast<std::size_t>(m_parts + 1));
        m_before.push_back(0);
        m_begins.reserve(static_cast<std::size_t>(m_parts + 1));
        for (std::int64_t u = 0; u < m_parts; ++u) {
            const auto unit = line * m_parts + u;
            m_begins.push_back(table.slab(unit, m_entries).entryBegin);
            m_before.push_back(m_before.back() + table.units[static_cast<std::size_t>(unit)].neighbours);
        }
        std::int32_t number = 0;
        for (std::int64_t at = 0; at <= m_entries; at += guideStep) {
            while (number + 1 < m_parts && m_begins[static_cast<std::size_t>(number) + 1] <= at)
                ++number;
            m_guide.push_back(number);
        }
    } else {
        m_begins.push_back(0);
    }
    m_begins.push_back(m_entries);
    m_seen.resize(static_cast<std::size_t>(m_parts));
    // Not written to before a slab is looked at: pages of others are never had.
    m_words =
        std::make_unique_for_overwrite<RankedWord[]>(static_cast<std::size_t>(wordOf(m_entries, m_parts - 1) + 1));
}

std::int64_t LineDisorder::partOf(std::int64_t position) const
{
    if (m_parts == 1)
        return 0;
    // Mostly that one or the next; which of the two is no branch, as positions may come in any order.
    std::int64_t number = m_guide[static_cast<std::size_t>(position / guideStep)];
    number += m_begins[static_cast<std::size_t>(number + 1)] <= position && number + 1 < m_parts ? 1 : 0;
    while (number + 1 < m_parts && m_begins[static_cast<std::size_t>(number + 1)] <= position)
        ++number;
    return number;
}

bool LineDisorder::isClean(std::int64_t number) const
{
    return !m_before.empty() &&
           m_before[static_cast<std::size_t>(number)] == m_before[static_cast<std::size_t>(number + 1)];
}

void LineDisorder::look(std::int64_t number)
{
    if (m_seen[static_cast<std::size_t>(number)])
        return;
    m_seen[static_cast<std::size_t>(number)] = true;
    if (isClean(number)) {
        const auto begin = wordOf(m_begins[static_cast<std::size_t>(number)], number);
        const auto end = wordOf(m_begins[static_cast<std::size_t>(number + 1)], number);
        std::fill(m_words.get() + begin, m_words.get() + end + 1,
                  RankedWord{0, m_before[static_cast<std::size_t>(number)]});
    } else if (m_input.entries->dtype().type() == ElementType::i32) {
        rank<std::int32_t>(number);
    } else {
        rank<std::int64_t>(number);
    }
}

template <class T>
void LineDisorder::rank(std::int64_t number)
{
    const auto begin = m_begins[static_cast<std::size_t>(number)];
    const auto end = m_begins[static_cast<std::size_t>(number + 1)];
    const auto from = std::max<std::int64_t>(begin - 1, 0); // the first entry of all has none before it
    const auto* values = m_input.entries->window<T>(m_line, from, end, m_scratch);
    scanKernels<T>().rank(values + (begin - from), begin, end, m_input.order,
                          m_before.empty() ? 0 : m_before[static_cast<std::size_t>(number)],
                          m_words.get() + wordOf(begin, number));
}

std::int64_t LineDisorder::sum(std::span<const Question> questions)
{
    m_questions.clear();
    for (const auto& question : questions) {
        const auto number = partOf(question.position);
        look(number);
        m_questions.push_back({wordOf(question.position, number),
                               static_cast<std::int32_t>(question.position % 64), question.rank, question.bit});
    }
    return scanKernels<std::int64_t>().answers(m_words.get(), m_questions.data(),
                                               static_cast<std::int64_t>(m_questions.size()));
}

std::int64_t LineDisorder::below(std::int64_t position)
{
    const Question question{position, 1, 0};
    return m_entries == 0 ? 0 : sum({&question, 1});
}

std::int64_t irregularDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line)
{
    const auto entries = input.entriesIn(line);
    const auto pointers = input.pointersPerLine();
    const auto clamped = [&](std::int64_t p) {
        return std::clamp<std::int64_t>(input.pointers->at(line, p), 0, entries);
    };
    if (entries == 0)
        return 0;
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

namespace tscope::compressed {

// Which positions of one line of entries are out of order against the entry before. Found slab by slab where they
// are asked for, each slab once and kept as one bit per entry, so any number of questions costs one look at the
// line. Borrows all it is given.
class LineDisorder
{
public:
    // How many of them lie below a position, taken `rank` times, less whether it is one itself, taken `bit` times.
    struct Question {
        std::int64_t position; // 0 <= position <= entries; with a bit: < entries
        std::int16_t rank, bit;
    };

    LineDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line);

    // The answers added up; for many questions at once.
    std::int64_t sum(std::span<const Question> questions);
    std::int64_t below(std::int64_t position);
    // Calls f(position) for those in [begin, end), in order, until it returns false. Returns whether it never did.
    template <class F>
    bool forEach(std::int64_t begin, std::int64_t end, F&& f)
    {
        while (begin < end) {
            const auto number = partOf(begin);
            const auto partEnd = std::min(end, m_begins[static_cast<std::size_t>(number + 1)]);
            if (isClean(number)) {
                begin = partEnd;
                continue;
            }
            look(number);
            while (begin < partEnd) { // to the end of its word
                const auto at = begin % 64;
                const auto word = m_words[static_cast<std::size_t>(wordOf(begin, number))].bits >> at;
                const auto next = word == 0 ? begin + 64 - at : begin + std::countr_zero(word);
                if (word != 0 && next < partEnd && !f(next))
                    return false;
                begin = word == 0 ? next : next + 1;
            }
            begin = partEnd;
        }
        return true;
    }

private:
    std::int64_t partOf(std::int64_t position) const; // the slab that holds it; the last, where that is the end
    bool isClean(std::int64_t number) const;
    void look(std::int64_t number); // at the slab, if nobody has yet
    template <class T>
    void rank(std::int64_t number);
    // Words are of positions 64 n to 64 n + 63, so a slab shares its first with the slab before: each has its own.
    static std::int64_t wordOf(std::int64_t position, std::int64_t number) { return position / 64 + number; }

    const ScanInput& m_input;
    std::int64_t m_line;
    std::int64_t m_entries;
    std::int64_t m_parts = 1;              // slabs of a long line
    std::vector<std::int64_t> m_before;    // by slab: how many lie in the slabs before; of a short line: not known
    std::vector<std::int64_t> m_begins;    // by slab: its first entry
    std::vector<std::int32_t> m_guide;     // by guideStep entries: the slab that holds the first of them
    std::vector<bool> m_seen;              // by slab
    std::unique_ptr<RankedWord[]> m_words; // of slabs that were looked at
    std::vector<RankQuestion> m_questions;
    IndexLines::Scratch m_scratch;
};

// What is wrong with the sum of a line's slabs as a count of 5.6, when its pointers don't run from 0 to the end
// without falling: entries outside of all slices, starts that no slab could take off, and what falling pointers
// make slices see again.
std::int64_t irregularDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line);

} // namespace tscope::compressed

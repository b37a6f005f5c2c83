// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/compressed/scan/scan.h"

#include <algorithm>
#include <bit>

namespace tscope::compressed {

// Which positions of one line of entries are out of order against the entry before. Found slab by slab where they
// are asked for, each slab once and kept as one bit per entry, so any number of questions costs one look at the
// line. Borrows all it is given.
class LineDisorder
{
public:
    LineDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line);

    // How many of them lie below this position; 0 <= position <= entries.
    std::int64_t below(std::int64_t position);
    bool isAt(std::int64_t position); // position < entries
    // Calls f(position) for those in [begin, end), in order, until it returns false. Returns whether it never did.
    template <class F>
    bool forEach(std::int64_t begin, std::int64_t end, F&& f)
    {
        while (begin < end) {
            const auto number = partOf(begin);
            const auto partEnd = std::min(end, endOf(number));
            if (isClean(number)) {
                begin = partEnd;
                continue;
            }
            const auto& found = part(number);
            while (begin < partEnd) { // to the end of its word
                const auto at = begin - found.begin;
                const auto word = found.words[static_cast<std::size_t>(at / 64)].bits >> (at % 64);
                const auto next = word == 0 ? begin + 64 - at % 64 : begin + std::countr_zero(word);
                if (word != 0 && next < partEnd && !f(next))
                    return false;
                begin = word == 0 ? next : next + 1;
            }
            begin = partEnd;
        }
        return true;
    }

private:
    struct Word { // of 64 entries
        std::uint64_t bits = 0;
        std::int64_t before = 0; // how many lie in the part's words before
    };
    struct Part {
        std::int64_t begin = 0;
        std::vector<Word> words;
    };

    std::int64_t partOf(std::int64_t position) const; // the slab that holds it
    std::int64_t beginOf(std::int64_t number) const;
    std::int64_t endOf(std::int64_t number) const;
    bool isClean(std::int64_t number) const;
    const Part& part(std::int64_t number);

    const ScanInput& m_input;
    const ScanTable& m_table;
    std::int64_t m_line;
    std::int64_t m_entries;
    std::vector<std::int64_t> m_before; // by slab of a long line: how many lie in the slabs before
    std::vector<std::int64_t> m_begins; // by slab: its first entry
    std::vector<std::int64_t> m_guide;  // by unitSize entries: the slab that holds the first of them
    std::vector<Part> m_parts;          // by slab; without words: not looked at yet
    IndexLines::Scratch m_scratch;
};

// What is wrong with the sum of a line's slabs as a count of 5.6, when its pointers don't run from 0 to the end
// without falling: entries outside of all slices, starts that no slab could take off, and what falling pointers
// make slices see again.
std::int64_t irregularDisorder(const ScanInput& input, const ScanTable& table, std::int64_t line);

} // namespace tscope::compressed

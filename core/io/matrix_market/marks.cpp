// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/marks.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tscope {

namespace {

// One bit for each of 64 bytes.
struct BlockMarks {
    std::uint64_t others = 0, lineEnds = 0;
};

#ifdef __SSE2__

std::uint64_t signs(__m128i bytes, unsigned place)
{
    return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(bytes))) << place;
}

BlockMarks marksOf(const char* text)
{
    const auto lineEnd = _mm_set1_epi8('\n'), zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
    BlockMarks marks;
    std::uint64_t digits = 0;
    for (unsigned place = 0; place < 64; place += 16) {
        const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + place));
        marks.lineEnds |= signs(_mm_cmpeq_epi8(bytes, lineEnd), place);
        // What lies below '0' wraps to large numbers.
        const auto value = _mm_sub_epi8(bytes, zero);
        digits |= signs(_mm_cmpeq_epi8(_mm_min_epu8(value, nine), value), place);
    }
    marks.others = ~digits;
    return marks;
}

#else

BlockMarks marksOf(const char* text)
{
    BlockMarks marks;
    for (unsigned place = 0; place < 64; ++place) {
        const auto bit = std::uint64_t{1} << place;
        marks.others |= text[place] < '0' || text[place] > '9' ? bit : 0;
        marks.lineEnds |= text[place] == '\n' ? bit : 0;
    }
    return marks;
}

#endif

} // namespace

void MtxMarks::look(const char* text, std::size_t size)
{
    std::size_t found = 0;
    for (std::size_t place = 0; place < size; place += block) {
        const auto marks = marksOf(text + place);
        m_others[place / block] = marks.others;
        auto lineEnds = marks.lineEnds; // that are not put yet
        if (size - place < block)
            lineEnds &= (std::uint64_t{1} << (size - place)) - 1;
        // Four times whether there are so many or not: a loop that ends now here, now there is slower.
        const auto put = [&] {
            m_lineEnds[found] =
                static_cast<std::uint16_t>(place + static_cast<std::size_t>(std::countr_zero(lineEnds)));
            found += lineEnds != 0 ? 1 : 0;
            lineEnds &= lineEnds - 1;
        };
        for (int i = 0; i < 4; ++i)
            put();
        while (lineEnds != 0)
            put();
    }
    m_lineEndCount = found;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
// The loop over entries with two coordinates for AVX2, which has no maximum of 64-bit numbers: as long as none is
// negative or has more than 32 bits, that of 32-bit words says as much. Nothing is fetched ahead: on the
// processors this was measured on (which have no AVX-512) that costs more than it brings.
#pragma once

#include "layouts/coo/entry_loops.h"

#include <immintrin.h>

namespace tscope {

namespace {

#define TSCOPE_AVX2 [[gnu::target("avx2")]]

TSCOPE_AVX2 inline __m256i loadedFrom(const std::int64_t* run)
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(run));
}

TSCOPE_AVX2 inline std::int64_t sumOf(__m256i a, __m256i b)
{
    std::int64_t lanes[4];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), _mm256_add_epi64(a, b));
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

// The largest number of a run whose largest words are `a` and `b`; -1 when some number is more than its low word.
TSCOPE_AVX2 inline std::int64_t largestSmall(__m256i a, __m256i b)
{
    std::uint32_t words[8];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm256_max_epu32(a, b));
    if ((words[1] | words[3] | words[5] | words[7]) != 0)
        return -1;
    std::uint32_t largest = 0;
    for (int word = 0; word < 8; word += 2)
        largest = largest < words[word] ? words[word] : largest;
    return largest;
}

// What a PairRun tells of `count` entries, a multiple of pairStep and not 0.
constexpr std::int64_t pairStep = 8;

struct SmallPairs {
    std::int64_t largestRow, largestColumn; // -1: not small
    std::int64_t above, duplicates;
};

// How often entries are above the one before, and the same: what holds is -1 in its lane.
struct PairOrder {
    __m256i above, duplicates;
};

TSCOPE_AVX2 inline void compareInto(PairOrder& order, __m256i row, __m256i column, const std::int64_t* rowsBefore,
                                    const std::int64_t* columnsBefore)
{
    const auto rowBefore = loadedFrom(rowsBefore), columnBefore = loadedFrom(columnsBefore);
    const auto rowSame = _mm256_cmpeq_epi64(row, rowBefore);
    const auto columnAbove = _mm256_and_si256(rowSame, _mm256_cmpgt_epi64(column, columnBefore));
    const auto isAbove = _mm256_or_si256(_mm256_cmpgt_epi64(row, rowBefore), columnAbove);
    const auto isSame = _mm256_and_si256(rowSame, _mm256_cmpeq_epi64(column, columnBefore));
    order.above = _mm256_sub_epi64(order.above, isAbove);
    order.duplicates = _mm256_sub_epi64(order.duplicates, isSame);
}

TSCOPE_AVX2 inline SmallPairs smallPairs(const std::int64_t* rows, const std::int64_t* columns, std::int64_t count)
{
    constexpr int chains = 2; // so that one vector need not wait for the one before
    const auto zero = _mm256_setzero_si256();
    __m256i rowWords[chains] = {zero, zero}, columnWords[chains] = {zero, zero};
    PairOrder order[chains] = {{zero, zero}, {zero, zero}};
    for (std::int64_t i = 0; i < count; i += pairStep)
        for (int c = 0; c < chains; ++c) {
            const auto at = i + 4 * c;
            const auto row = loadedFrom(rows + at), column = loadedFrom(columns + at);
            rowWords[c] = _mm256_max_epu32(rowWords[c], row);
            columnWords[c] = _mm256_max_epu32(columnWords[c], column);
            compareInto(order[c], row, column, rows + at - 1, columns + at - 1);
        }
    return {largestSmall(rowWords[0], rowWords[1]), largestSmall(columnWords[0], columnWords[1]),
            sumOf(order[0].above, order[1].above), sumOf(order[0].duplicates, order[1].duplicates)};
}

// The signs and the largest of numbers of any size.
struct AnyRange {
    __m256i signs, highest;
};

TSCOPE_AVX2 inline void lookInto(AnyRange& range, __m256i number)
{
    range.signs = _mm256_or_si256(range.signs, number);
    range.highest = _mm256_blendv_epi8(range.highest, number, _mm256_cmpgt_epi64(number, range.highest));
}

TSCOPE_AVX2 inline RunRange rangeOf(const AnyRange& range)
{
    std::int64_t signs[4], highest[4];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(signs), range.signs);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(highest), range.highest);
    RunRange out{0, -1};
    for (int lane = 0; lane < 4; ++lane) {
        out.signs |= signs[lane];
        out.highest = out.highest < highest[lane] ? highest[lane] : out.highest;
    }
    return out;
}

// The same of numbers of any size.
TSCOPE_AVX2 inline PairRun anyPairs(const std::int64_t* rows, const std::int64_t* columns, std::int64_t count)
{
    const auto zero = _mm256_setzero_si256(), least = _mm256_set1_epi64x(-1);
    AnyRange rowRange{zero, least}, columnRange{zero, least};
    PairOrder order{zero, zero};
    for (std::int64_t i = 0; i < count; i += 4) {
        const auto row = loadedFrom(rows + i), column = loadedFrom(columns + i);
        lookInto(rowRange, row);
        lookInto(columnRange, column);
        compareInto(order, row, column, rows + i - 1, columns + i - 1);
    }
    const auto above = sumOf(order.above, zero), duplicates = sumOf(order.duplicates, zero);
    return {rangeOf(rowRange), rangeOf(columnRange), count - above - duplicates, duplicates};
}

#undef TSCOPE_AVX2

} // namespace

} // namespace tscope

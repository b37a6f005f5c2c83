// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/bin_lanes.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tscope::compressed {

namespace {

// What the loops need of bins.
struct Scale {
    std::uint64_t begin, numbers, factor;
};

struct Lanes {
    std::uint32_t *even, *odd;
};

template <class T>
std::int64_t countOneByOne(const T* indices, std::int64_t count, const Scale& scale, const Lanes& lanes)
{
    std::int64_t missed = 0;
    for (std::int64_t k = 0; k < count; ++k) {
        const auto at = static_cast<std::uint64_t>(static_cast<std::int64_t>(indices[k])) - scale.begin;
        if (at < scale.numbers) [[likely]]
            ++(k % 2 == 0 ? lanes.even : lanes.odd)[Bins::scaled(at, scale.factor)];
        else
            ++missed;
    }
    return missed;
}

#if defined(__x86_64__)

#define TSCOPE_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl")]]
constexpr std::int64_t step = 16; // indices that are looked at together

struct Places {
    __m512i at; // from the begin of the bins on, in 32 bits each; 0 where it lies outside
    __mmask16 inside;
};

TSCOPE_AVX512 inline Places placesOf(const std::int32_t* indices, const Scale& scale)
{
    // No index is larger than that, and what lies below the begin wraps to larger numbers.
    const auto numbers = std::min(scale.numbers, (std::uint64_t{1} << 31) - scale.begin);
    const auto at =
        _mm512_sub_epi32(_mm512_loadu_si512(indices), _mm512_set1_epi32(static_cast<int>(scale.begin)));
    const auto inside = _mm512_cmplt_epu32_mask(at, _mm512_set1_epi32(static_cast<int>(numbers)));
    return {_mm512_maskz_mov_epi32(inside, at), inside};
}

TSCOPE_AVX512 inline Places placesOf(const std::int64_t* indices, const Scale& scale)
{
    const auto begin = _mm512_set1_epi64(static_cast<std::int64_t>(scale.begin)),
               numbers = _mm512_set1_epi64(static_cast<std::int64_t>(scale.numbers));
    const auto first = _mm512_sub_epi64(_mm512_loadu_si512(indices), begin),
               second = _mm512_sub_epi64(_mm512_loadu_si512(indices + 8), begin);
    const auto inside = static_cast<__mmask16>(_mm512_cmplt_epu64_mask(first, numbers) |
                                               _mm512_cmplt_epu64_mask(second, numbers) << 8);
    const auto at =
        _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi64_epi32(first)), _mm512_cvtepi64_epi32(second), 1);
    return {_mm512_maskz_mov_epi32(inside, at), inside};
}

// Bins::scaled() of sixteen places at once, in products of 32 bits by the factor's halves.
TSCOPE_AVX512 inline void binsOf(const Places& places, const Scale& scale, std::uint32_t* bins)
{
    const auto high = _mm512_set1_epi64(static_cast<std::int64_t>(scale.factor >> 32)),
               low = _mm512_set1_epi64(static_cast<std::int64_t>(scale.factor));
    const auto even = places.at, odd = _mm512_srli_epi64(places.at, 32);
    const auto evenBins =
        _mm512_add_epi64(_mm512_srli_epi64(_mm512_mul_epu32(even, low), 32), _mm512_mul_epu32(even, high));
    const auto oddBins =
        _mm512_add_epi64(_mm512_srli_epi64(_mm512_mul_epu32(odd, low), 32), _mm512_mul_epu32(odd, high));
    _mm512_storeu_si512(bins, _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(evenBins, 32), oddBins));
}

// While sixteen bins are counted those of the next sixteen indices are found.
template <class T>
TSCOPE_AVX512 std::int64_t countTogether(const T* indices, std::int64_t count, const Scale& scale,
                                         const Lanes& lanes)
{
    std::uint32_t found[2][step];
    std::int64_t missed = 0;
    for (std::int64_t k = 0, turn = 0; k <= count; k += step, turn = 1 - turn) {
        if (k < count) {
            // Who looks ahead only to the end of a page is asked for what comes a page later.
            _mm_prefetch(reinterpret_cast<const char*>(indices + k) + 4096, _MM_HINT_T0);
            const auto places = placesOf(indices + k, scale);
            missed += step - std::popcount(static_cast<unsigned>(places.inside));
            binsOf(places, scale, found[turn]);
        }
        if (k > 0)
            for (std::int64_t i = 0; i < step; i += 2) {
                ++lanes.even[found[1 - turn][i]];
                ++lanes.odd[found[1 - turn][i + 1]];
            }
    }
    // What lies outside was counted for the first bin, in whichever lane: both are added up in the end.
    lanes.even[0] -= static_cast<std::uint32_t>(missed);
    return missed;
}

bool canCountTogether()
{
    __builtin_cpu_init();
    static const bool can = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                            __builtin_cpu_supports("avx512vl");
    return can;
}

#endif

// Gives the largest count of the row. Without a product, which is 1 mostly, and with pointers that share nothing,
// many counts are added at once.
template <bool isOne, class Count>
Count moveTo(Count* __restrict row, std::int64_t bins, Count weight, const Lanes& lanes)
{
    auto* __restrict even = lanes.even, * __restrict odd = lanes.odd;
    Count largest = 0;
    for (std::int64_t bin = 0; bin < bins; ++bin) {
        const auto more = static_cast<Count>(even[bin] + odd[bin]);
        const auto count = row[bin] + (isOne ? more : more * weight);
        row[bin] = count;
        largest = count > largest ? count : largest;
        even[bin] = odd[bin] = 0;
    }
    return largest;
}

} // namespace

BinLanes::BinLanes(const Bins& bins)
    : m_bins(bins), m_even(static_cast<std::size_t>(bins.count())), m_odd(m_even.size())
{
}

template <class T>
std::int64_t BinLanes::count(const T* indices, std::int64_t count)
{
    const Scale scale{static_cast<std::uint64_t>(m_bins.begin()), static_cast<std::uint64_t>(m_bins.numbers()),
                      m_bins.factor()};
    const Lanes lanes{m_even.data(), m_odd.data()};
    std::int64_t done = 0, missed = 0;
#if defined(__x86_64__)
    const bool isBegun = sizeof(T) == 8 || scale.begin < std::uint64_t{1} << 31; // else no index is large enough
    if (isBegun && canCountTogether()) {
        done = count / step * step;
        missed = countTogether(indices, done, scale, lanes);
    }
#endif
    missed += countOneByOne(indices + done, count - done, scale, lanes);
    m_counted += count - missed;
    return missed;
}

template <class Count>
void BinLanes::addTo(Count* row, Count weight, CountGrid::Summary& seen)
{
    const Lanes lanes{m_even.data(), m_odd.data()};
    const auto bins = m_bins.count();
    const auto largest =
        weight == 1 ? moveTo<true>(row, bins, weight, lanes) : moveTo<false>(row, bins, weight, lanes);
    seen.largest = std::max<std::uint64_t>(seen.largest, largest);
    seen.total += static_cast<std::uint64_t>(m_counted) * weight;
    m_counted = 0;
}

template std::int64_t BinLanes::count(const std::int32_t*, std::int64_t);
template std::int64_t BinLanes::count(const std::int64_t*, std::int64_t);
template void BinLanes::addTo(std::uint32_t*, std::uint32_t, CountGrid::Summary&);
template void BinLanes::addTo(std::uint64_t*, std::uint64_t, CountGrid::Summary&);

} // namespace tscope::compressed

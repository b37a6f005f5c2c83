// SPDX-License-Identifier: Apache-2.0
// The loops themselves, included once for each instruction set that they are compiled for. Everything is local to
// the including file and nothing from the library is called: a function shared with the rest of the program
// could end up in the version that not every processor runs.
#include "layouts/compressed/scan/kernels.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#include <type_traits>
#endif

namespace tscope::compressed {

namespace {

#if defined(__AVX512F__)
constexpr std::int64_t vectorBytes = 64;
#elif defined(__AVX2__)
constexpr std::int64_t vectorBytes = 32;
#else
constexpr std::int64_t vectorBytes = 16;
#endif

template <class T>
struct UnsignedOf;
template <>
struct UnsignedOf<std::int32_t> {
    using type = std::uint32_t;
};
template <>
struct UnsignedOf<std::int64_t> {
    using type = std::uint64_t;
};

template <Order order, class T>
inline bool isDisorder(T previous, T value)
{
    if constexpr (order == Order::strict)
        return previous >= value;
    else
        return previous > value;
}

// Indices are read once, in order, and the processor looks ahead only to the end of a page: asking for what comes
// a page later brings a thread from two thirds of what memory can deliver to all of it. Reads nothing itself, so
// the end of the array does not matter.
template <class T>
inline void fetchAhead(const T* values, std::int64_t bytes)
{
    constexpr std::uintptr_t page = 4096;
    constexpr std::int64_t cacheLine = 64;
    const auto from = reinterpret_cast<std::uintptr_t>(values) + page;
    for (std::int64_t at = 0; at < bytes; at += cacheLine)
        __builtin_prefetch(reinterpret_cast<const void*>(from + static_cast<std::uintptr_t>(at)));
}

#if defined(__AVX512F__)
// A bit for each entry of a window, set where it is out of order against the one before; and the bits at many
// starts at once, which beats looking at the entries again.
template <Order order, class T>
class DisorderBits
{
public:
    typedef T Vector [[gnu::vector_size(vectorBytes)]];
    static constexpr int lanes = vectorBytes / sizeof(T);

    static std::uint32_t of(Vector previous, Vector value)
    {
        const auto a = reinterpret_cast<__m512i>(previous), b = reinterpret_cast<__m512i>(value);
        if constexpr (sizeof(T) == 4)
            return order == Order::strict ? _mm512_cmpge_epi32_mask(a, b) : _mm512_cmpgt_epi32_mask(a, b);
        else
            return order == Order::strict ? _mm512_cmpge_epi64_mask(a, b) : _mm512_cmpgt_epi64_mask(a, b);
    }
    // Of two vectors of entries from `at`, which comes just behind a multiple of their length.
    void keep(std::int64_t at, std::uint32_t bits) { m_bits[at / (2 * lanes)] = static_cast<Pair>(bits); }

    // How many of `count` slices are not empty and start at a bit that is set. All bits were kept.
    static bool areNear(std::int64_t first, std::int64_t last) // so that this may be asked
    {
        return first > 0 && ((last - 1) >> 6) - ((first - 1) >> 6) < 16;
    }
    std::int64_t atStarts(const T* pointers, std::int64_t count, std::int64_t origin, std::int64_t first) const
    {
        const auto word = (first - 1) >> 6;
        Vector low, high;
        const auto* bits = m_bits + word * 64 / (2 * lanes);
        __builtin_memcpy(&low, bits, vectorBytes);
        __builtin_memcpy(&high, bits + vectorBytes / sizeof(Pair), vectorBytes);
        const T base = static_cast<T>(origin + 1 + word * 64);
        std::int64_t set = 0, i = 0;
        for (; i + lanes <= count; i += lanes) {
            Vector begin, end;
            __builtin_memcpy(&begin, pointers + i, vectorBytes);
            __builtin_memcpy(&end, pointers + i + 1, vectorBytes);
            set += __builtin_popcount(atStarts(begin, end, base, low, high));
        }
        if (i < count) {
            Vector begin{}, end{};
            for (int lane = 0; i < count; ++lane, ++i) {
                begin[lane] = pointers[i];
                end[lane] = pointers[i + 1];
            }
            set += __builtin_popcount(atStarts(begin, end, base, low, high));
        }
        return set;
    }

private:
    using Pair = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>; // of vectors: a bit a lane

    static std::uint32_t atStarts(Vector begin, Vector end, T base, Vector low, Vector high)
    {
        const auto at = reinterpret_cast<__m512i>(begin - base);
        const auto a = reinterpret_cast<__m512i>(low), b = reinterpret_cast<__m512i>(high);
        const auto from = reinterpret_cast<__m512i>(begin), to = reinterpret_cast<__m512i>(end);
        if constexpr (sizeof(T) == 4) {
            const auto isFilled = _mm512_cmplt_epi32_mask(from, to);
            const auto words = _mm512_permutex2var_epi32(a, _mm512_maskz_srli_epi32(isFilled, at, 5), b);
            const auto bits = _mm512_maskz_rorv_epi32(isFilled, words, at);
            return _mm512_mask_test_epi32_mask(isFilled, bits, _mm512_set1_epi32(1));
        } else {
            const auto isFilled = _mm512_cmplt_epi64_mask(from, to);
            const auto words = _mm512_permutex2var_epi64(a, _mm512_maskz_srli_epi64(isFilled, at, 6), b);
            const auto bits = _mm512_maskz_rorv_epi64(isFilled, words, at);
            return _mm512_mask_test_epi64_mask(isFilled, bits, _mm512_set1_epi64(1));
        }
    }

    // Unset at first: bits that were not kept are read along with those that were, but not asked for.
    Pair m_bits[(longestWindow / 8 + 2 * vectorBytes) / sizeof(Pair)];
};
#endif

// The entries on both sides of a slice's start.
template <class T>
struct Pair {
    T before, first;
};

template <Order order, bool countsOutside, class T>
class EntryLoop
{
public:
    EntryLoop(const T* values, std::int64_t count, T limit) : m_values(values), m_count(count), m_limit(limit)
    {
        for (auto& chain : m_sums.largests)
            chain += values[0];
    }

    // Counts neighbours, in whole steps, until all before `target` are looked at or less than a step is left.
    void advance(std::int64_t target)
    {
        auto i = m_next; // locals: what lies behind `this` might be written to, as far as a compiler knows
        auto sums = m_sums;
        for (; i < target && i + step <= m_count; i += step) {
            fetchAhead(m_values + i, chains * vectorBytes);
            [[maybe_unused]] std::uint32_t bits = 0;
            for (int c = 0; c < chains; ++c) {
                Vector value, previous;
                __builtin_memcpy(&value, m_values + i + c * width, vectorBytes);
                __builtin_memcpy(&previous, m_values + i + c * width - 1, vectorBytes);
#if defined(__AVX512F__)
                // Lies across two cache lines: to be fetched once, not by each that needs it.
                asm("" : "+v"(value));
                bits |= m_bits.of(previous, value) << (c * width);
#else
                // A comparison that holds is -1 in its lane.
                sums.disorders[c] -= order == Order::strict ? previous >= value : previous > value;
#endif
                sums.signs[c] |= value;
                sums.largests[c] = sums.largests[c] < value ? value : sums.largests[c];
                if constexpr (countsOutside) {
                    sums.negatives[c] -= value < 0;
                    sums.tooLarges[c] -= value >= m_limit;
                }
            }
#if defined(__AVX512F__)
            sums.disorder += __builtin_popcount(bits);
            m_bits.keep(i, bits);
#endif
        }
        m_sums = sums;
        m_next = i;
    }

    // Of `count` slices, at most `group`: the pairs are fetched first, so that all else can be vectorised.
    void starts(const T* pointers, std::int64_t count, std::int64_t origin)
    {
#if defined(__AVX512F__)
        const std::int64_t first = pointers[0] - origin, last = pointers[count - 1] - origin;
        if (last < m_next && m_bits.areNear(first, last)) {
            m_starts += m_bits.atStarts(pointers, count, origin, first);
            return;
        }
#endif
        Pair<T> pairs[group];
        for (std::int64_t i = 0; i < count; ++i)
            __builtin_memcpy(pairs + i, m_values + (pointers[i] - origin) - 1, sizeof(Pair<T>));
        T counted = 0;
        for (std::int64_t i = 0; i < count; ++i)
            counted += (pointers[i] < pointers[i + 1] ? T{1} : T{0}) &
                       (isDisorder<order>(pairs[i].before, pairs[i].first) ? T{1} : T{0});
        m_starts += counted;
    }

    EntryCounts finish()
    {
        advance(m_count);
        std::int64_t disorder = m_sums.disorder;
        T negative = 0, tooLarge = 0;
        T sign = m_values[0];
        T largest = m_values[0];
        const auto look = [&](T value) {
            sign |= value;
            largest = largest < value ? value : largest;
            negative += value < 0 ? T{1} : T{0};
            tooLarge += value >= m_limit ? T{1} : T{0};
        };
        look(m_values[0]);
        for (auto i = m_next; i < m_count; ++i) {
            disorder += isDisorder<order>(m_values[i - 1], m_values[i]) ? 1 : 0;
            look(m_values[i]);
        }
        for (int c = 0; c < chains; ++c)
            for (std::int64_t lane = 0; lane < width; ++lane) {
                disorder += m_sums.disorders[c][lane];
                sign |= m_sums.signs[c][lane];
                largest = largest < m_sums.largests[c][lane] ? m_sums.largests[c][lane] : largest;
                negative += m_sums.negatives[c][lane];
                tooLarge += m_sums.tooLarges[c][lane];
            }
        return {disorder, largest, sign < 0, m_starts, negative, tooLarge};
    }

    static constexpr std::int64_t group = 64;

private:
    typedef T Vector [[gnu::vector_size(vectorBytes)]];
    static constexpr std::int64_t width = vectorBytes / sizeof(T);
    static constexpr int chains = 2; // so that one vector need not wait for the one before
    static constexpr std::int64_t step = chains * width;

    struct Sums {
        std::int64_t disorder = 0; // beside what stands in lanes
        Vector disorders[chains]{}, signs[chains]{}, largests[chains]{};
        Vector negatives[chains]{}, tooLarges[chains]{};
    };

    const T* m_values;
    std::int64_t m_count;
    std::int64_t m_next = 1;
    std::int64_t m_starts = 0;
    T m_limit;
    Sums m_sums;
#if defined(__AVX512F__)
    DisorderBits<order, T> m_bits;
#endif
};

// The starts are looked at group by group, just after the entries around them: these are in the nearest cache
// then, and memory goes on delivering what comes next.
template <Order order, bool countsOutside, class T>
EntryCounts entryCounts(const T* values, std::int64_t count, const Starts<T>& starts, T limit)
{
    EntryLoop<order, countsOutside, T> loop(values, count, limit);
    for (std::int64_t begin = 0; begin < starts.slices; begin += loop.group) {
        const auto slices = starts.slices - begin < loop.group ? starts.slices - begin : loop.group;
        loop.advance(starts.pointers[begin + slices - 1] - starts.origin + 1);
        loop.starts(starts.pointers + begin, slices, starts.origin);
    }
    return loop.finish();
}

template <class T>
EntryCounts entries(const T* values, std::int64_t count, Order order, const Starts<T>& starts)
{
    return order == Order::strict ? entryCounts<Order::strict, false>(values, count, starts, T{0})
                                  : entryCounts<Order::weak, false>(values, count, starts, T{0});
}

template <class T>
EntryCounts entriesOutside(const T* values, std::int64_t count, Order order, const Starts<T>& starts, T limit)
{
    return order == Order::strict ? entryCounts<Order::strict, true>(values, count, starts, limit)
                                  : entryCounts<Order::weak, true>(values, count, starts, limit);
}

template <class T>
PointerCounts pointerCounts(const T* pointers, std::int64_t slices, std::uint64_t limit)
{
    using U = typename UnsignedOf<T>::type;
    const U most = limit > static_cast<U>(-1) ? static_cast<U>(-1) : static_cast<U>(limit);
    T falling = 0;
    U longest = 0;
    fetchAhead(pointers, slices * static_cast<std::int64_t>(sizeof(T)));
    for (std::int64_t i = 0; i < slices; ++i) {
        const T begin = pointers[i];
        const T end = pointers[i + 1];
        const T falls = end < begin ? T{1} : T{0};
        falling += falls;
        // What falls has no length: masked, as a branch would keep the loop from being vectorised.
        const U length = (static_cast<U>(end) - static_cast<U>(begin)) & (static_cast<U>(falls) - U{1});
        longest = longest < length ? length : longest;
    }
    PointerCounts counts{falling, 0, longest};
    if (longest > most) {
        T tooMany = 0;
        for (std::int64_t i = 0; i < slices; ++i) {
            const U length = static_cast<U>(pointers[i + 1]) - static_cast<U>(pointers[i]);
            tooMany += (pointers[i] <= pointers[i + 1] ? T{1} : T{0}) & (length > most ? T{1} : T{0});
        }
        counts.tooMany = tooMany;
    }
    return counts;
}

// Bit j of the result: whether entry j is out of order.
template <Order order, class T>
inline std::uint64_t disorderBits(const T* values)
{
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    constexpr std::uint64_t firstBitsToTop = 0x0102040810204080; // of the eight bytes that it is multiplied with
    unsigned char flags[64];
    for (int j = 0; j < 64; ++j)
        flags[j] = isDisorder<order>(values[j - 1], values[j]) ? 1 : 0;
    std::uint64_t bits = 0;
    for (int byte = 0; byte < 8; ++byte) {
        std::uint64_t eight;
        __builtin_memcpy(&eight, flags + 8 * byte, sizeof eight);
        bits |= eight * firstBitsToTop >> 56 << (8 * byte);
    }
    return bits;
}

template <Order order, class T>
void rankWords(const T* values, std::int64_t begin, std::int64_t end, std::int64_t before, RankedWord* words)
{
    for (auto word = begin / 64; word <= end / 64; ++word) {
        const auto first = word * 64;
        std::uint64_t bits = 0;
        if (first > 0 && first >= begin && first + 64 <= end) {
            bits = disorderBits<order>(values + (first - begin));
        } else {
            const auto last = first + 64 < end ? first + 64 : end;
            for (auto k = first > begin ? first : begin; k < last; ++k)
                if (k > 0 && isDisorder<order>(values[k - begin - 1], values[k - begin]))
                    bits |= std::uint64_t{1} << (k - first);
        }
        words[word - begin / 64] = {bits, before};
        before += __builtin_popcountll(bits);
    }
}

template <class T>
void rank(const T* values, std::int64_t begin, std::int64_t end, Order order, std::int64_t before,
          RankedWord* words)
{
    return order == Order::strict ? rankWords<Order::strict>(values, begin, end, before, words)
                                  : rankWords<Order::weak>(values, begin, end, before, words);
}

inline std::int64_t answers(const RankedWord* words, const RankQuestion* questions, std::int64_t count)
{
    std::int64_t sum = 0;
    for (std::int64_t q = 0; q < count; ++q) {
        const auto& question = questions[q];
        const auto& word = words[question.word];
        const auto below = word.before + __builtin_popcountll(word.bits & ((std::uint64_t{1} << question.at) - 1));
        sum += question.rank * below - question.bit * static_cast<std::int64_t>(word.bits >> question.at & 1);
    }
    return sum;
}

template <class T>
constexpr ScanKernels<T> kernels{entries<T>, entriesOutside<T>, pointerCounts<T>, rank<T>, answers};

} // namespace

} // namespace tscope::compressed

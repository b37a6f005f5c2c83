// SPDX-License-Identifier: Apache-2.0
// The loops themselves, included once for each instruction set that they are compiled for. Everything is local to
// the including file and nothing from the library is called: a function shared with the rest of the program
// could end up in the version that not every processor runs.
#include "layouts/compressed/scan/kernels.h"

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
        for (auto& chain : m_largests)
            chain += values[0];
    }

    // Counts neighbours, in whole steps, until all before `target` are looked at or less than a step is left.
    void advance(std::int64_t target)
    {
        auto i = m_next; // locals: what lies behind `this` might be written to, as far as a compiler knows
        for (; i < target && i + step <= m_count; i += step) {
            fetchAhead(m_values + i, chains * vectorBytes);
            for (int c = 0; c < chains; ++c) {
                Vector value, previous;
                __builtin_memcpy(&value, m_values + i + c * width, vectorBytes);
                __builtin_memcpy(&previous, m_values + i + c * width - 1, vectorBytes);
                // A comparison that holds is -1 in its lane.
                m_disorders[c] -= order == Order::strict ? previous >= value : previous > value;
                m_signs[c] |= value;
                m_largests[c] = m_largests[c] < value ? value : m_largests[c];
                if constexpr (countsOutside) {
                    m_negatives[c] -= value < 0;
                    m_tooLarges[c] -= value >= m_limit;
                }
            }
        }
        m_next = i;
    }

    // Of `count` slices, at most `group`: the pairs are fetched first, so that all else can be vectorised.
    void starts(const T* pointers, std::int64_t count, std::int64_t origin)
    {
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
        T disorder = 0, negative = 0, tooLarge = 0;
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
            disorder += isDisorder<order>(m_values[i - 1], m_values[i]) ? T{1} : T{0};
            look(m_values[i]);
        }
        for (int c = 0; c < chains; ++c)
            for (std::int64_t lane = 0; lane < width; ++lane) {
                disorder += m_disorders[c][lane];
                sign |= m_signs[c][lane];
                largest = largest < m_largests[c][lane] ? m_largests[c][lane] : largest;
                negative += m_negatives[c][lane];
                tooLarge += m_tooLarges[c][lane];
            }
        return {disorder, largest, sign < 0, m_starts, negative, tooLarge};
    }

    static constexpr std::int64_t group = 64;

private:
    typedef T Vector [[gnu::vector_size(vectorBytes)]];
    static constexpr std::int64_t width = vectorBytes / sizeof(T);
    static constexpr int chains = 2; // so that one vector need not wait for the one before
    static constexpr std::int64_t step = chains * width;

    const T* m_values;
    std::int64_t m_count;
    std::int64_t m_next = 1;
    std::int64_t m_starts = 0;
    T m_limit;
    Vector m_disorders[chains]{}, m_signs[chains]{}, m_largests[chains]{};
    Vector m_negatives[chains]{}, m_tooLarges[chains]{};
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

// SPDX-License-Identifier: Apache-2.0
// The loops themselves, included once for each instruction set that they are compiled for. Everything is local to
// the including file and nothing from the library is called: a function shared with the rest of the program
// could end up in the version that not every processor runs.
#if defined(__AVX512F__)
#include "layouts/compressed/scan/counts_avx512.h"
#elif defined(__AVX2__)
#include "layouts/compressed/scan/counts_avx2.h"
#else
#include "layouts/compressed/scan/counts_plain.h"
#endif

namespace tscope::compressed {

namespace {

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

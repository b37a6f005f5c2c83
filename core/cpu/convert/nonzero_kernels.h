// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace tscope::cpu {

// Words that are not zero, or not what the one before them is, in one run of them. A word counts as zero when none
// of the bits of `mask` are set in it.

// Appends the number (from `first` on) and the bytes of each nonzero word, and returns how many there were. May
// write up to `nonzeroSlack` bytes behind both.
template <class I>
using KeepNonzeros = std::int64_t (*)(const std::byte* words, std::int64_t count, std::uint64_t mask, I first,
                                      I* numbers, std::byte* kept);
// Sets flags[p] to 1 for each piece of `pieceBytes` with a bit of `pattern` set. Eight bytes of pattern, over and
// over from the beginning of each piece.
using MarkPieces = void (*)(const std::byte* bytes, std::int64_t pieces, std::int64_t pieceBytes,
                            std::uint64_t pattern, std::uint8_t* flags);
// Appends the number (from `first` on) of each value that is not the one before it, and returns how many there
// were. There is a value before the first one. Slack as above.
template <class I>
using KeepChanges = std::int64_t (*)(const I* values, std::int64_t count, I first, I* numbers);
// What the steps to each pair (row, column) from the one before it are: some fall, some repeat it. There is a pair
// before the first one.
template <class I>
using StepsOfPairs = unsigned (*)(const I* rows, const I* columns, std::int64_t count);
inline constexpr unsigned stepFalls = 1, stepRepeats = 2;

inline constexpr std::int64_t nonzeroSlack = 64;

struct NonzeroKernels {
    KeepNonzeros<std::int32_t> keepNarrow[4]; // of words of 1, 2, 4 and 8 bytes
    KeepNonzeros<std::int64_t> keepWide[4];
    MarkPieces mark;
    KeepChanges<std::int32_t> changesNarrow;
    KeepChanges<std::int64_t> changesWide;
    StepsOfPairs<std::int32_t> stepsNarrow;
    StepsOfPairs<std::int64_t> stepsWide;
};

template <class I>
KeepNonzeros<I> keepNonzeros(const NonzeroKernels& kernels, int wordBytes)
{
    const int at = wordBytes == 1 ? 0 : wordBytes == 2 ? 1 : wordBytes == 4 ? 2 : 3;
    if constexpr (sizeof(I) == 4)
        return kernels.keepNarrow[at];
    else
        return kernels.keepWide[at];
}

template <class I>
KeepChanges<I> keepChanges(const NonzeroKernels& kernels)
{
    if constexpr (sizeof(I) == 4)
        return kernels.changesNarrow;
    else
        return kernels.changesWide;
}

template <class I>
StepsOfPairs<I> stepsOfPairs(const NonzeroKernels& kernels)
{
    if constexpr (sizeof(I) == 4)
        return kernels.stepsNarrow;
    else
        return kernels.stepsWide;
}

extern const NonzeroKernels baselineNonzeros;
#if defined(__x86_64__)
extern const NonzeroKernels avx2Nonzeros, avx512Nonzeros;
#endif

// Those for this processor.
const NonzeroKernels& nonzeroKernels();

} // namespace tscope::cpu

// SPDX-License-Identifier: Apache-2.0
#include "cpu/elementwise/shared_slices.h"

#include "base/halving.h"

#include <algorithm>
#include <span>

namespace tscope::cpu {

namespace {

template <class I>
std::span<const I> indicesOf(const Slices<I>& pattern, std::int64_t slice)
{
    return {pattern.indices + pattern.pointers[slice], pattern.indices + pattern.pointers[slice + 1]};
}

template <class I>
std::int64_t lengthOf(const Slices<I>& a, const Slices<I>& b, std::int64_t slice)
{
    return std::ssize(indicesOf(a, slice)) + std::ssize(indicesOf(b, slice));
}

struct Cut {
    std::int64_t a = 0, b = 0;
};

// Where the first `taken` of both end when they are taken by their index; what has the same index stays together.
template <class I>
Cut cutAfter(std::span<const I> a, std::span<const I> b, std::int64_t taken)
{
    const auto at = [](std::span<const I> indices, std::int64_t i) {
        return indices[static_cast<std::size_t>(i)];
    };
    const auto i = firstNot(std::max<std::int64_t>(taken - std::ssize(b), 0), std::min(taken, std::ssize(a)),
                            [&](std::int64_t of) { return at(a, of) < at(b, taken - 1 - of); });
    Cut cut{i, taken - i};
    if (cut.b > 0 && cut.a < std::ssize(a) && at(b, cut.b - 1) == at(a, cut.a))
        ++cut.a;
    return cut;
}

} // namespace

template <class I>
SharedSlices<I>::SharedSlices(const Slices<I>& a, const Slices<I>& b, std::int64_t perTask) : m_a(a), m_b(b)
{
    const auto entries = a.entries() + b.entries();
    findGiants(a, b, std::max(4 * perTask, entries / 32)); // so at most 32
    if (m_giants.empty())
        return;
    const auto perPiece = std::max(perTask, entries / 64);
    m_aPointers.assign(1, 0);
    m_bPointers.assign(1, 0);
    std::int64_t copied = 0; // slices
    const auto copyTo = [&](std::int64_t slice) {
        m_aPointers.insert(m_aPointers.end(), a.pointers + copied + 1, a.pointers + slice + 1);
        m_bPointers.insert(m_bPointers.end(), b.pointers + copied + 1, b.pointers + slice + 1);
        copied = slice;
    };
    for (auto& [slice, firstPiece, lastPiece] : m_giants) {
        copyTo(slice);
        firstPiece = std::ssize(m_aPointers) - 1;
        const auto length = lengthOf(a, b, slice);
        for (auto taken = perPiece; taken < length; taken += perPiece) {
            const auto cut = cutAfter(indicesOf(a, slice), indicesOf(b, slice), taken);
            m_aPointers.push_back(static_cast<I>(a.pointers[slice] + cut.a));
            m_bPointers.push_back(static_cast<I>(b.pointers[slice] + cut.b));
        }
        copyTo(slice + 1);
        lastPiece = std::ssize(m_aPointers) - 1;
    }
    copyTo(a.count);
    m_a.pointers = m_aPointers.data();
    m_b.pointers = m_bPointers.data();
    m_a.count = m_b.count = std::ssize(m_aPointers) - 1;
}

// Of a slice that long at least one pattern has a half, in which an entry of a multiple of that half lies.
template <class I>
void SharedSlices<I>::findGiants(const Slices<I>& a, const Slices<I>& b, std::int64_t giant)
{
    const auto half = std::max<std::int64_t>(giant / 2, 1);
    std::vector<std::int64_t> slices;
    for (const auto* pattern : {&a, &b})
        for (std::int64_t entry = 0; entry < pattern->entries(); entry += half) {
            const auto* end = pattern->pointers + pattern->count + 1;
            const auto slice =
                std::upper_bound(pattern->pointers, end, static_cast<I>(entry)) - pattern->pointers - 1;
            if (lengthOf(a, b, slice) > giant)
                slices.push_back(slice);
        }
    std::ranges::sort(slices);
    slices.erase(std::unique(slices.begin(), slices.end()), slices.end());
    for (const auto slice : slices)
        m_giants.push_back({.slice = slice});
}

template class SharedSlices<std::int32_t>;
template class SharedSlices<std::int64_t>;

} // namespace tscope::cpu

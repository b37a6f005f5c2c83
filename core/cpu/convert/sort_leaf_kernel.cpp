// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/sort_leaf.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tscope::cpu {

namespace {

void insertionSort(KeyedItem* items, std::int64_t count, KeyBits bits)
{
    const auto mask = bits.count == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << bits.count) - 1) << bits.lowest;
    for (std::int64_t i = 1; i < count; ++i) {
        const auto item = items[i];
        auto at = i;
        for (; at > 0 && (items[at - 1].key & mask) > (item.key & mask); --at)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

// Of all digits at once; how many there are is known where the loop is compiled.
template <int passes>
void countDigits(const KeyedItem* items, std::int64_t count, const Digit* digits, LeafSpace& space)
{
    for (std::int64_t i = 0; i < count; ++i)
        for (int pass = 0; pass < passes; ++pass)
            ++space.counts[pass][digits[pass].of(items[i].key)];
}

using CountDigits = decltype(&countDigits<1>);
constexpr CountDigits countDigitsOf[] = {countDigits<1>, countDigits<2>, countDigits<3>, countDigits<4>,
                                         countDigits<5>, countDigits<6>, countDigits<7>, countDigits<8>};

} // namespace

// From the lowest digit to the highest. Of several passes the last one writes where the items were: whoever keeps
// them there has nothing to move.
const KeyedItem* sortLeaf(KeyedItem* items, std::int64_t count, KeyBits bits, LeafSpace& space)
{
    if (bits.count == 0)
        return items;
    if (count <= 32) {
        insertionSort(items, count, bits);
        return items;
    }
    // Digits of no more buckets than items are worth, but never more than eight of them.
    const int wanted =
        std::clamp(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))), 8, mostDigitBits);
    const int all = (bits.count + wanted - 1) / wanted;
    const int each = (bits.count + all - 1) / all;
    Digit digits[8];
    for (int digit = 0; digit < all; ++digit) {
        digits[digit] = {bits.lowest + digit * each, std::min(each, bits.count - digit * each)};
        std::fill_n(space.counts[digit], digits[digit].buckets(), 0U);
    }
    countDigitsOf[all - 1](items, count, digits, space);

    int passes[8], last = -1; // those digits in which items differ
    for (int digit = 0; digit < all; ++digit)
        if (space.counts[digit][digits[digit].of(items[0].key)] != count)
            passes[++last] = digit;
    const auto* from = items;
    for (int pass = 0; pass <= last; ++pass) {
        auto* counts = space.counts[passes[pass]];
        const auto digit = digits[passes[pass]];
        std::uint32_t before = 0;
        for (std::int64_t bucket = 0; bucket < digit.buckets(); ++bucket)
            before += std::exchange(counts[bucket], before);
        auto* to = pass > 0 && pass == last ? items : space.items[pass & 1];
        for (std::int64_t i = 0; i < count; ++i)
            to[counts[digit.of(from[i].key)]++] = from[i];
        from = to;
    }
    return from;
}

} // namespace tscope::cpu

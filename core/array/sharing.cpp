// SPDX-License-Identifier: Apache-2.0
#include "array/bounded_sum.h"
#include "array/contiguity.h"
#include "array/fold.h"
#include "array/overlap.h"
#include "array/reader_bits.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t orderBudget = 4096;    // steps, for each of two orders
constexpr std::int64_t bitmapBytes = 1 << 21; // counted word by word

std::uint64_t magnitude(std::int64_t value)
{
    return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

// The bytes of an array as a set: who reads them how often is gone.
struct ByteSet {
    Wide first, last;
    std::vector<SumTerm> terms; // steps > 0, least 0, rising
};

// A step that the smaller term reaches without a gap makes one longer term: 0..a plus k * (0..b), k <= a + 1.
// True of sets only. Terms of one step always join.
void absorb(std::vector<SumTerm>& terms)
{
    std::ranges::stable_sort(terms, {}, [](const SumTerm& term) { return magnitude(term.step); });
    for (std::size_t i = 0; i < terms.size(); ++i) {
        for (std::size_t j = i + 1; j < terms.size();) {
            auto& inner = terms[i];
            const auto& outer = terms[j];
            const auto ratio =
                inner.step != 0 && inner.step != int64Min && outer.step != int64Min && outer.step % inner.step == 0
                    ? outer.step / inner.step
                    : 0;
            const auto length = checkedSub(inner.most, inner.least);
            bool joins = ratio != 0 && length && (*length == int64Max || std::abs(ratio) <= *length + 1);
            if (joins) {
                auto low = checkedMul(ratio, outer.least), high = checkedMul(ratio, outer.most);
                if (ratio < 0)
                    std::swap(low, high);
                low = low ? checkedAdd(*low, inner.least) : low;
                high = high ? checkedAdd(*high, inner.most) : high;
                joins = low && high;
                if (joins) {
                    inner.least = *low;
                    inner.most = *high;
                    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
                    j = i + 1; // the longer term may take others now
                    continue;
                }
            }
            ++j;
        }
    }
}

std::optional<ByteSet> bytesOf(const Occupant& occupant)
{
    const auto fold = folded(occupant.geometry);
    const auto range = reach(occupant.geometry);
    const auto item = occupant.itemSize;
    if (!fold || item <= 0 || fold->dims.size() > 64)
        return std::nullopt;
    ByteSet set{range->first * Wide(item), range->last * Wide(item) + Wide(item - 1), {}};
    for (const auto& dim : fold->dims) {
        if (dim.step > static_cast<std::uint64_t>(int64Max) || dim.most > static_cast<std::uint64_t>(int64Max))
            return std::nullopt;
        const auto step = checkedMul(static_cast<std::int64_t>(dim.step), item);
        if (!step)
            return std::nullopt;
        set.terms.push_back({*step, 0, static_cast<std::int64_t>(dim.most)});
    }
    if (item > 1)
        set.terms.push_back({1, 0, item - 1});
    absorb(set.terms);
    return set;
}

bool sameTerms(const ByteSet& a, const ByteSet& b)
{
    return std::ranges::equal(a.terms, b.terms, [](const SumTerm& x, const SumTerm& y) {
        return x.step == y.step && x.least == y.least && x.most == y.most;
    });
}

Overlap someCommonByte(const ByteSet& a, const ByteSet& b)
{
    if (a.last < b.first || b.last < a.first)
        return Overlap::no;
    const auto shift = (b.first + a.first * Wide(-1)).asInt64();
    if (!shift)
        return Overlap::undecided;
    auto terms = a.terms;
    for (const auto& term : b.terms)
        terms.push_back({-term.step, term.least, term.most});
    absorb(terms);
    // Large steps first prunes by range, small ones first by common divisors; neither is always better.
    for (int order = 0; order < 2; ++order) {
        if (order == 0)
            sortForSearch(terms);
        else
            std::ranges::reverse(terms);
        SumSearch search(terms, *shift, orderBudget);
        if (search.next())
            return Overlap::yes;
        if (!search.ranOut())
            return Overlap::no;
    }
    return Overlap::undecided;
}

ReaderBits bitsOf(const ByteSet& set, std::int64_t bytes)
{
    ReaderBits bits(bytes);
    bits.addRun(1);
    for (const auto& term : set.terms)
        bits.repeat(static_cast<std::uint64_t>(term.most) + 1, static_cast<std::uint64_t>(term.step));
    return bits;
}

// Precondition: they begin and end alike.
Sharing partialOrFull(const ByteSet& a, const ByteSet& b)
{
    if (sameTerms(a, b))
        return Sharing::full;
    if (a.terms.size() <= 1 && b.terms.size() <= 1)
        return Sharing::partial;
    const auto bytes = (a.last + a.first * Wide(-1) + Wide(1)).asInt64();
    if (!bytes || *bytes > bitmapBytes)
        return Sharing::undecided;
    const auto left = bitsOf(a, *bytes), right = bitsOf(b, *bytes);
    for (std::size_t word = 0; word < static_cast<std::size_t>((*bytes + 63) / 64); ++word)
        if (left.words(word).first != right.words(word).first)
            return Sharing::partial;
    return Sharing::full;
}

bool hasNoElements(const Geometry& geometry)
{
    return geometry.isWellFormed() && !reach(geometry);
}

} // namespace

std::string_view name(Sharing sharing)
{
    constexpr std::string_view names[] = {"none", "partial", "full", "undecided"};
    return names[static_cast<int>(sharing)];
}

std::string_view name(TorchSharing sharing)
{
    constexpr std::string_view names[] = {"no", "partial", "full", "too_hard"};
    return names[static_cast<int>(sharing)];
}

Overlap sharesElement(const Occupant& a, const Occupant& b)
{
    if (!a.geometry.isWellFormed() || !b.geometry.isWellFormed())
        return Overlap::undecided;
    if (hasNoElements(a.geometry) || hasNoElements(b.geometry))
        return Overlap::no;
    const auto left = bytesOf(a), right = bytesOf(b);
    return left && right ? someCommonByte(*left, *right) : Overlap::undecided;
}

Sharing sharing(const Occupant& a, const Occupant& b)
{
    if (!a.geometry.isWellFormed() || !b.geometry.isWellFormed())
        return Sharing::undecided;
    if (hasNoElements(a.geometry) || hasNoElements(b.geometry))
        return Sharing::none;
    const auto left = bytesOf(a), right = bytesOf(b);
    if (!left || !right)
        return Sharing::undecided;
    // Both begin with a byte of their own, so those that begin alike share one.
    if (left->first == right->first && left->last == right->last)
        return partialOrFull(*left, *right);
    switch (someCommonByte(*left, *right)) {
    case Overlap::no:
        return Sharing::none;
    case Overlap::yes:
        return Sharing::partial;
    case Overlap::undecided:
        break;
    }
    return Sharing::undecided;
}

TorchSharing sharingTorch(const Occupant& a, const Occupant& b)
{
    if (!a.geometry.isWellFormed() || !b.geometry.isWellFormed())
        return TorchSharing::tooHard;
    if (hasNoElements(a.geometry) || hasNoElements(b.geometry))
        return TorchSharing::no;
    if (!isNonOverlappingAndDense(a.geometry) || !isNonOverlappingAndDense(b.geometry))
        return TorchSharing::tooHard;
    const auto begin = [](const Occupant& x) { return Wide::product(x.geometry.offset, x.itemSize); };
    const auto end = [&](const Occupant& x) {
        Wide count = 1;
        for (const auto size : x.geometry.sizes)
            count = count * Wide(size);
        return begin(x) + count * Wide(x.itemSize);
    };
    if (begin(a) == begin(b) && end(a) == end(b))
        return a.geometry.strides == b.geometry.strides ? TorchSharing::full : TorchSharing::partial;
    return begin(a) < end(b) && begin(b) < end(a) ? TorchSharing::partial : TorchSharing::no;
}

} // namespace tscope

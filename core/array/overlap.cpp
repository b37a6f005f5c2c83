// SPDX-License-Identifier: Apache-2.0
#include "array/overlap.h"

#include "array/bounded_sum.h"
#include "array/contiguity.h"
#include "array/fold.h"
#include "array/reader_bits.h"

#include <algorithm>
#include <numeric>

namespace tscope {

namespace {

__extension__ using Count = unsigned __int128;

constexpr std::int64_t searchBudget = 8192;      // steps, about 0.1 us each
constexpr std::int64_t bitmapSlots = 1 << 21;    // counted word by word
constexpr std::uint64_t halfSums = 8192;         // sums listed per half
constexpr std::size_t dimsThatMustOverlap = 140; // 2^140 elements have no 140 * 2^126 slots to go to

Count reachOf(const FoldDim& dim)
{
    return Count{dim.step} * dim.most;
}

Count reachOf(const std::vector<FoldDim>& dims) // saturating
{
    constexpr Count limit = ~Count{0};
    Count sum = 0;
    for (const auto& dim : dims)
        sum = reachOf(dim) > limit - sum ? limit : sum + reachOf(dim);
    return sum;
}

// More elements than slots between the first and the last.
bool isCrowded(const std::vector<FoldDim>& dims)
{
    constexpr Count limit = ~Count{0};
    const auto span = reachOf(dims);
    Count count = 1;
    for (const auto& dim : dims)
        count = count > limit / (dim.most + 1) ? limit : count * (dim.most + 1);
    return span < limit - 1 && count > span + 1;
}

// Two dims alone meet where their steps have a common multiple within both.
bool somePairMeets(const std::vector<FoldDim>& dims)
{
    for (std::size_t i = 0; i < dims.size(); ++i) {
        for (std::size_t j = i + 1; j < dims.size(); ++j) {
            const auto common = std::gcd(dims[i].step, dims[j].step);
            if (dims[j].step / common <= dims[i].most && dims[i].step / common <= dims[j].most)
                return true;
        }
    }
    return false;
}

// Overlap means that differences d, |d| <= most, not all 0, add up to 0. A dim whose difference can only be 0
// takes no part in that; one whose difference can only be a multiple of m is a coarser dim.
bool dropIdle(std::vector<FoldDim>& dims)
{
    const auto before = dims;
    // A step beyond all that the smaller ones can make up.
    while (!dims.empty()) {
        const auto last = dims.back();
        dims.pop_back();
        if (Count{last.step} > reachOf(dims))
            continue;
        dims.push_back(last);
        break;
    }
    const auto count = dims.size();
    std::vector<std::uint64_t> later(count + 1); // gcd of the dims from here on
    for (auto d = count; d-- > 0;)
        later[d] = std::gcd(later[d + 1], dims[d].step);
    std::vector<FoldDim> kept;
    std::uint64_t earlier = 0;
    for (std::size_t d = 0; d < count; ++d) {
        const auto others = std::gcd(earlier, later[d + 1]);
        const auto multiple = others == 0 ? std::uint64_t{1} : others / std::gcd(others, dims[d].step);
        earlier = std::gcd(earlier, dims[d].step);
        if (others == 0 || multiple > dims[d].most)
            continue;
        std::uint64_t step = 0;
        if (__builtin_mul_overflow(multiple, dims[d].step, &step) || step > (std::uint64_t{1} << 63))
            kept.push_back(dims[d]);
        else
            kept.push_back({step, dims[d].most / multiple});
    }
    std::uint64_t common = 0;
    for (const auto& dim : kept)
        common = std::gcd(common, dim.step);
    for (auto& dim : kept)
        dim.step /= common;
    mergeContinuing(kept);
    dims = std::move(kept);
    return dims != before;
}

Overlap overlapByCounting(const std::vector<FoldDim>& dims)
{
    ReaderBits readers(static_cast<std::int64_t>(reachOf(dims)) + 1);
    readers.addRun(1);
    for (const auto& dim : dims)
        readers.repeat(dim.most + 1, dim.step);
    return readers.anyShared() ? Overlap::yes : Overlap::no;
}

Overlap overlapBySearch(const std::vector<FoldDim>& dims)
{
    std::vector<SumTerm> terms;
    for (const auto& dim : dims) {
        if (dim.step > static_cast<std::uint64_t>(int64Max) || dim.most > static_cast<std::uint64_t>(int64Max))
            return Overlap::undecided;
        const auto most = static_cast<std::int64_t>(dim.most);
        terms.push_back({static_cast<std::int64_t>(dim.step), -most, most});
    }
    sortForSearch(terms);
    SumSearch search(terms, 0, searchBudget);
    if (search.count(2) >= Wide(2)) // the first is that of all zeros
        return Overlap::yes;
    return search.ranOut() ? Overlap::undecided : Overlap::no;
}

// All sums of differences of some dims, sorted; nothing when there are too many.
std::optional<std::vector<Wide>> differencesOf(std::span<const FoldDim> dims)
{
    std::uint64_t count = 1;
    for (const auto& dim : dims) {
        if (dim.most >= halfSums || dim.step > static_cast<std::uint64_t>(int64Max))
            return std::nullopt;
        count *= 2 * dim.most + 1;
        if (count > halfSums)
            return std::nullopt;
    }
    std::vector<Wide> sums = {0};
    for (const auto& dim : dims) {
        const auto most = static_cast<std::int64_t>(dim.most);
        std::vector<Wide> next;
        next.reserve(sums.size() * (2 * dim.most + 1));
        for (auto d = -most; d <= most; ++d)
            for (const auto& sum : sums)
                next.push_back(sum + Wide::product(d, static_cast<std::int64_t>(dim.step)));
        sums = std::move(next);
    }
    std::ranges::sort(sums);
    return sums;
}

// Meets in the middle: a sum of one half that the other half can cancel.
Overlap overlapByHalves(const std::vector<FoldDim>& dims)
{
    const auto middle = dims.size() / 2;
    const auto low = differencesOf(std::span(dims).first(middle));
    const auto high = low ? differencesOf(std::span(dims).subspan(middle)) : std::nullopt;
    if (!high)
        return Overlap::undecided;
    std::size_t i = 0, j = 0, zeros = 0;
    for (const auto* half : {&*low, &*high})
        if (std::ranges::count(*half, Wide(0)) > 1)
            return Overlap::yes;
    while (i < low->size() && j < high->size()) {
        const auto a = (*low)[i], b = (*high)[j];
        zeros += a == b ? 1 : 0;
        i += a <= b ? 1 : 0;
        j += b <= a ? 1 : 0;
    }
    return zeros > 1 ? Overlap::yes : Overlap::no; // every half is symmetric, and 0 = 0 is no overlap
}

} // namespace

std::string_view name(Overlap overlap)
{
    constexpr std::string_view names[] = {"no", "yes", "undecided"};
    return names[static_cast<int>(overlap)];
}

std::string_view name(TorchOverlap overlap)
{
    constexpr std::string_view names[] = {"no", "yes", "too_hard"};
    return names[static_cast<int>(overlap)];
}

TorchOverlap overlapTorch(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return TorchOverlap::tooHard;
    if (isNonOverlappingAndDense(geometry))
        return TorchOverlap::no;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (geometry.sizes[d] > 1 && geometry.strides[d] == 0)
            return TorchOverlap::yes;
    return TorchOverlap::tooHard;
}

Overlap overlap(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return Overlap::undecided;
    const auto fold = folded(geometry);
    if (!fold)
        return Overlap::no;
    auto dims = fold->dims;
    if (fold->repeats != Wide(1) || dims.size() >= dimsThatMustOverlap)
        return Overlap::yes;
    constexpr int rounds = 16; // each is exact; more only help on geometries made to need them
    for (int round = 0; round < rounds && dropIdle(dims); ++round)
        ;
    if (dims.empty())
        return Overlap::no;
    if (isCrowded(dims) || somePairMeets(dims))
        return Overlap::yes;
    if (reachOf(dims) < Count{bitmapSlots})
        return overlapByCounting(dims);
    const auto found = overlapBySearch(dims);
    return found == Overlap::undecided ? overlapByHalves(dims) : found;
}

} // namespace tscope

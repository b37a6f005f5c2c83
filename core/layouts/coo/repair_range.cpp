// SPDX-License-Identifier: Apache-2.0
// Repairs coordinates out of range: counts them from the end, or sets them to what their neighbours allow.
#include "layouts/coo/coordinates.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/nearest_indices.h"
#include "layouts/shared/rewrites.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <set>

namespace tscope::coo {

namespace {

// The coordinates and the extents that bound them.
struct Bounded {
    EntryCoordinates coordinates;
    Extents extents; // of the sparse dims

    bool isOutside(std::int64_t dim, std::int64_t k) const
    {
        const auto number = coordinates.at(dim, k);
        return number < 0 || number >= extents[static_cast<std::size_t>(dim)];
    }
    bool isInside(std::int64_t k) const
    {
        for (std::int64_t d = 0; d < coordinates.dims; ++d)
            if (isOutside(d, k))
                return false;
        return true;
    }
};

std::optional<Bounded> boundedBySize(const Reading& reading)
{
    auto coordinates = coordinatesOf(reading);
    const auto& size = reading.tensor().size;
    if (!coordinates || !size || std::ssize(*size) < coordinates->dims)
        return std::nullopt;
    return Bounded{std::move(*coordinates), {size->begin(), size->begin() + coordinates->dims}};
}

Result<EditList> withIndices(const Reading& reading, const EntryCoordinates& coordinates)
{
    const auto& member = reading.tensor().member("indices");
    auto array = integerArray(member.array.geometry.sizes, coordinates.numbers, member.array);
    if (!array)
        return notPossible();
    return EditList{{ReplaceArray{"indices", std::move(*array)}}};
}

struct Run {
    std::int64_t begin = 0, end = 0; // entries
};

Run allOf(const Bounded& bounded)
{
    return {0, bounded.coordinates.entries};
}

// Whether the entries inside the size are sorted and unique, so that the others are best set in their order.
bool areInOrder(const Bounded& bounded, Run run)
{
    std::optional<std::int64_t> before;
    for (auto k = run.begin; k < run.end; ++k) {
        if (!bounded.isInside(k))
            continue;
        if (before && bounded.coordinates.compare(*before, k) >= 0)
            return false;
        before = k;
    }
    return true;
}

// Dim by dim, among the entries that share the dims before it: these rise, or stay the same where the dims behind
// rise.
void setInOrder(Bounded& bounded, Run run)
{
    auto& all = bounded.coordinates;
    for (std::int64_t d = 0; d < all.dims; ++d) {
        const auto extent = std::max<std::int64_t>(bounded.extents[static_cast<std::size_t>(d)], 1);
        const auto isBehindOutside = [&](std::int64_t k) {
            for (auto behind = d + 1; behind < all.dims; ++behind)
                if (bounded.isOutside(behind, k))
                    return true;
            return false;
        };
        for (std::int64_t begin = run.begin, end = begin; begin < run.end; begin = end) {
            std::vector<bool> isAbove{true};
            for (end = begin + 1; end < run.end && all.compare(begin, end, 0, d) == 0; ++end)
                isAbove.push_back(all.compare(end - 1, end, d + 1, all.dims) >= 0 &&
                                  (d + 1 == all.dims || (!isBehindOutside(end - 1) && !isBehindOutside(end))));
            setToNearest(
                std::span(all.numbers).subspan(static_cast<std::size_t>(d * all.entries + begin), isAbove.size()),
                extent, isAbove);
        }
    }
}

// The longest runs in which the entries inside the size are sorted. An entry that is outside between two runs is
// in none of them.
std::vector<Run> sortedRuns(const Bounded& bounded)
{
    constexpr std::int64_t leastSorted = 16; // so many are not sorted by chance
    std::vector<Run> runs;
    std::int64_t begin = 0, inside = 0;
    std::optional<std::int64_t> before;
    const auto close = [&](std::int64_t end) {
        if (inside >= leastSorted)
            runs.push_back({begin, end});
        inside = 0;
    };
    for (std::int64_t k = 0; k < bounded.coordinates.entries; ++k) {
        if (!bounded.isInside(k))
            continue;
        if (before && bounded.coordinates.compare(*before, k) >= 0) {
            close(*before + 1);
            begin = k;
        }
        before = k;
        ++inside;
    }
    close(bounded.coordinates.entries);
    return runs;
}

bool isAlone(const EntryCoordinates& all, std::int64_t entry)
{
    for (std::int64_t k = 0; k < all.entries; ++k)
        if (k != entry && all.compare(k, entry) == 0)
            return false;
    return true;
}

// Sets those that lie among sorted entries, though entries elsewhere are out of order.
void setInRuns(Bounded& bounded)
{
    constexpr std::size_t mostSet = 16; // each is compared with all entries
    for (const auto& run : sortedRuns(bounded)) {
        std::vector<std::int64_t> outside;
        for (auto k = run.begin; k < run.end && outside.size() <= mostSet; ++k)
            if (!bounded.isInside(k))
                outside.push_back(k);
        if (outside.empty() || outside.size() > mostSet)
            continue;
        std::vector<std::int64_t> before;
        for (std::int64_t d = 0; d < bounded.coordinates.dims; ++d)
            for (const auto k : outside)
                before.push_back(bounded.coordinates.at(d, k));
        setInOrder(bounded, run);
        if (areInOrder(bounded, run) &&
            std::ranges::all_of(outside, [&](std::int64_t k) { return isAlone(bounded.coordinates, k); }))
            continue;
        auto at = before.begin();
        for (std::int64_t d = 0; d < bounded.coordinates.dims; ++d)
            for (const auto k : outside)
                bounded.coordinates.at(d, k) = *at++;
    }
}

// Without an order: to the nearest in range that no other entry has.
void setApart(Bounded& bounded)
{
    constexpr std::int64_t mostEntries = 1 << 20; // whose places are remembered
    auto& all = bounded.coordinates;
    const auto indexOf = [&](std::int64_t k) {
        Extents index;
        for (std::int64_t d = 0; d < all.dims; ++d)
            index.push_back(all.at(d, k));
        return index;
    };
    std::set<Extents> taken;
    const bool isRemembered = all.entries <= mostEntries;
    std::int64_t stepsLeft = isRemembered ? mostEntries : 0; // all entries may be set to one place
    for (std::int64_t k = 0; k < all.entries && isRemembered; ++k)
        if (bounded.isInside(k))
            taken.insert(indexOf(k));
    for (std::int64_t k = 0; k < all.entries; ++k) {
        std::optional<std::int64_t> last; // dim that is set
        for (std::int64_t d = 0; d < all.dims; ++d)
            if (bounded.isOutside(d, k)) {
                const auto extent = std::max<std::int64_t>(bounded.extents[static_cast<std::size_t>(d)], 1);
                all.at(d, k) = std::clamp<std::int64_t>(all.at(d, k), 0, extent - 1);
                last = d;
            }
        if (!last)
            continue;
        auto index = indexOf(k);
        auto& number = index[static_cast<std::size_t>(*last)];
        const auto extent = bounded.extents[static_cast<std::size_t>(*last)], nearest = number;
        const std::int64_t step = nearest == 0 ? 1 : -1; // from its end of the range into it
        while (number >= 0 && number < extent && stepsLeft > 0 && taken.contains(index)) {
            number += step;
            --stepsLeft;
        }
        if (number < 0 || number >= extent || stepsLeft == 0)
            number = nearest;
        all.at(*last, k) = number;
        if (isRemembered)
            taken.insert(std::move(index));
    }
}

} // namespace

Result<EditList> planWrapNegative(const Reading& reading, const Report&)
{
    auto bounded = boundedBySize(reading);
    if (!bounded)
        return notPossible();
    auto& all = bounded->coordinates;
    for (std::int64_t d = 0; d < all.dims; ++d)
        for (std::int64_t k = 0; k < all.entries; ++k)
            if (auto& number = all.at(d, k); number < 0)
                number = saturatingAdd(number, bounded->extents[static_cast<std::size_t>(d)]);
    return withIndices(reading, all);
}

namespace {

// False where some are not set between their neighbours.
bool setAll(Bounded& bounded)
{
    if (areInOrder(bounded, allOf(bounded))) {
        auto ordered = bounded;
        setInOrder(ordered, allOf(ordered));
        if (areInOrder(ordered, allOf(ordered))) { // there was room for them between their neighbours
            bounded = std::move(ordered);
            return true;
        }
    } else {
        setInRuns(bounded);
    }
    bool areAllInside = true;
    for (std::int64_t k = 0; k < bounded.coordinates.entries && areAllInside; ++k)
        areAllInside = bounded.isInside(k);
    if (!areAllInside)
        setApart(bounded);
    return areAllInside;
}

} // namespace

Result<EditList> planClamp(const Reading& reading, const Report&)
{
    auto bounded = boundedBySize(reading);
    if (!bounded)
        return notPossible();
    setAll(*bounded);
    return withIndices(reading, bounded->coordinates);
}

std::string clampReason(const Reading& reading, const Report&)
{
    constexpr std::int64_t mostNumbers = 1 << 20; // looked at only for a title
    const auto& indices = reading.tensor().member("indices");
    if (numel(indices.array.geometry).value_or(int64Max) > mostNumbers || whyTooRepeated(indices))
        return {};
    auto bounded = boundedBySize(reading);
    return bounded && setAll(*bounded) ? say("the nearest that its neighbours allow")
                                       : say("the nearest in range");
}

} // namespace tscope::coo

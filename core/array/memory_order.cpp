// SPDX-License-Identifier: Apache-2.0
#include "array/memory_order.h"

#include "base/check.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tscope {

namespace {

constexpr std::int64_t mostInterleaved = 1 << 16; // elements

// The dims of more than one index, from the one whose steps are the longest to the one whose steps are the
// shortest.
std::vector<std::size_t> dimsByStep(const Geometry& geometry)
{
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (geometry.sizes[d] > 1)
            dims.push_back(d);
    std::ranges::stable_sort(dims, [&](std::size_t x, std::size_t y) {
        return Wide::product(geometry.strides[x], geometry.strides[x] < 0 ? -1 : 1) >
               Wide::product(geometry.strides[y], geometry.strides[y] < 0 ? -1 : 1);
    });
    return dims;
}

// Whether each step is longer than all that the shorter ones reach together, so that dims follow each other like
// loops.
bool isNested(const Geometry& geometry)
{
    Wide reached = 0;
    const auto dims = dimsByStep(geometry);
    for (auto d = dims.rbegin(); d != dims.rend(); ++d) {
        const auto step = Wide::product(geometry.strides[*d], geometry.strides[*d] < 0 ? -1 : 1);
        if (step <= reached)
            return false;
        reached = reached + Wide(geometry.sizes[*d] - 1) * step;
    }
    return true;
}

// The same steps, all longer by one factor: every second element, another element type.
bool areProportional(const Geometry& a, const Geometry& b)
{
    std::optional<std::pair<std::int64_t, std::int64_t>> factor;
    for (std::size_t d = 0; d < a.sizes.size(); ++d) {
        if (a.sizes[d] < 2)
            continue;
        const auto x = a.strides[d], y = b.strides[d];
        if ((x > 0) != (y > 0) || (x < 0) != (y < 0))
            return false;
        if (x == 0)
            continue;
        if (!factor)
            factor = {x, y};
        if (Wide::product(x, factor->second) != Wide::product(y, factor->first))
            return false;
    }
    return true;
}

std::vector<std::int64_t> positionsByAddress(const Geometry& geometry, std::int64_t count)
{
    std::vector<Wide> addresses;
    for (std::int64_t position = 0; position < count; ++position) {
        const auto at = indexOf(geometry.sizes, position);
        Wide address = 0;
        for (std::size_t d = 0; d < at.size(); ++d)
            address = address + Wide::product(at[d], geometry.strides[d]);
        addresses.push_back(address);
    }
    std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
    std::iota(positions.begin(), positions.end(), 0);
    std::ranges::stable_sort(positions, [&](std::int64_t x, std::int64_t y) {
        return addresses[static_cast<std::size_t>(x)] < addresses[static_cast<std::size_t>(y)];
    });
    return positions;
}

std::optional<Extents> firstOfSorted(const Geometry& a, const Geometry& b, std::int64_t count)
{
    const auto inA = positionsByAddress(a, count), inB = positionsByAddress(b, count);
    const auto [at, other] = std::ranges::mismatch(inA, inB);
    return at == inA.end() ? std::nullopt : std::optional(indexOf(a.sizes, *at));
}

// Of loops over dims: they part where the innermost two that differ take their first step.
std::optional<Extents> firstOfLoops(const Geometry& a, const Geometry& b)
{
    const auto dimsOfA = dimsByStep(a), dimsOfB = dimsByStep(b);
    Extents index(a.sizes.size(), 0);
    for (const auto d : dimsOfA)
        index[d] = a.strides[d] < 0 ? a.sizes[d] - 1 : 0;
    for (const auto d : dimsOfA)
        if ((a.strides[d] < 0) != (b.strides[d] < 0))
            return index; // the one begins where the other ends
    for (auto i = dimsOfA.size(); i-- > 0;)
        if (const auto d = dimsOfA[i]; d != dimsOfB[i]) {
            index[d] += a.strides[d] < 0 ? -1 : 1;
            return index;
        }
    return std::nullopt;
}

} // namespace

std::optional<Extents> firstOutOfOrder(const Geometry& a, const Geometry& b)
{
    TSCOPE_CHECK(a.isWellFormed() && b.isWellFormed() && a.sizes == b.sizes, "wanted two geometries of one size");
    const auto count = numel(a);
    if ((count && *count < 2) || areProportional(a, b))
        return std::nullopt;
    if (isNested(a) && isNested(b))
        return firstOfLoops(a, b);
    return count && *count <= mostInterleaved ? firstOfSorted(a, b, *count) : firstOfLoops(a, b);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "array/contiguity.h"

#include "base/check.h"

#include <algorithm>
#include <array>
#include <span>

namespace tscope {

namespace {

// Dims from the fastest to the slowest.
constexpr std::array<std::size_t, 4> order2d = {1, 3, 2, 0};
constexpr std::array<std::size_t, 5> order3d = {1, 4, 3, 2, 0};

bool isDenseIn(const Geometry& geometry, std::span<const std::size_t> order)
{
    if (geometry.sizes.size() != order.size() || !geometry.isWellFormed())
        return false;
    Wide expected = 1;
    for (const auto d : order) {
        if (geometry.sizes[d] == 1)
            continue;
        if (Wide(geometry.strides[d]) != expected)
            return false;
        expected = expected * Wide(geometry.sizes[d]);
    }
    return true;
}

bool isOrderedIn(const Geometry& geometry, std::span<const std::size_t> order)
{
    if (geometry.sizes.size() != order.size() || !geometry.isWellFormed() || geometry.strides[1] == 0)
        return false;
    Wide least = 0;
    for (const auto d : order) {
        const Wide stride = geometry.strides[d];
        if (geometry.sizes[d] == 0 || stride < least)
            return false;
        // N,1,1,1 fits both formats; the guess is row-major then.
        if (d == 0 && least == Wide(geometry.strides[1]))
            return false;
        least = geometry.sizes[d] > 1 ? stride * Wide(geometry.sizes[d]) : stride;
    }
    return true;
}

} // namespace

bool isChannelsLast(const Geometry& geometry)
{
    return isDenseIn(geometry, order2d);
}

bool isChannelsLast3d(const Geometry& geometry)
{
    return isDenseIn(geometry, order3d);
}

Extents channelsLastStrides(const Extents& sizes)
{
    TSCOPE_CHECK(sizes.size() == 4 || sizes.size() == 5, "channels-last is a format of 4-D and 5-D arrays");
    Extents strides(sizes.size());
    std::int64_t step = 1;
    const auto order = sizes.size() == 4 ? std::span<const std::size_t>(order2d) : std::span(order3d);
    for (const auto d : order) {
        strides[d] = step;
        step = saturatingMul(step, std::max<std::int64_t>(1, sizes[d]));
    }
    return strides;
}

bool hasChannelsLastStrides(const Geometry& geometry)
{
    return isOrderedIn(geometry, order2d);
}

bool hasChannelsLast3dStrides(const Geometry& geometry)
{
    return isOrderedIn(geometry, order3d);
}

bool isNonOverlappingAndDense(const Geometry& geometry)
{
    if (!geometry.isWellFormed())
        return false;
    if (isContiguous(geometry) || isChannelsLast(geometry) || isChannelsLast3d(geometry))
        return true;
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (geometry.sizes[d] >= 2)
            dims.push_back(d);
    std::ranges::sort(dims, {}, [&](std::size_t d) { return geometry.strides[d]; });
    Wide expected = 1;
    for (const auto d : dims) {
        if (Wide(geometry.strides[d]) != expected)
            return false;
        expected = expected * Wide(geometry.sizes[d]);
    }
    return true;
}

} // namespace tscope

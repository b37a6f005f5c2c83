// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/watch.h"

#include <cstddef>
#include <functional>
#include <span>

namespace tscope::cpu {

// Components in memory: geometries whose offsets count from `from`, told one by one.
struct ComponentList {
    const std::byte* from = nullptr;
    std::int64_t count = 0;
    std::function<void(std::int64_t component, Geometry& out)> at;
};

// All of them as the first ones of a row-major list of boxes, `fill` where none reaches: each byte is written
// once. `size`: of the result, the list first; no component is larger. Returns whether it ran to its end.
bool padComponents(const ComponentList& components, std::span<const std::int64_t> size, std::byte* to,
                   std::span<const std::byte> fill, const Watch& watch = {});

// Corners of the entries of a strided array, whose strides are given, the list first, one behind the other:
// components say their sizes, and where in the result they begin.
bool cutCorners(const ComponentList& corners, std::span<const std::int64_t> strides, std::byte* to,
                std::int64_t itemSize, const Watch& watch = {});

} // namespace tscope::cpu

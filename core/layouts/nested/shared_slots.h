// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"

#include <functional>
#include <span>
#include <vector>

namespace tscope {

// The slots that one component reads: none before `first`, none behind `last`, and when dense all between.
struct ComponentSpan {
    std::int64_t component = 0;
    std::int64_t numel = 0; // > 0
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool isDense = false;
};

// The geometry of a component; strides >= 0, in bounds.
using GeometryOf = std::function<void(std::int64_t component, Geometry& out)>;

// For each span the first component that shares a slot with it and comes before it, or -1. Exact. Spans come in
// order of their component. Dense ones cost T log T; others are looked at slot by slot where components meet,
// up to `maxVisits` of them, and beyond that pair by pair. Fails (unsupported) where that can't decide either.
Result<std::vector<std::int64_t>> firstSharers(std::span<const ComponentSpan> spans, const GeometryOf& geometryOf,
                                               std::int64_t maxVisits);

} // namespace tscope

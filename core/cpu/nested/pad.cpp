// SPDX-License-Identifier: Apache-2.0
#include "cpu/nested/pad.h"

#include "cpu/strided/copy.h"
#include "cpu/tasks.h"
#include "layouts/nested/box_rows.h"
#include "layouts/shared/strided_copy.h"

#include <algorithm>

namespace tscope::cpu {

namespace {

// So few that threads are kept busy by the elements of each, not by one each.
bool areFew(std::int64_t components)
{
    return components < 4 * std::int64_t{threadCount()};
}

// Calls body(component, geometry, copy) for all, where copy(geometry, target, strides) copies the elements.
template <class Body>
bool forEachComponent(const ComponentList& components, std::int64_t elements, std::int64_t itemSize,
                      const Watch& watch, const Body& body)
{
    if (areFew(components.count)) {
        Geometry geometry;
        const auto copy = [&](const Geometry& from, std::byte* to, const Extents& strides) {
            return copyStrided(from.sizes, {to, strides},
                               {components.from + (numel(from) == 0 ? 0 : from.offset) * itemSize, from.strides},
                               itemSize, watch);
        };
        for (std::int64_t c = 0; c < components.count; ++c) {
            components.at(c, geometry);
            if (!body(c, geometry, copy))
                return false;
        }
        return !watch.isStopped();
    }
    const auto copy = [&](const Geometry& from, std::byte* to, const Extents& strides) {
        copyElements(components.from, from, itemSize, {to, strides});
        return true;
    };
    constexpr std::int64_t most = 1 << 16; // elements of a task, about
    const auto each = std::max<std::int64_t>(elements / std::max<std::int64_t>(components.count, 1), 1);
    const auto perTask = std::max<std::int64_t>(most / each, 1);
    return runTasks((components.count + perTask - 1) / perTask, elements, watch, [&](std::int64_t task) {
        Geometry geometry;
        for (auto c = task * perTask; c < std::min((task + 1) * perTask, components.count); ++c) {
            components.at(c, geometry);
            body(c, geometry, copy);
        }
    });
}

} // namespace

bool padComponents(const ComponentList& components, std::span<const std::int64_t> size, std::byte* to,
                   std::span<const std::byte> fill, const Watch& watch)
{
    const auto itemSize = static_cast<std::int64_t>(fill.size());
    const Extents box(size.begin() + 1, size.end());
    const auto boxElements = *numel(box);
    if (boxElements == 0)
        return !watch.isStopped();
    const auto strides = rowMajorStrides(box);
    const auto one = [&](std::int64_t c, const Geometry& component, const auto& copy) {
        auto* begin = to + c * boxElements * itemSize;
        BoxRows(component.sizes, box).forEachGap([&](std::int64_t at, std::int64_t gap) {
            fillElements(begin + at * itemSize, gap, fill);
        });
        return copy(component, begin, strides);
    };
    if (!forEachComponent(components, components.count * boxElements, itemSize, watch, one))
        return false;
    fillElements(to + components.count * boxElements * itemSize, (size[0] - components.count) * boxElements, fill);
    return true;
}

bool cutCorners(const ComponentList& corners, std::span<const std::int64_t> strides, std::byte* to,
                std::int64_t itemSize, const Watch& watch)
{
    const Extents inner(strides.begin() + 1, strides.end());
    Geometry last;
    std::int64_t elements = 0;
    if (corners.count > 0) {
        corners.at(corners.count - 1, last);
        elements = last.offset + *numel(last);
    }
    return forEachComponent(corners, elements, itemSize, watch,
                            [&](std::int64_t c, const Geometry& corner, const auto& copy) {
                                Geometry from{corner.sizes, inner, numel(corner) == 0 ? 0 : c * strides[0]};
                                return copy(from, to + corner.offset * itemSize, rowMajorStrides(corner.sizes));
                            });
}

} // namespace tscope::cpu

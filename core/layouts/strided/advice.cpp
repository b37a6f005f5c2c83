// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/advice.h"

#include "anatomy/report.h"
#include "base/say.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/mends.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr CauseOrigin origins[]{
    {.rule = "STR-1.1"}, {.rule = "STR-1.2", .brings = "CU-8"}, {.rule = "STR-1.3", .brings = "CU-8"},
    {.rule = "STR-1.4"}, {.rule = "STR-1.5", .brings = "CU-8"}, {.rule = "STR-2.1"},
};

void causes(const Reading& reading, Report& report)
{
    nameCauses(reading, report, origins);
}

template <class Set>
Result<EditList> withGeometry(const Reading& reading, Set&& set)
{
    auto array = reading.tensor().member("values").array;
    if (!set(array.geometry, array.storageNumel()))
        return invalidArgument(say("no such change makes the geometry fit"));
    return EditList{{ReplaceArray{"values", std::move(array)}}};
}

Result<EditList> planDefaultStrides(const Reading& reading, const Report&)
{
    return withGeometry(reading, [](Geometry& geometry, std::int64_t stored) {
        geometry = Geometry::rowMajor(geometry.sizes, geometry.offset);
        return isInBounds(geometry, stored);
    });
}

Result<EditList> planEmptyDims(const Reading& reading, const Report&)
{
    return withGeometry(reading, [](Geometry& geometry, std::int64_t) {
        for (auto& extent : geometry.sizes)
            extent = std::max<std::int64_t>(extent, 0);
        return !overflowsBeforeZero(geometry.sizes);
    });
}

Result<EditList> planZeroOffset(const Reading& reading, const Report&)
{
    return withGeometry(reading, [](Geometry& geometry, std::int64_t stored) {
        const bool changes = geometry.offset != 0;
        geometry.offset = 0;
        return changes && isInBounds(geometry, stored);
    });
}

// The largest tensor of these strides that fits, one dim shorter.
Result<EditList> planShrinkDim(const Reading& reading, const Report&)
{
    return withGeometry(reading, [](Geometry& geometry, std::int64_t stored) {
        if (!geometry.isWellFormed())
            return false;
        for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
            if (geometry.strides[d] <= 0 || geometry.sizes[d] < 2)
                continue;
            auto shorter = geometry;
            shorter.sizes[d] = 1;
            const auto range = reach(shorter);
            if (!range || !isInBounds(shorter, stored))
                continue;
            const auto last = range->last.clamped();
            geometry.sizes[d] = std::min(geometry.sizes[d], 1 + (stored - 1 - last) / geometry.strides[d]);
            return isInBounds(geometry, stored);
        }
        return false;
    });
}

constexpr Mend mends[]{
    {"make-contiguous", "copy the elements into contiguous memory", nothingLost, "STR-1.3 CU-8 CU-10",
     makeContiguous},
    {"cast-to-known", "cast the values to a type that consumers take", nothingLost, "CU-1", castValuesToKnown},
    {"move-members", "move the values to a device with memory", nothingLost, "CU-9", moveMembers},
    {"default-strides", "set the strides of a contiguous tensor", loses("changes which elements are read"),
     "STR-1.1 STR-1.5 STR-2.1", planDefaultStrides, nullptr, nullptr, "those of a contiguous tensor"},
    {"empty-dims", "set negative sizes to 0", loses("makes the tensor empty"), "STR-1.2", planEmptyDims},
    {"zero-offset", "start at the first storage element", loses("changes which elements are read"),
     "STR-1.4 STR-2.1", planZeroOffset},
    {"shrink-dim", "shorten the dim that reaches too far", loses("cuts elements off"), "STR-2.1", planShrinkDim,
     nullptr, nullptr, "what its storage holds"},
    {"append-zeros", "append zeros to the storage that is too short", addsZeros, "STR-2.1", growStorages,
     isStorageNearlyEnough},
};

std::vector<Repair> repairs(const Reading& reading, const Report& report)
{
    return offered(reading, report, mends);
}

Result<EditList> plan(const Reading& reading, const Report& report, std::string_view repair)
{
    return planned(reading, report, mends, repair);
}

} // namespace

constinit const Advice stridedAdvice{causes, nullptr, repairs, plan};

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/rules.h"

#include "base/say.h"
#include "layouts/coo/reading.h"
#include "layouts/shared/consumer_rules.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

const CooReading& coo(const Reading& reading)
{
    return static_cast<const CooReading&>(reading);
}

std::string named(const DType& dtype)
{
    return std::string(dtype.name());
}

constexpr auto unknownSize = "the size is neither given nor told by the members";

void indexType(const Reading& reading, RuleRun& run)
{
    const auto& dtype = coo(reading).indices().array.dtype;
    const bool anyWidth = run.wording() == Wording::anyIndexWidth;
    if (dtype == DType(ElementType::i64) || (anyWidth && dtype == DType(ElementType::i32)))
        return;
    run.found({{{"expected", std::string(anyWidth ? "int32 or int64" : "int64")}, {"actual", named(dtype)}}});
}

void valuesType(const Reading& reading, RuleRun& run)
{
    const auto& expected = reading.tensor().declaredDType();
    const auto& actual = coo(reading).values().array.dtype;
    if (actual != expected)
        run.found({{{"expected", named(expected)}, {"actual", named(actual)}}});
}

void supportedType(const Reading& reading, RuleRun& run)
{
    const auto& dtype = coo(reading).values().array.dtype;
    if (!isSupportedDType(dtype, run.wording()))
        run.found({{{"actual", named(dtype)}}});
}

void isStrided(const Member& member, RuleRun& run)
{
    if (member.layout != "strided")
        run.found({{{"actual", member.layout}}});
}

void indicesStrided(const Reading& reading, RuleRun& run)
{
    isStrided(coo(reading).indices(), run);
}

void valuesStrided(const Reading& reading, RuleRun& run)
{
    isStrided(coo(reading).values(), run);
}

void layoutTag(const Reading& reading, RuleRun& run)
{
    const auto& layout = *reading.tensor().layout;
    const auto actual = reading.tensor().declaredLayout();
    if (actual != layout.name && std::ranges::find(layout.otherNames, actual) == layout.otherNames.end())
        run.found({{{"expected", std::string(layout.name)}, {"actual", actual}}});
}

void indicesDims(const Reading& reading, RuleRun& run)
{
    const std::int64_t actual = coo(reading).indices().array.geometry.rank();
    if (actual != 2)
        run.found({{{"expected", std::int64_t{2}}, {"actual", actual}}});
}

void valuesDims(const Reading& reading, RuleRun& run)
{
    const auto declared = reading.tensor().claims.integer("dense_dim");
    const auto actual = 1 + coo(reading).denseDims();
    if (declared && saturatingAdd(*declared, 1) != actual)
        run.found({{{"expected", saturatingAdd(*declared, 1)}, {"actual", actual}}});
}

void sparseDims(const Reading& reading, RuleRun& run)
{
    const auto declared = reading.tensor().claims.integer("sparse_dim");
    if (!declared)
        return;
    const auto actual = coo(reading).sparseDims();
    if (!actual)
        run.skip(say("{0} is broken", "COO-3.1"));
    else if (*declared != *actual)
        run.found({{{"expected", *declared}, {"actual", *actual}}});
}

void entryCounts(const Reading& reading, RuleRun& run)
{
    const auto columns = coo(reading).columns();
    if (!columns)
        run.skip(say("{0} is broken", "COO-3.1"));
    else if (*columns != coo(reading).nnz())
        run.found({{{"expected", coo(reading).nnz()}, {"actual", *columns}}});
}

void sizeEntries(const Reading& reading, RuleRun& run)
{
    const auto& tensor = coo(reading);
    const auto& size = tensor.clampedSize();
    if (!size) {
        run.skip(unknownSize);
        return;
    }
    const auto actual = static_cast<std::int64_t>(size->size());
    if (tensor.sparseDims())
        if (const auto expected = saturatingAdd(*tensor.sparseDims(), tensor.denseDims()); expected != actual)
            run.found({{{"kind", std::string("ndim")}, {"expected", expected}, {"actual", actual}}});
    for (std::int64_t dim = 0; dim < actual; ++dim)
        if (const auto extent = (*size)[static_cast<std::size_t>(dim)]; extent < 0)
            run.found({{{"kind", std::string("negative")}, {"dim", dim}, {"actual", extent}}});
    if (!tensor.sparseDims() && run.count() == 0)
        run.skip(say("{0} is broken", "COO-3.1"));
}

void denseExtents(const Reading& reading, RuleRun& run)
{
    const auto& tensor = coo(reading);
    if (!tensor.isSizeSplit()) {
        run.skip(!tensor.sparseDims()   ? say("{0} is broken", "COO-3.1")
                 : tensor.clampedSize() ? say("{0} is broken", "COO-3.5")
                                        : unknownSize);
        return;
    }
    const Extents expected(tensor.clampedSize()->begin() + static_cast<std::ptrdiff_t>(*tensor.sparseDims()),
                           tensor.clampedSize()->end());
    if (expected != tensor.denseSize())
        run.found({{{"expected", expected}, {"actual", tensor.denseSize()}}});
}

void elementCount(const Reading& reading, RuleRun& run)
{
    const auto& tensor = coo(reading);
    const auto& size = tensor.clampedSize();
    if (!size) {
        run.skip(unknownSize);
        return;
    }
    if (std::ranges::any_of(*size, [](auto extent) { return extent < 0; })) {
        run.skip("an extent is negative (COO-3.5)");
        return;
    }
    const auto expected = numel(*size);
    const auto cached = reading.tensor().claims.integer("numel");
    if (!expected || (tensor.isSizeClamped() && *expected != 0))
        run.found({{{"kind", std::string("overflow")}}});
    else if (cached && *cached != *expected)
        run.found({{{"kind", std::string("cached")}, {"expected", *expected}, {"actual", *cached}}});
}

void sizeCountable(const Reading& reading, RuleRun& run)
{
    const auto& tensor = coo(reading);
    if (tensor.clampedSize() && !tensor.isSizeClamped())
        countableBeforeZero(*tensor.clampedSize(), run);
}

void deviceAllowed(const Reading& reading, RuleRun& run)
{
    const auto& device = reading.tensor().declaredDevice();
    if (!isSupportedDevice(device, run.wording()))
        run.found({{{"actual", device.type}}});
}

void onDevice(const Reading& reading, const Member& member, RuleRun& run)
{
    const auto expected = reading.tensor().declaredDevice();
    const auto& actual = member.array.storage->device();
    if (!(actual == expected))
        run.found({{{"expected", expected.text()}, {"actual", actual.text()}}});
}

void indicesOnDevice(const Reading& reading, RuleRun& run)
{
    onDevice(reading, coo(reading).indices(), run);
}

void valuesOnDevice(const Reading& reading, RuleRun& run)
{
    onDevice(reading, coo(reading).values(), run);
}

void pinnedAlike(const Reading& reading, RuleRun& run)
{
    const std::vector<bool> pinned{coo(reading).indices().array.storage->isPinned(),
                                   coo(reading).values().array.storage->isPinned()};
    if (pinned[0] != pinned[1])
        run.found({{{"actual", pinned}}});
}

void detached(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members)
        if (member.requiresGrad)
            run.found({{{"member", std::string(member.role->name)}}});
}

constexpr auto m = Cost::metadata;
constexpr auto p = Cost::entries;
constexpr auto violation = Level::violation;
constexpr auto advisory = Level::advisory;

// Asked by the catalogue; the last column: kernels rely on it to stay inside their buffers.
constexpr bool guard = true;
// Asked by some other contract only.
constexpr bool other = false;

constexpr std::array rules{
    Rule{"1.6", "the numbers of rows, columns and entries fit the index type", m, violation, other, false,
         coo::fitIndexType},
    Rule{"COO-1.1", "indices are int64", m, violation, true, guard, indexType},
    Rule{"COO-1.2", "values have the element type of the tensor", m, violation, true, guard, valuesType},
    Rule{"COO-1.3", "the element type is bool, uint8, int8..int64, float16, bfloat16, float32, float64 or complex",
         m, violation, true, false, supportedType},
    Rule{"COO-2.1", "indices are strided", m, violation, true, guard, indicesStrided},
    Rule{"COO-2.2", "values are strided", m, violation, true, guard, valuesStrided},
    Rule{"COO-2.3", "the tensor is tagged with the layout that it is read as", m, violation, true, false,
         layoutTag},
    Rule{"COO-3.1", "indices have two dims: sparse dims and entries", m, violation, true, guard, indicesDims},
    Rule{"COO-3.2", "values have one dim more than the declared dense dims", m, violation, true, false,
         valuesDims},
    Rule{"COO-3.3", "indices have as many rows as the declared sparse dims", m, violation, true, false,
         sparseDims},
    Rule{"COO-3.4", "indices have one column for each entry of values", m, violation, true, guard, entryCounts},
    Rule{"COO-3.5", "the size has one entry for each sparse and dense dim, none negative", m, violation, true,
         guard, sizeEntries},
    Rule{"COO-3.6", "the dense extents of values are those of the size", m, violation, true, guard, denseExtents},
    Rule{"COO-3.7", "the number of elements is the product of the size and fits 64 bits", m, violation, true,
         false, elementCount},
    Rule{"COO-3.8", countableBeforeZeroText, m, advisory, true, false, sizeCountable},
    Rule{"COO-4.1", "values are on a device of an allowed type", m, violation, true, false, deviceAllowed},
    Rule{"COO-4.2", "indices are on the tensor's device", m, violation, true, false, indicesOnDevice},
    Rule{"COO-4.3", "values are on the tensor's device", m, violation, true, false, valuesOnDevice},
    Rule{"COO-4.4", "both members are pinned, or none is", m, violation, true, false, pinnedAlike},
    Rule{"COO-5.1", "no coordinate is negative", p, violation, true, guard, coo::notNegative},
    Rule{"COO-5.2", "each coordinate is below the extent of its dim", p, violation, true, guard, coo::belowExtent},
    Rule{"COO-5.3", "entries that are declared as coalesced are sorted and unique", p, violation, true, false,
         coo::orderAsClaimed},
    Rule{"COO-6.1", "members do not require gradients", m, violation, true, false, detached},
    Rule{"STR-2.1", "each member lies inside its storage", m, violation, true, guard, memberInBounds},
    Rule{"CU-1", valuesTypeOfCusparseText, m, violation, other, false, valuesTypeOfCusparse},
    Rule{"CU-2", "rows times columns fits 64 bits and is not below the number of entries", m, violation, other,
         false, coo::placesCountable},
    Rule{"CU-4", "no two entries have the same coordinates", p, violation, other, false,
         coo::noCoordinatesTwiceInPlane},
    Rule{"CU-6", "row indices never fall along the entries", p, violation, other, false, coo::rowsNotFalling},
    Rule{"CU-7", "two sparse dims, no dense dims", m, violation, other, false, coo::twoSparseNoDense},
    Rule{"CU-8", "each row of indices and the values have unit stride", m, violation, other, false,
         coo::unitStrides},
    Rule{"CU-9", membersHaveMemoryText, m, violation, other, false, membersHaveMemory},
    Rule{"CU-10", deviceMembersAlignedText, m, violation, other, false, deviceMembersAligned},
    Rule{"SP-1", "two sparse dims, no dense dims, one value for each entry", m, violation, other, false,
         coo::scipyDims},
    Rule{"SP-2", valuesTypeOfScipyText, m, violation, other, false, valuesTypeOfScipy},
    Rule{"SP-4", "no two entries have the same coordinates, in any order", p, advisory, other, false,
         coo::noCoordinatesTwice},
};

} // namespace

std::span<const Rule> cooRules()
{
    return rules;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/consumer_rules.h"

#include "base/say.h"
#include "layouts/coo/reading.h"
#include "layouts/coo/rules.h"
#include "layouts/shared/table.h"

#include <algorithm>

namespace tscope::coo {

namespace {

const CooReading& read(const Reading& reading)
{
    return static_cast<const CooReading&>(reading);
}

} // namespace

void fitIndexType(const Reading& reading, RuleRun& run)
{
    const auto& tensor = read(reading);
    const auto dtype = tensor.tensor().declaredIndexDType();
    const auto limit = largestIndex(dtype);
    if (!limit) {
        run.skip(say("the index type is {0}, neither int32 nor int64", dtype.name()));
        return;
    }
    const auto fits = [&](const char* what, Wide number) {
        if (number > Wide(*limit))
            run.found({{{"what", std::string(what)}, {"limit", *limit}, {"actual", exactly(number)}}});
    };
    if (tensor.sparseDims() == 2 && tensor.isSizeSplit()) {
        fits("rows", tensor.sparseExtent(0));
        fits("cols", tensor.sparseExtent(1));
    }
    fits("nnz", tensor.nnz());
}

void twoSparseNoDense(const Reading& reading, RuleRun& run)
{
    const auto& tensor = read(reading);
    const auto wants = [&](const char* what, std::int64_t expected, std::int64_t actual) {
        if (actual != expected)
            run.found({{{"what", std::string(what)}, {"expected", expected}, {"actual", actual}}});
    };
    wants("dense", 0, tensor.denseDims());
    if (tensor.sparseDims())
        wants("sparse", 2, *tensor.sparseDims());
    else if (run.count() == 0)
        run.skip(say("{0} is broken", "COO-3.1"));
}

// SciPy does not take the only value of a tensor without dims for a row of one, as PyTorch does.
void scipyDims(const Reading& reading, RuleRun& run)
{
    twoSparseNoDense(reading, run);
    const std::int64_t rank = read(reading).values().array.geometry.rank();
    if (rank == 0)
        run.found({{{"what", std::string("values")}, {"expected", std::int64_t{1}}, {"actual", rank}}});
}

void placesCountable(const Reading& reading, RuleRun& run)
{
    const auto& tensor = read(reading);
    const auto isNegative = [](std::int64_t extent) { return extent < 0; };
    if (tensor.sparseDims() != 2)
        run.skip(tensor.sparseDims() ? say("the sparse dims are not two (CU-7)")
                                     : say("{0} is broken", "COO-3.1"));
    else if (!tensor.isSizeSplit())
        run.skip(tensor.clampedSize() ? say("{0} is broken", "COO-3.5")
                                      : say("the size is neither given nor told by the members"));
    else if (std::ranges::any_of(*tensor.clampedSize(), isNegative))
        run.skip("an extent is negative (COO-3.5)");
    else {
        const auto places = tensor.sparseExtent(0) * tensor.sparseExtent(1);
        const auto countable = places.asInt64();
        if (!countable)
            run.found({{{"what", std::string("rows*cols")}, {"limit", int64Max}, {"actual", places}}});
        else if (tensor.nnz() > *countable)
            run.found({{{"what", std::string("nnz")}, {"limit", *countable}, {"actual", tensor.nnz()}}});
    }
}

void unitStrides(const Reading& reading, RuleRun& run)
{
    const auto& tensor = read(reading);
    // `rank` dims, of which the last steps from entry to entry.
    const auto asks = [&](const Member& member, int rank) {
        const auto& geometry = member.array.geometry;
        if (geometry.rank() != rank || geometry.strides.size() != geometry.sizes.size())
            return;
        if (geometry.sizes.back() > 1 && geometry.strides.back() != 1)
            run.found({{{"member", std::string(member.role->name)}, {"actual", geometry.strides}}});
    };
    asks(tensor.indices(), 2);
    asks(tensor.values(), 1);
}

} // namespace tscope::coo

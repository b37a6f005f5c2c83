// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// All elements of one entry. Returns false when the visitor stopped.
bool visitEntry(const Access& access, const Extents& batch, std::int64_t slice, std::int64_t index, std::int64_t k,
                const EntryVisitor& visit)
{
    const auto [rows, columns] = access.block();
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
            Extents dense(access.dense().size(), 0);
            do {
                const auto at = access.valueIndex(batch, k, row, column, dense);
                if (access.hasValue(at) &&
                    !visit(access.element(batch, slice, index, row, column, dense), access.valueSlot(at)))
                    return false;
            } while (advance(dense, access.dense()));
        }
    return true;
}

bool visitBatchEntry(const Access& access, const Extents& batch, const EntryVisitor& visit)
{
    const auto pointerLine = access.lineOf(access.compressed(), batch);
    const auto indexLine = access.lineOf(access.plain(), batch);
    if (!pointerLine || !indexLine || !access.lineOf(access.values(), batch))
        return true;
    const auto slices = std::min(access.pointersPerLine() - 1, access.sliceExtent());
    for (std::int64_t slice = 0; slice < slices; ++slice) {
        const auto [begin, end] = access.slice(*pointerLine, slice);
        for (auto k = begin; k < std::min(end, access.valuesPerLine()); ++k) {
            const auto index = access.index(*indexLine, k);
            if (index >= 0 && index < access.indexExtent() && !visitEntry(access, batch, slice, index, k, visit))
                return false;
        }
    }
    return true;
}

} // namespace

Result<void> entries(const Tensor& tensor, const EntryVisitor& visit)
{
    const auto access = Access::make(tensor);
    if (!access)
        return access.error();
    if (std::ranges::any_of(access->dense(), [](std::int64_t extent) { return extent <= 0; }) ||
        numel(access->plain().array.geometry) == 0)
        return {};
    // Batch entries that the index members have; a claimed size may be much larger.
    auto batches = Extents(access->size().begin(), access->size().begin() + access->batchDims());
    for (std::size_t d = 0; d < batches.size(); ++d)
        batches[d] = std::min(
            {batches[d], access->plain().array.geometry.sizes[d], access->compressed().array.geometry.sizes[d]});
    if (std::ranges::any_of(batches, [](std::int64_t extent) { return extent <= 0; }))
        return {};
    Extents batch(batches.size(), 0);
    do
        if (!visitBatchEntry(*access, batch, visit))
            return {};
    while (advance(batch, batches));
    return {};
}

} // namespace tscope::compressed

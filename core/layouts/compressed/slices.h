// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "anatomy/report.h"
#include "layouts/shared/rewrites.h"
#include "tensor/edit.h"

#include <optional>
#include <vector>

namespace tscope::compressed {

// The index members of a compressed tensor as plain numbers, for repairs. All batches have as many pointers and
// as many entries; nothing is promised of the numbers themselves.
struct Slices {
    std::int64_t batches = 1;
    std::int64_t pointerCount = 0;           // per batch, at least 1
    std::int64_t entries = 0;                // per batch: plain's
    std::int64_t stored = 0;                 // per batch: values'
    std::optional<std::int64_t> plainExtent; // np, when the size tells it
    std::vector<std::int64_t> pointers, plain;

    std::int64_t* pointersOf(std::int64_t batch) { return pointers.data() + batch * pointerCount; }
    const std::int64_t* pointersOf(std::int64_t batch) const { return pointers.data() + batch * pointerCount; }
    const std::int64_t* plainOf(std::int64_t batch) const { return plain.data() + batch * entries; }
    // Pointers start at 0, never fall and end inside the entries.
    bool areInOrder() const;
};

// Nothing where a member can't be read, or their shapes do not go together.
std::optional<Slices> slicesOf(const Reading& reading);

// The members after entries were picked anew and the pointers set.
Result<EditList> withEntries(const Tensor& tensor, const Slices& slices, const Picks& picks);
// The tensor's pointers replaced by those of `slices`.
Result<EditList> withPointers(const Tensor& tensor, const Slices& slices);

// The size's entry of a sparse dim: the one that pointers run along, or the one that plain indexes.
std::optional<std::size_t> plainDim(const Reading& reading);
std::optional<std::size_t> compressedDim(const Reading& reading);

} // namespace tscope::compressed

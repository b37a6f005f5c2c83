// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"
#include "base/say.h"
#include "element/dtype.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tscope {

// One entry of a tensor's size as people see it. Components of a nested tensor may differ in an extent.
struct OuterExtent {
    enum class Kind : std::uint8_t { number, irregular, ragged }; // shown as 3, -1, "j"
    Kind kind = Kind::number;
    std::int64_t value = 0; // when a number

    bool operator==(const OuterExtent&) const = default;
};

// The tensor in a few numbers, as far as its members give them.
struct Outline {
    std::optional<std::vector<OuterExtent>> size; // claimed or inferred
    std::optional<std::int64_t> numel;            // indexable elements
    std::optional<std::int64_t> nnz; // stored entries (blocks); absent where the layout has no such word
    std::optional<std::int64_t> batchDims, sparseDims, denseDims;
    std::optional<std::array<std::int64_t, 2>> blocksize;
    std::optional<DType> indexDType;
    std::optional<bool> contiguous; // where the layout has a notion of it
    std::optional<bool> coalesced;  // likewise: claimed, or true of itself
};

// To those who need a size, of an outline without one.
inline Error sizeUnknown()
{
    return unsupported(say("the tensor claims no size and its members tell none"));
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "proof/prove.h"

#include <array>
#include <optional>

namespace tscope {

// What a tensor is to become. What is not said stays as it is, or is what the layout usually has.
struct ConvertRequest {
    const Layout* layout = nullptr;
    std::optional<std::array<std::int64_t, 2>> block = {}; // bsr and bsc
    std::optional<DType> dtype = {}, indexDType = {};
    std::optional<std::int64_t> denseDims = {}; // the last ones, which each entry holds whole
    bool dropZeros = false;                     // entries that are nothing but zeros are left out
    bool inOrder = false;                       // of the same form: entries are sorted and duplicates added up
};

// The form that all of this comes to.
struct Target {
    const Layout* layout = nullptr;
    Extents size; // -1 where components differ
    std::int64_t denseDims = 0;
    std::array<std::int64_t, 2> block{1, 1};
    DType dtype, indexDType;
    bool dropZeros = false;

    // Of compressed layouts: the dims before the two sparse ones.
    std::int64_t batchDims() const { return static_cast<std::int64_t>(size.size()) - denseDims - 2; }
    Extents denseSize() const { return {size.end() - denseDims, size.end()}; }
};

// Whether conversions know both layouts; sizes and types may still stand in the way.
bool canBeConverted(const Layout& from, const Layout& to);
// Lists of components, which may differ in size: they are exchanged for each other as they are.
bool isOfComponents(const Layout& layout);
// What a tensor must have to be converted so, for sentences; empty: any can be.
std::string_view conditionOf(const Layout& from, const Layout& to);
// Whether entries of that layout are blocks, whose size is to be said.
bool isBlocked(const Layout& layout);

// Whether the rules of the layout know indices of this type.
bool isUsualIndexType(const Layout& layout, const DType& dtype);

// The reason of the error where components differ in size and the target is one box: padding would help.
inline constexpr std::string_view noCommonSize = "no_common_size";

// Fails where the wish has no meaning for this tensor.
Result<Target> targetOf(const Sound& sound, const ConvertRequest& request);

} // namespace tscope

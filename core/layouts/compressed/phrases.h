// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/phrases.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>

namespace tscope::compressed {

extern const Phrases phrases;

// What is counted along the pointers and along the indices: "row" and "column" in csr, "block column" and "block
// row" in bsc.
struct Lines {
    std::string slice, slices, other, others;
};
Lines linesOf(const Layout& layout);

// The slice that holds an entry, where the pointers tell it: "batch 1, row 2".
std::optional<std::string> ownerOf(const Tensor& tensor, const Extents& entry);

// "batch 1, row 2"; "row 2" of a tensor without batch dims.
std::string sliceText(const Tensor& tensor, const Extents& batch, std::int64_t slice);

} // namespace tscope::compressed

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ops/transform.h"

namespace tscope {

// Swaps the rows and columns of a tensor: its two sparse dims where it has two, else its last two dims. Fails as
// transform() does, with `unsupported` where the layout has no transpose.
Result<Transformed> transposed(const Tensor& tensor);
ViewStep transposition(const Tensor& tensor); // the step that does it

bool isTransposable(const Layout& layout);

} // namespace tscope

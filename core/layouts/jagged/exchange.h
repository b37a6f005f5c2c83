// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/jagged/jagged_pack.h"

namespace tscope {

// Between the two layouts of components.

// A jagged tensor of the same components. Shares the buffer where they lie in it one behind the other and what
// stands before the ragged dim has extent 1; copies otherwise. Fails when components differ in more than one dim.
Result<JaggedResult> toJagged(const Tensor& nested, std::int64_t maxBytes);
// A nested tensor of the same components; always shares the storage of values, only tables are new.
Result<NestedResult> toNested(const Tensor& jagged);

} // namespace tscope

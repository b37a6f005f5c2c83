// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

// Layout::spansOver: the components that offsets open in the buffer, from their first slot to their last.
void spansOverNested(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                     const SpanVisitor& visit);

} // namespace tscope

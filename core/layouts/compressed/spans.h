// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope::compressed {

// Layout::spansOver: the slices that pointers open in the plain indices and in the values.
void spansOver(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
               const SpanVisitor& visit);

} // namespace tscope::compressed

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"

namespace tscope {

// Layout::spansOver: the components that offsets (and lengths) open in the values, where the ragged dim is the
// first and a component therefore one run.
void spansOverJagged(const Tensor& tensor, std::string_view role, std::int64_t begin, std::int64_t end,
                     const SpanVisitor& visit);

} // namespace tscope

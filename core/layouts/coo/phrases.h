// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/phrases.h"
#include "tensor/tensor.h"

namespace tscope::coo {

extern const Phrases phrases;

// "(2, 7)"; nothing where they can't be read or are too many.
std::optional<std::string> coordinatesText(const Tensor& tensor, std::int64_t entry);

} // namespace tscope::coo

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "literals/warning_list.h"
#include "tensor/tensor.h"

#include <string_view>

namespace tscope {

// SciPy's print of a sparse matrix: a line "(row, col)  value" for each entry, with or without a header.
bool isScipyPrint(std::string_view text);
Result<Tensor> readScipyPrint(std::string_view text, WarningList& warnings, const Watch& watch = {});

} // namespace tscope

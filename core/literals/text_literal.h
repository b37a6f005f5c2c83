// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/document.h"

#include <string_view>

namespace tscope {

// What people paste: nested Python lists, the prints and constructor calls of torch, NumPy and SciPy. Nothing is
// evaluated. What had to be replaced or guessed stands in the warnings.
Result<Document> readTextLiteral(std::string_view text, const Watch& watch = {});

} // namespace tscope

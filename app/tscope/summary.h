// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/info.h"

#include <string>
#include <vector>

namespace tscope::cli {

// How tensors are called and described in text answers.
std::string titleOf(const std::string& name);                 // "(tensor)" for the one without a name
std::string sizeText(const Outline& outline);                 // "(2, *, 3)"; "(?)" when not known
std::string summaryOf(const TensorInfo& info);                // "csr (3, 4) float32, 8 stored, 112 bytes"
void printWarnings(const std::vector<std::string>& warnings); // to standard output

} // namespace tscope::cli

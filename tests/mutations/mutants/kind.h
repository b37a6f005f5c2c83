// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tscope::mutations {

// What the bytes of a kept file are, as far as mutating them depends on it.
enum class Kind { zip, npy, pickle, safetensors, gzip, matrixMarket, json, text, other };

Kind kindOf(std::string_view bytes);

} // namespace tscope::mutations

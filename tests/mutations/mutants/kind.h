// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tscope::mutations {

// The formats of kept files that mutators tell apart.
enum class Kind { zip, npy, pickle, safetensors, gzip, matrixMarket, json, text, other };

Kind kindOf(std::string_view bytes);

} // namespace tscope::mutations

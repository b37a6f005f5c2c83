// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/target.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tscope {

// A call's parameters as names and values: "layout" and "csr", "blocksize" and "2,2".
using NamedWords = std::vector<std::pair<std::string, std::string>>;

// The names are layout, blocksize, dtype, index_dtype, dense_dims, drop_zeros and in_order; what is not said is
// left out.
NamedWords wordsOf(const ConvertRequest& request);
// Fails for a name that it does not know and for a value of another kind.
Result<ConvertRequest> requestOf(std::span<const std::pair<std::string, std::string>> words);

} // namespace tscope

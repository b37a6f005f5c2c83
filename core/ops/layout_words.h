// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tscope {

// What the layouts of an operation's inputs are to it.
bool isStrided(std::string_view layout);
bool isSparse(std::string_view layout);     // stores entries at indices: coo, csr ...
bool isCompressed(std::string_view layout); // csr csc bsr bsc
bool isBox(std::string_view layout);        // all its elements fill one size: no components
// The layout of the transposed view: csr of csc.
std::string_view mirroredName(std::string_view layout);

} // namespace tscope

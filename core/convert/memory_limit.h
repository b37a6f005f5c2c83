// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope {

// Bytes: what copies may take unless told otherwise. All of int64 where the machine does not say what it has.
std::int64_t halfOfMemory();

} // namespace tscope

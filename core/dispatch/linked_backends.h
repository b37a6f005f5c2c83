// SPDX-License-Identifier: Apache-2.0
// The backends that are part of the library: opened like any that is loaded.
#pragma once

#include "dispatch/abi.h"

#include <cstdint>

extern "C" {
const tscope_backend* tscope_open_cpu_backend(std::uint32_t hostAbi, tscope_error* error);
const tscope_backend* tscope_open_reference_backend(std::uint32_t hostAbi, tscope_error* error);
}

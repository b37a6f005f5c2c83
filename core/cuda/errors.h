// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"

#include <cstdint>
#include <cuda_runtime_api.h>

namespace tscope::cuda {

// What an error of the runtime comes to: a code, a sentence, and whether the process has lost the device. Errors
// that it has not are cleared, or the next call would be blamed. Of success TSCOPE_OK, and nothing is written.
std::int32_t reported(cudaError_t error, const char* what, tscope_error* out);

// After which of them this process can't use the device any more.
bool isFatal(cudaError_t error);

} // namespace tscope::cuda

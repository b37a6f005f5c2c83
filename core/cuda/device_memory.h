// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace tscope::cuda {

// Memory of the device, in the order of what is on the stream, from the device's pool. Where none is left, what
// the pool keeps is given back first. TSCOPE_CUDA_POOL=off asks the driver for each piece, so that a sanitizer
// sees who leaves it; TSCOPE_CUDA_POISON=1 fills each with 0xff, so that what nobody wrote is to be seen.
cudaError_t allocated(void** memory, std::int64_t bytes, int device, cudaStream_t stream);
cudaError_t released(void* memory, int device, cudaStream_t stream);

} // namespace tscope::cuda

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

// What is left to CUB, compiled once: its templates are dear. With scratch null only the bytes of it are told.
namespace tscope::cuda {

// Sorts by the lowest bits of the keys; equal ones stay in their order. Both pairs of arrays are written; the
// sorted one is that which `isSecond` tells.
cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, std::uint64_t* keys, std::uint64_t* otherKeys,
                      std::int64_t* items, std::int64_t* otherItems, std::int64_t count, int bits, bool& isSecond,
                      cudaStream_t stream);
// sums[i] becomes that of all before, in place.
cudaError_t exclusiveSum(void* scratch, std::size_t& scratchBytes, std::int64_t* sums, std::int64_t count,
                         cudaStream_t stream);

} // namespace tscope::cuda

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

// What is left to CUB, compiled once: its templates are dear. With scratch null only the bytes of it are told.
namespace tscope::cuda {

// Arrays with what is sorted, and others as long.
template <class Key, class Item>
struct SortedPairs {
    Key *keys, *otherKeys;
    Item *items, *otherItems;
};

// Sorts by the lowest bits of the keys; equal ones stay in their order. All four arrays are written; what is
// sorted is in `keys` and `items` afterwards, which may have changed places with the others.
cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, SortedPairs<std::uint32_t, std::uint32_t>& pairs,
                      std::int64_t count, int bits, cudaStream_t stream);
cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, SortedPairs<std::uint64_t, std::int64_t>& pairs,
                      std::int64_t count, int bits, cudaStream_t stream);
// sums[i] becomes that of all before, in place.
cudaError_t exclusiveSum(void* scratch, std::size_t& scratchBytes, std::int64_t* sums, std::int64_t count,
                         cudaStream_t stream);

} // namespace tscope::cuda

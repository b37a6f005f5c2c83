// SPDX-License-Identifier: Apache-2.0
#include "cuda/primitives.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

static_assert(__cplusplus >= 202002L, "nvcc was not told to take C++20");

namespace tscope::cuda {

cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, std::uint64_t* keys, std::uint64_t* otherKeys,
                      std::int64_t* items, std::int64_t* otherItems, std::int64_t count, int bits, bool& isSecond,
                      cudaStream_t stream)
{
    cub::DoubleBuffer<std::uint64_t> keyPair(keys, otherKeys);
    cub::DoubleBuffer<std::int64_t> itemPair(items, otherItems);
    const auto error =
        cub::DeviceRadixSort::SortPairs(scratch, scratchBytes, keyPair, itemPair, count, 0, bits, stream);
    isSecond = itemPair.Current() == otherItems;
    return error;
}

cudaError_t exclusiveSum(void* scratch, std::size_t& scratchBytes, std::int64_t* sums, std::int64_t count,
                         cudaStream_t stream)
{
    return cub::DeviceScan::ExclusiveSum(scratch, scratchBytes, sums, sums, count, stream);
}

} // namespace tscope::cuda

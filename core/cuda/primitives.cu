// SPDX-License-Identifier: Apache-2.0
#include "cuda/primitives.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

static_assert(__cplusplus >= 202002L, "nvcc was not told to take C++20");

namespace tscope::cuda {

namespace {

template <class Key, class Item>
cudaError_t sortAnyPairs(void* scratch, std::size_t& scratchBytes, SortedPairs<Key, Item>& pairs,
                         std::int64_t count, int bits, cudaStream_t stream)
{
    cub::DoubleBuffer<Key> keys(pairs.keys, pairs.otherKeys);
    cub::DoubleBuffer<Item> items(pairs.items, pairs.otherItems);
    const auto error = cub::DeviceRadixSort::SortPairs(scratch, scratchBytes, keys, items, count, 0, bits, stream);
    pairs = {keys.Current(), keys.Alternate(), items.Current(), items.Alternate()};
    return error;
}

} // namespace

cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, SortedPairs<std::uint32_t, std::uint32_t>& pairs,
                      std::int64_t count, int bits, cudaStream_t stream)
{
    return sortAnyPairs(scratch, scratchBytes, pairs, count, bits, stream);
}
cudaError_t sortPairs(void* scratch, std::size_t& scratchBytes, SortedPairs<std::uint64_t, std::int64_t>& pairs,
                      std::int64_t count, int bits, cudaStream_t stream)
{
    return sortAnyPairs(scratch, scratchBytes, pairs, count, bits, stream);
}

cudaError_t exclusiveSum(void* scratch, std::size_t& scratchBytes, std::int64_t* sums, std::int64_t count,
                         cudaStream_t stream)
{
    return cub::DeviceScan::ExclusiveSum(scratch, scratchBytes, sums, sums, count, stream);
}

} // namespace tscope::cuda

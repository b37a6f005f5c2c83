// SPDX-License-Identifier: Apache-2.0
// Only for files that nvcc compiles.
#pragma once

#include "cuda/primitives.h"
#include "cuda/stream_room.h"

#include <limits>

namespace tscope::cuda {

template <class Body>
__global__ void eachThread(std::int64_t count, Body body)
{
    const auto step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        body(i);
}

// Numbers in half the memory, and back.
struct Narrowed {
    const std::uint64_t* keys;
    const std::int64_t* items;
    std::uint32_t *toKeys, *toItems;
    __device__ void operator()(std::int64_t i) const
    {
        toKeys[i] = static_cast<std::uint32_t>(keys[i]);
        toItems[i] = static_cast<std::uint32_t>(items[i]);
    }
};
struct Widened {
    const std::uint32_t *keys, *items;
    std::uint64_t* toKeys;
    std::int64_t* toItems;
    __device__ void operator()(std::int64_t i) const
    {
        toKeys[i] = keys[i];
        toItems[i] = items[i];
    }
};

// A Queue (see kernels/host_queue.h) whose work is done by a GPU, on the stream of the call.
class Queue : public StreamRoom
{
public:
    static constexpr const char* prefix = "cuda.";

    using StreamRoom::StreamRoom;

    template <class Body>
    void each(std::int64_t count, const Body& body)
    {
        if (call().stop != nullptr && __atomic_load_n(call().stop, __ATOMIC_RELAXED) != 0)
            fail(TSCOPE_CANCELLED, "");
        if (!isGood() || count <= 0)
            return;
        constexpr std::int64_t threads = 256, mostBlocks = std::int64_t{1} << 24;
        const auto blocks = std::min((count + threads - 1) / threads, mostBlocks);
        eachThread<<<static_cast<unsigned>(blocks), threads, 0, stream()>>>(count, body);
        check(cudaPeekAtLastError(), "starting a kernel");
    }

    // Both arrays are written. In half the memory, where the numbers have room there: that halves the time.
    void sort(std::uint64_t* keys, std::int64_t* items, std::int64_t count, int bits)
    {
        if (bits > 32 || count > std::numeric_limits<std::uint32_t>::max()) {
            SortedPairs<std::uint64_t, std::int64_t> pairs{keys, room<std::uint64_t>(count), items,
                                                           room<std::int64_t>(count)};
            sort(pairs, count, bits);
            if (isGood() && pairs.items != items) {
                copy(items, pairs.items, count);
                copy(keys, pairs.keys, count);
            }
            return;
        }
        using Word = std::uint32_t;
        SortedPairs<Word, Word> pairs{room<Word>(count), room<Word>(count), room<Word>(count), room<Word>(count)};
        each(count, Narrowed{keys, items, pairs.keys, pairs.items});
        sort(pairs, count, bits);
        each(count, Widened{pairs.keys, pairs.items, keys, items});
    }
    void addUp(std::int64_t* counts, std::int64_t count)
    {
        std::size_t bytes = 0;
        if (!isGood())
            return;
        clear(counts + count, sizeof *counts); // it is read, though no sum has it
        check(exclusiveSum(nullptr, bytes, counts, count + 1, stream()), "adding up");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(exclusiveSum(scratch, bytes, counts, count + 1, stream()), "adding up");
    }

private:
    template <class T>
    void copy(T* to, const T* from, std::int64_t count)
    {
        check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToDevice,
                              stream()),
              "sorting");
    }
    template <class Key, class Item>
    void sort(SortedPairs<Key, Item>& pairs, std::int64_t count, int bits)
    {
        std::size_t bytes = 0;
        if (!isGood() || count == 0)
            return;
        check(sortPairs(nullptr, bytes, pairs, count, bits, stream()), "sorting");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(sortPairs(scratch, bytes, pairs, count, bits, stream()), "sorting");
    }
};

} // namespace tscope::cuda

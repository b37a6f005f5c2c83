// SPDX-License-Identifier: Apache-2.0
// Only for files that nvcc compiles.
#pragma once

#include "cuda/primitives.h"
#include "cuda/stream_room.h"

namespace tscope::cuda {

template <class Body>
__global__ void eachThread(std::int64_t count, Body body)
{
    const auto step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        body(i);
}

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

    void sort(std::uint64_t* keys, std::int64_t* items, std::int64_t count, int bits)
    {
        auto* otherKeys = room<std::uint64_t>(count);
        auto* otherItems = room<std::int64_t>(count);
        std::size_t bytes = 0;
        bool isSecond = false;
        if (!isGood() || count == 0)
            return;
        check(sortPairs(nullptr, bytes, keys, otherKeys, items, otherItems, count, bits, isSecond, stream()),
              "sorting");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(sortPairs(scratch, bytes, keys, otherKeys, items, otherItems, count, bits, isSecond, stream()),
                  "sorting");
        if (isGood() && isSecond)
            check(cudaMemcpyAsync(items, otherItems, static_cast<std::size_t>(count) * sizeof *items,
                                  cudaMemcpyDeviceToDevice, stream()),
                  "sorting");
    }
    void addUp(std::int64_t* counts, std::int64_t count)
    {
        std::size_t bytes = 0;
        if (!isGood())
            return;
        check(exclusiveSum(nullptr, bytes, counts, count + 1, stream()), "adding up");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(exclusiveSum(scratch, bytes, counts, count + 1, stream()), "adding up");
    }
};

} // namespace tscope::cuda

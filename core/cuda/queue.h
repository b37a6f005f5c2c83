// SPDX-License-Identifier: Apache-2.0
// Only for files that nvcc compiles.
#pragma once

#include "cuda/errors.h"
#include "cuda/primitives.h"
#include "kernels/call.h"

#include <vector>

namespace tscope::cuda {

template <class Body>
__global__ void eachThread(std::int64_t count, Body body)
{
    const auto step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        body(i);
}

// A Queue (see kernels/host_queue.h) whose work is done by a GPU, on the stream of the call.
class Queue
{
public:
    static constexpr const char* prefix = "cuda.";

    Queue(const tscope_call& call, tscope_error* error) { answerTo(call, error); }
    ~Queue()
    {
        for (auto* memory : m_room)
            cudaFreeAsync(memory, m_stream);
    }
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    void answerTo(const tscope_call& call, tscope_error* error)
    {
        m_call = &call;
        m_error = error;
        m_stream = static_cast<cudaStream_t>(call.stream);
        check(cudaSetDevice(call.device), "choosing the device");
    }

    bool isGood() const { return m_code == TSCOPE_OK; }
    std::int32_t code() const { return m_code; }
    void fail(std::int32_t code, std::string_view text)
    {
        if (isGood())
            m_code = kernels::failed(m_error, code, text);
    }

    template <class Body>
    void each(std::int64_t count, const Body& body)
    {
        if (m_call->stop != nullptr && __atomic_load_n(m_call->stop, __ATOMIC_RELAXED) != 0)
            fail(TSCOPE_CANCELLED, "");
        if (!isGood() || count <= 0)
            return;
        constexpr std::int64_t threads = 256, mostBlocks = std::int64_t{1} << 24;
        const auto blocks = std::min((count + threads - 1) / threads, mostBlocks);
        eachThread<<<static_cast<unsigned>(blocks), threads, 0, m_stream>>>(count, body);
        check(cudaPeekAtLastError(), "starting a kernel");
    }

    template <class T>
    T* room(std::int64_t count)
    {
        std::int64_t bytes = 0;
        if (__builtin_mul_overflow(count, static_cast<std::int64_t>(sizeof(T)), &bytes))
            fail(TSCOPE_OVERFLOW, "the kernel needs more room than 64 bits can count");
        return static_cast<T*>(bytesOf(bytes));
    }
    void clear(void* to, std::int64_t bytes)
    {
        if (isGood() && bytes > 0)
            check(cudaMemsetAsync(to, 0, static_cast<std::size_t>(bytes), m_stream), "clearing memory");
    }
    template <class T>
    void read(T* to, const T* from, std::int64_t count)
    {
        if (!isGood() || count <= 0)
            return;
        check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToHost,
                              m_stream),
              "reading numbers");
        check(cudaStreamSynchronize(m_stream), "waiting for the kernel");
    }

    void sort(std::uint64_t* keys, std::int64_t* items, std::int64_t count, int bits)
    {
        auto* otherKeys = room<std::uint64_t>(count);
        auto* otherItems = room<std::int64_t>(count);
        std::size_t bytes = 0;
        bool isSecond = false;
        if (!isGood() || count == 0)
            return;
        check(sortPairs(nullptr, bytes, keys, otherKeys, items, otherItems, count, bits, isSecond, m_stream),
              "sorting");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(sortPairs(scratch, bytes, keys, otherKeys, items, otherItems, count, bits, isSecond, m_stream),
                  "sorting");
        if (isGood() && isSecond)
            check(cudaMemcpyAsync(items, otherItems, static_cast<std::size_t>(count) * sizeof *items,
                                  cudaMemcpyDeviceToDevice, m_stream),
                  "sorting");
    }
    void addUp(std::int64_t* counts, std::int64_t count)
    {
        std::size_t bytes = 0;
        if (!isGood())
            return;
        check(exclusiveSum(nullptr, bytes, counts, count + 1, m_stream), "adding up");
        auto* scratch = bytesOf(static_cast<std::int64_t>(bytes));
        if (isGood())
            check(exclusiveSum(scratch, bytes, counts, count + 1, m_stream), "adding up");
    }

private:
    void check(cudaError_t error, const char* what)
    {
        if (isGood() && error != cudaSuccess)
            m_code = reported(error, what, m_error);
    }
    void* bytesOf(std::int64_t bytes)
    {
        void* memory = nullptr;
        if (!isGood())
            return nullptr;
        const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
        const auto what = std::to_string(bytes) + " bytes for a kernel to work in";
        check(cudaMallocAsync(&memory, size, m_stream), what.c_str());
        if (isGood())
            m_room.push_back(memory);
        return isGood() ? memory : nullptr;
    }

    const tscope_call* m_call = nullptr;
    tscope_error* m_error = nullptr;
    cudaStream_t m_stream = nullptr;
    std::int32_t m_code = TSCOPE_OK;
    std::vector<void*> m_room;
};

} // namespace tscope::cuda

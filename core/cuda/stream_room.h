// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/device_memory.h"
#include "cuda/errors.h"
#include "kernels/call.h"

#include <vector>

namespace tscope::cuda {

// What one call works with on the device: its stream, memory that lives as long as the object, and the first thing
// that went wrong, behind which nothing more is done.
class StreamRoom
{
public:
    StreamRoom(const tscope_call& call, tscope_error* error) { answerTo(call, error); }
    ~StreamRoom()
    {
        for (auto* memory : m_room)
            if (released(memory, m_device, m_stream) != cudaSuccess)
                cudaGetLastError(); // or the next call would be blamed
    }
    StreamRoom(const StreamRoom&) = delete;
    StreamRoom& operator=(const StreamRoom&) = delete;

    // What is kept from entries() to run() hears another call then.
    void answerTo(const tscope_call& call, tscope_error* error)
    {
        m_call = &call;
        m_error = error;
        m_device = call.device;
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

    cudaStream_t stream() const { return m_stream; }
    void check(cudaError_t error, const char* what)
    {
        if (isGood() && error != cudaSuccess)
            m_code = reported(error, what, m_error);
    }

    // A library failed: tells whether the device is lost.
    void noteLoss()
    {
        if (isFatal(cudaPeekAtLastError()) && m_error != nullptr)
            m_error->fatal = 1;
        else
            cudaGetLastError();
    }

protected:
    const tscope_call& call() const { return *m_call; }
    tscope_error* error() const { return m_error; }
    void* bytesOf(std::int64_t bytes)
    {
        void* memory = nullptr;
        if (!isGood())
            return nullptr;
        const auto what = std::to_string(bytes) + " bytes for a kernel to work in";
        check(allocated(&memory, bytes, m_device, m_stream), what.c_str());
        if (isGood())
            m_room.push_back(memory);
        return isGood() ? memory : nullptr;
    }

private:
    const tscope_call* m_call = nullptr;
    tscope_error* m_error = nullptr;
    int m_device = 0;
    cudaStream_t m_stream = nullptr;
    std::int32_t m_code = TSCOPE_OK;
    std::vector<void*> m_room;
};

} // namespace tscope::cuda

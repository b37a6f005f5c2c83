// SPDX-License-Identifier: Apache-2.0
#include "simulated/devices.h"

#include "kernels/call.h"
#include "simulated/faults.h"

#include <chrono>
#include <map>
#include <mutex>
#include <new>

namespace tscope::simulated {

namespace {

using Clock = std::chrono::steady_clock;

// What is given out, so that it can run out.
class Allocated
{
public:
    static Allocated& get()
    {
        static Allocated allocated;
        return allocated;
    }
    std::int64_t bytes()
    {
        const std::lock_guard lock(m_mutex);
        return m_bytes;
    }
    void* take(std::int64_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        if (bytes > memorySize() - m_bytes)
            return nullptr;
        void* memory = ::operator new(static_cast<std::size_t>(bytes), std::nothrow);
        if (memory == nullptr)
            return nullptr;
        m_bytes += bytes;
        m_sizes[memory] = bytes;
        return memory;
    }
    void give(void* memory)
    {
        const std::lock_guard lock(m_mutex);
        const auto size = m_sizes.find(memory);
        m_bytes -= size->second;
        m_sizes.erase(size);
        ::operator delete(memory);
    }

private:
    std::mutex m_mutex;
    std::map<void*, std::int64_t> m_sizes;
    std::int64_t m_bytes = 0;
};

std::int32_t count(std::int32_t* count, tscope_error* error)
{
    *count = 0;
    if (has("no_driver"))
        return kernels::failed(error, TSCOPE_NO_DEVICE, "no NVIDIA driver was found (simulated)");
    if (has("old_driver"))
        return kernels::failed(
            error, TSCOPE_NO_DEVICE,
            "the driver supports CUDA 12.4; this build needs CUDA 13, driver 580 or newer (simulated)");
    if (has("no_device"))
        return kernels::failed(error, TSCOPE_NO_DEVICE, "there is a driver, but no device to be seen (simulated)");
    *count = 1;
    return TSCOPE_OK;
}

std::int32_t info(std::int32_t, tscope_device_info* info, tscope_error*)
{
    info->simulated = 1;
    info->capability = 90;
    info->processors = 1;
    info->memory = memorySize();
    info->free_memory = info->memory - Allocated::get().bytes();
    info->cache = std::int64_t{1} << 20;
    std::strcpy(info->name, "simulated in the host's memory, no GPU");
    return TSCOPE_OK;
}

// All work is done when it is asked for, so streams hold nothing.
std::int32_t makeStream(std::int32_t, void** stream, tscope_error*)
{
    *stream = nullptr;
    return TSCOPE_OK;
}
std::int32_t endStream(std::int32_t, void*, tscope_error*)
{
    return TSCOPE_OK;
}
std::int32_t wait(std::int32_t, void*, tscope_error* error)
{
    return waitedFor(error);
}

// Pinned memory is the host's.
std::int32_t allocate(std::int32_t, std::int32_t kind, std::int64_t bytes, void*, void** memory,
                      tscope_error* error)
{
    *memory = has("out_of_memory")           ? nullptr
              : kind == TSCOPE_PINNED_MEMORY ? ::operator new(static_cast<std::size_t>(bytes), std::nothrow)
                                             : Allocated::get().take(bytes);
    if (*memory == nullptr)
        return kernels::failed(error, TSCOPE_OUT_OF_MEMORY,
                               std::to_string(bytes) +
                                   " bytes were wanted on the device, which has none left (simulated)");
    std::memset(*memory, 0xff, static_cast<std::size_t>(bytes)); // what nobody wrote is to be seen
    return TSCOPE_OK;
}

std::int32_t release(std::int32_t, std::int32_t kind, void* memory, void*, tscope_error*)
{
    if (kind == TSCOPE_PINNED_MEMORY)
        ::operator delete(memory);
    else
        Allocated::get().give(memory);
    return TSCOPE_OK;
}

std::int32_t copy(std::int32_t, std::int32_t direction, void* to, const void* from, std::int64_t bytes, void*,
                  tscope_error*)
{
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
    if (direction == TSCOPE_FROM_DEVICE && bytes > 0 && has("wrong"))
        *static_cast<std::uint8_t*>(to) ^= 1;
    return TSCOPE_OK;
}

std::int32_t makeEvent(std::int32_t, void** event, tscope_error*)
{
    *event = new Clock::time_point;
    return TSCOPE_OK;
}
std::int32_t endEvent(std::int32_t, void* event, tscope_error*)
{
    delete static_cast<Clock::time_point*>(event);
    return TSCOPE_OK;
}
std::int32_t record(std::int32_t, void* event, void*, tscope_error*)
{
    *static_cast<Clock::time_point*>(event) = Clock::now();
    return TSCOPE_OK;
}
std::int32_t elapsed(std::int32_t, void* from, void* to, double* nanoseconds, tscope_error*)
{
    const auto time = *static_cast<Clock::time_point*>(to) - *static_cast<Clock::time_point*>(from);
    *nanoseconds = std::chrono::duration<double, std::nano>(time).count();
    return TSCOPE_OK;
}

const char* remark(std::int32_t number)
{
    return number == 0 ? "no hardware takes part: results are right, times mean nothing" : nullptr;
}

} // namespace

const tscope_devices& deviceTable()
{
    static const tscope_devices table{
        .size = sizeof(tscope_devices),
        .count = count,
        .info = info,
        .make_stream = makeStream,
        .end_stream = endStream,
        .wait = wait,
        .allocate = allocate,
        .release = release,
        .copy = copy,
        .make_event = makeEvent,
        .end_event = endEvent,
        .record = record,
        .elapsed = elapsed,
        .remark = remark,
    };
    return table;
}

} // namespace tscope::simulated

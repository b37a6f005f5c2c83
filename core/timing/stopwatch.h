// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/kernel_call.h"

#include <memory>

namespace tscope::timing {

// Tells how long a kernel takes: by the clock of the host, or on a device by events around it.
class Stopwatch
{
public:
    // The call must outlive it.
    static Result<Stopwatch> make(KernelCall& call);
    Stopwatch(Stopwatch&& other) noexcept;
    Stopwatch& operator=(Stopwatch&&) = delete;
    ~Stopwatch();

    Result<double> time(); // nanoseconds; the kernel is done then

private:
    explicit Stopwatch(KernelCall& call) : m_call(&call) {}
    const tscope_devices* devices() const { return m_call->choice().backend->devices; }
    Result<double> timeOnDevice();

    KernelCall* m_call;
    void* m_begin = nullptr; // events; null: of the host there are none
    void* m_end = nullptr;
};

// Takes the place of what caches hold, so that the next read comes from memory.
class CacheFlush
{
public:
    CacheFlush() = default; // of the host's; not for several threads at once
    // Of those where the call runs: on a device, on its stream. The call must outlive it.
    static Result<std::unique_ptr<CacheFlush>> on(KernelCall& call);
    ~CacheFlush();
    CacheFlush(const CacheFlush&) = delete;
    CacheFlush& operator=(const CacheFlush&) = delete;

    Result<void> operator()();

private:
    explicit CacheFlush(KernelCall& call) : m_call(&call) {}

    KernelCall* m_call = nullptr; // null: the host's
    void* m_from = nullptr;
    void* m_to = nullptr;
    std::int64_t m_bytes = 0;
};

// Of the last cache of the processor, as far as the system tells; else a guess.
std::int64_t lastCacheBytes();

} // namespace tscope::timing

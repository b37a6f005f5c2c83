// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/abi.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tscope {

// Copies between a device and memory that it can't reach by itself. Long ones go through two pinned buffers in
// turns: while the device reads or writes the one, the processor fills or empties the other, so that the bus is
// never idle. Buffers are kept for the next copy.
class Staging
{
public:
    // Precondition: the stream is of that device.
    Staging(const tscope_devices& devices, std::int32_t device, void* stream);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    // Behind what is on the stream. When it returns, `from` is not read any more.
    Result<void> send(void* to, const void* from, std::int64_t bytes);
    // `to` has all of it when it returns.
    Result<void> fetch(void* to, const void* from, std::int64_t bytes);

    // Below this a copy is not worth its two ways.
    static constexpr std::int64_t least = std::int64_t{1} << 20;
    static constexpr std::int64_t bufferBytes = std::int64_t{1} << 25;

    // Gives back the buffers that are kept, of all devices.
    static void releaseKept();

private:
    struct Buffer;
    class Pool;
    Result<void> direct(std::int32_t direction, void* to, const void* from, std::int64_t bytes);
    // Two buffers, or none: then there is no pinned memory to be had.
    bool hasBuffers();
    Result<void> startCopy(std::int32_t direction, void* to, const void* from, std::int64_t bytes, Buffer& buffer);
    Result<void> waitFor(Buffer& buffer);

    const tscope_devices& m_devices;
    std::int32_t m_device;
    void* m_stream;
    std::vector<Buffer*> m_buffers;
    bool m_hasTried = false;
};

} // namespace tscope

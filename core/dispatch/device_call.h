// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/abi.h"

#include <deque>
#include <vector>

namespace tscope {

// The operands of one call in the memory of a device: what is read is copied there, what is written has room there
// and is copied back. All of it goes with the object. Errors say what the backend said.
class DeviceCall
{
public:
    // Precondition: the backend has devices.
    static Result<DeviceCall> make(const tscope_backend& backend, std::int32_t device);
    DeviceCall(DeviceCall&& other) noexcept;
    DeviceCall& operator=(DeviceCall&&) = delete;
    ~DeviceCall();

    std::int32_t device() const { return m_device; }
    void* stream() const { return m_stream; }
    std::int64_t bytesSent() const { return m_bytesSent; }

    // The same operand with its members on the device: of each the bytes that it reaches.
    Result<tscope_operand> sent(const tscope_operand& host);
    // The result with room there for each of its (contiguous) members that the call writes.
    Result<tscope_operand> roomFor(const tscope_operand& host);
    // Waits for all that was put there.
    Result<void> wait();
    // What was written, to the host's members. Precondition: roomFor() of the same operand came before.
    Result<std::int64_t> fetch(const tscope_operand& host);

private:
    DeviceCall(const tscope_devices& devices, std::int32_t device, void* stream)
        : m_devices(&devices), m_device(device), m_stream(stream)
    {
    }
    Result<void*> allocate(std::int64_t bytes);
    tscope_operand withMembers(const tscope_operand& host, std::vector<tscope_array> members);

    const tscope_devices* m_devices;
    std::int32_t m_device;
    void* m_stream;
    std::int64_t m_bytesSent = 0;
    std::vector<void*> m_memory;
    std::vector<void*> m_written; // of each member of the result; null: none
    std::deque<std::vector<tscope_array>> m_members;
};

// The reason of an error after which nothing more runs on the device in this process.
inline constexpr const char* deviceLost = "device lost";

// What a code of a backend means here. `who`: whose it is, should it not say why.
Error errorOf(const tscope_error& error, const std::string& who);
tscope_error noError();

} // namespace tscope

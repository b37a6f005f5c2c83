// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/abi.h"
#include "dispatch/resident.h"

#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace tscope {

// The operands of one call in the memory of a device: what is read is copied there unless it is there already,
// what is written has room there and is copied back. All of it goes with the object, but for what is kept
// (resident.h). Errors say what the backend said.
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
    std::int64_t bytesThere() const { return m_bytesThere; } // that did not have to be sent

    // The same operand with its members on the device: of each the bytes that it reaches. `storages`: in which
    // they lie; null or none: in one of this call's own.
    Result<tscope_operand> sent(const tscope_operand& host, std::span<const StoragePtr> storages = {});
    // The result with room there for each of its (contiguous) members that the call writes, in place of an
    // earlier one.
    Result<tscope_operand> roomFor(const tscope_operand& host);
    // Waits for all that was put there.
    Result<void> wait();
    // What was written, to the host's members. Precondition: roomFor() of the same operand came before.
    Result<std::int64_t> fetch(const tscope_operand& host);
    // After that: what was sent of storages that live on the device stays there for the next call,
    void keepSent();
    // and so does a member that was written, as the bytes of this storage.
    void keepWritten(std::size_t member, const StoragePtr& storage);

private:
    using Memory = std::shared_ptr<DeviceMemory>;
    DeviceCall(const tscope_backend& backend, std::int32_t device, void* stream)
        : m_devices(backend.devices), m_device(device), m_place{backend.device, device}, m_stream(stream)
    {
    }
    Result<Memory> allocate(std::int64_t bytes);
    tscope_operand withMembers(const tscope_operand& host, std::vector<tscope_array> members);

    const tscope_devices* m_devices;
    std::int32_t m_device;
    Device m_place;
    void* m_stream;
    std::int64_t m_bytesSent = 0, m_bytesThere = 0;
    std::vector<Memory> m_memory;
    std::vector<Memory> m_written; // of each member of the result; null: none
    std::vector<std::pair<StoragePtr, ResidentRun>> m_toKeep;
    std::deque<std::vector<tscope_array>> m_members;
};

// The reason of an error after which nothing more runs on the device in this process.
inline constexpr const char* deviceLost = "device lost";

// What a code of a backend means here. `who`: whose it is, should it not say why.
Error errorOf(const tscope_error& error, const std::string& who);
tscope_error noError();

// Calls one function of a table of devices.
template <class Function, class... Arguments>
Result<void> asked(const char* what, Function function, Arguments... arguments)
{
    auto error = noError();
    if (const auto code = function(arguments..., &error); code != TSCOPE_OK) {
        error.code = code;
        return errorOf(error, what);
    }
    return {};
}

} // namespace tscope

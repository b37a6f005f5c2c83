// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"
#include "memory/storage.h"

#include <memory>
#include <optional>

namespace tscope {

// A run of a device's memory; goes back with its last owner.
class DeviceMemory
{
public:
    DeviceMemory(const tscope_devices& devices, std::int32_t device, void* memory)
        : m_devices(&devices), m_device(device), m_memory(memory)
    {
    }
    ~DeviceMemory() { giveBack(nullptr); }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    std::byte* data() const { return static_cast<std::byte*>(m_memory); }
    // Behind what is on a stream, which uses it last.
    void giveBack(void* stream);
    // The device is lost, and with it whoever could take it back.
    void abandon() { m_memory = nullptr; }

private:
    const tscope_devices* m_devices;
    std::int32_t m_device;
    void* m_memory;
};

// Bytes [begin, end) of a storage, on a device.
struct ResidentRun {
    std::shared_ptr<DeviceMemory> memory;
    std::int64_t begin = 0, end = 0;
};

// What devices keep from one call to the next of storages that are said to live on them. The host has these bytes
// as well, so whatever is dropped can be sent again.
std::optional<ResidentRun> residentRun(const tscope_devices& devices, std::int32_t device, const Storage& storage,
                                       std::int64_t begin, std::int64_t end);
// All that was put there on behalf of the run is done by now.
void keepResident(const tscope_devices& devices, std::int32_t device, const StoragePtr& storage, ResidentRun run);
// What storages left behind that are gone: each call begins with that, and who waits for the next one does it.
void dropDead();
// Makes room: all goes that no call is using. How many bytes were kept.
std::int64_t dropResident(const tscope_devices& devices, std::int32_t device);
// After a fault that these devices can't be used behind.
void forgetResident(const tscope_devices& devices);

} // namespace tscope

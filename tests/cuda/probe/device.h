// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/abi.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace tscope::probe {

// One device, through the interface of modules.
class Device
{
public:
    static Result<Device> open(std::string_view name); // "cuda", "cuda:1"

    const tscope_backend& backend() const { return *m_backend; }
    std::int32_t number() const { return m_number; }
    const tscope_device_info& info() const { return m_info; }
    bool isSimulated() const { return m_info.simulated != 0; }

    Result<void> wait(void* stream) const;
    Result<void> copy(std::int32_t direction, void* to, const void* from, std::int64_t bytes, void* stream) const;

private:
    Device(const tscope_backend& backend, std::int32_t number) : m_backend(&backend), m_number(number) {}

    const tscope_backend* m_backend;
    std::int32_t m_number;
    tscope_device_info m_info{};
};

// What a device lends, given back when it goes. The device must outlive it.

struct EndStream {
    const Device* device = nullptr;
    void operator()(void* handle) const;
};
struct ReleaseMemory {
    const Device* device = nullptr;
    std::int32_t kind = 0;
    void* stream = nullptr;
    void operator()(void* data) const;
};
struct EndEvent {
    const Device* device = nullptr;
    void operator()(void* handle) const;
};

class Stream
{
public:
    static Result<Stream> make(const Device& device);
    void* handle() const { return m_handle.get(); }

private:
    std::unique_ptr<void, EndStream> m_handle; // of some devices null
};

class Memory
{
public:
    static Result<Memory> make(const Device& device, std::int32_t kind, std::int64_t bytes, void* stream);
    void* data() const { return m_data.get(); }

private:
    std::unique_ptr<void, ReleaseMemory> m_data;
};

class Event
{
public:
    static Result<Event> make(const Device& device);
    Result<void> record(void* stream) const;
    Result<double> microsecondsSince(const Event& earlier) const; // waits for it

private:
    std::unique_ptr<void, EndEvent> m_handle;
};

} // namespace tscope::probe

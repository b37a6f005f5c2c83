// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/device.h"

#include "dispatch/backends.h"
#include "dispatch/device_call.h"

namespace tscope::probe {

namespace {

template <class Function, class... Arguments>
Result<void> asked(const char* what, Function function, Arguments... arguments)
{
    auto error = noError();
    const auto code = function(arguments..., &error);
    if (code == TSCOPE_OK)
        return {};
    error.code = code;
    return errorOf(error, what);
}

} // namespace

Result<Device> Device::open(std::string_view name)
{
    const auto choice = deviceNamed(name);
    if (!choice)
        return choice.error();
    for (const auto& entry : backends()) {
        if (entry.device != choice->kind || entry.backend == nullptr || entry.backend->devices == nullptr)
            continue;
        Device device(*entry.backend, choice->number);
        device.m_info.size = sizeof device.m_info;
        if (auto told = asked("the device", entry.backend->devices->info, choice->number, &device.m_info); !told)
            return told.error();
        return device;
    }
    return unsupported(std::string(name) + " has no memory of its own: there is nothing to probe");
}

Result<void> Device::wait(void* stream) const
{
    return asked("the device", m_backend->devices->wait, m_number, stream);
}

Result<void> Device::copy(std::int32_t direction, void* to, const void* from, std::int64_t bytes,
                          void* stream) const
{
    return asked("a copy", m_backend->devices->copy, m_number, direction, to, from, bytes, stream);
}

// What goes wrong in the end has gone wrong before, and was told.

Result<Stream> Stream::make(const Device& device)
{
    void* handle = nullptr;
    if (auto made = asked("a stream", device.backend().devices->make_stream, device.number(), &handle); !made)
        return made.error();
    Stream stream;
    stream.m_handle = {handle, EndStream{&device}};
    return stream;
}

void EndStream::operator()(void* handle) const
{
    auto error = noError();
    device->backend().devices->end_stream(device->number(), handle, &error);
}

Result<Memory> Memory::make(const Device& device, std::int32_t kind, std::int64_t bytes, void* stream)
{
    void* data = nullptr;
    if (auto made =
            asked("memory", device.backend().devices->allocate, device.number(), kind, bytes, stream, &data);
        !made)
        return made.error();
    Memory memory;
    memory.m_data = {data, ReleaseMemory{&device, kind, stream}};
    return memory;
}

void ReleaseMemory::operator()(void* data) const
{
    auto error = noError();
    device->backend().devices->wait(device->number(), stream, &error);
    device->backend().devices->release(device->number(), kind, data, stream, &error);
}

Result<Event> Event::make(const Device& device)
{
    void* handle = nullptr;
    if (auto made = asked("an event", device.backend().devices->make_event, device.number(), &handle); !made)
        return made.error();
    Event event;
    event.m_handle = {handle, EndEvent{&device}};
    return event;
}

Result<void> Event::record(void* stream) const
{
    const auto& device = *m_handle.get_deleter().device;
    return asked("an event", device.backend().devices->record, device.number(), m_handle.get(), stream);
}

Result<double> Event::microsecondsSince(const Event& earlier) const
{
    const auto& device = *m_handle.get_deleter().device;
    double nanoseconds = 0;
    if (auto told = asked("the time between events", device.backend().devices->elapsed, device.number(),
                          earlier.m_handle.get(), m_handle.get(), &nanoseconds);
        !told)
        return told.error();
    return nanoseconds / 1000;
}

void EndEvent::operator()(void* handle) const
{
    auto error = noError();
    device->backend().devices->end_event(device->number(), handle, &error);
}

} // namespace tscope::probe

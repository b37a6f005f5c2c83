// SPDX-License-Identifier: Apache-2.0
#include "timing/device_rate.h"

#include "base/say.h"
#include "dispatch/device_call.h"

#include <algorithm>

namespace tscope::timing {

namespace {

constexpr int passes = 10;

const tscope_devices* devicesOf(const DeviceChoice& device)
{
    for (const auto& entry : backends())
        if (entry.device == device.kind && entry.backend != nullptr && entry.backend->devices != nullptr)
            return entry.backend->devices;
    return nullptr;
}

// Memory, a stream and two events of a device, which go with it.
class Copies
{
public:
    Copies(const tscope_devices& devices, std::int32_t device) : m_devices(devices), m_device(device) {}
    ~Copies()
    {
        auto error = noError();
        for (auto* memory : {m_from, m_to})
            if (memory != nullptr)
                m_devices.release(m_device, TSCOPE_DEVICE_MEMORY, memory, m_stream, &error);
        for (auto* event : {m_begin, m_end})
            if (event != nullptr)
                m_devices.end_event(m_device, event, &error);
        if (m_stream != nullptr)
            m_devices.end_stream(m_device, m_stream, &error);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;

    Result<void> make(std::int64_t bytes)
    {
        m_bytes = bytes;
        if (auto done = asked("a stream", m_devices.make_stream, m_device, &m_stream); !done)
            return done;
        for (auto* event : {&m_begin, &m_end})
            if (auto done = asked("an event", m_devices.make_event, m_device, event); !done)
                return done;
        for (auto* memory : {&m_from, &m_to})
            if (auto done = asked("memory of the device", m_devices.allocate, m_device,
                                  std::int32_t{TSCOPE_DEVICE_MEMORY}, bytes, m_stream, memory);
                !done)
                return done;
        return {};
    }

    // Bytes per nanosecond, read and written both counted.
    Result<double> bestRate()
    {
        double best = 0;
        for (int i = 0; i <= passes; ++i) {
            double nanoseconds = 0;
            if (auto done = asked("an event", m_devices.record, m_device, m_begin, m_stream); !done)
                return done.error();
            if (auto done = asked("a copy", m_devices.copy, m_device, std::int32_t{TSCOPE_WITHIN_DEVICE}, m_to,
                                  static_cast<const void*>(m_from), m_bytes, m_stream);
                !done)
                return done.error();
            if (auto done = asked("an event", m_devices.record, m_device, m_end, m_stream); !done)
                return done.error();
            if (auto done = asked("an event", m_devices.elapsed, m_device, m_begin, m_end, &nanoseconds); !done)
                return done.error();
            if (i > 0 && nanoseconds > 0)
                best = std::max(best, 2 * static_cast<double>(m_bytes) / nanoseconds);
        }
        return best;
    }

private:
    const tscope_devices& m_devices;
    std::int32_t m_device;
    std::int64_t m_bytes = 0;
    void* m_stream = nullptr;
    void* m_begin = nullptr;
    void* m_end = nullptr;
    void* m_from = nullptr;
    void* m_to = nullptr;
};

Result<tscope_device_info> infoOf(const DeviceChoice& device)
{
    const auto* devices = devicesOf(device);
    if (devices == nullptr)
        return unsupported(say("no device {0} is here", device.kind));
    tscope_device_info info{};
    info.size = sizeof info;
    if (auto done = asked("the device", devices->info, device.number, &info); !done)
        return done.error();
    return info;
}

} // namespace

bool isSimulated(const DeviceChoice& device)
{
    const auto info = infoOf(device);
    return info && info->simulated != 0;
}

Result<Limits> deviceLimits(const DeviceChoice& device)
{
    const auto info = infoOf(device);
    if (!info)
        return info.error();
    Limits limits;
    limits.cacheBytes = info->cache;
    const auto beyond = std::clamp(8 * info->cache, std::int64_t{16} << 20,
                                   std::max(info->free_memory / 8, std::int64_t{1} << 20));
    const auto within = std::max<std::int64_t>(info->cache / 8, 1 << 16);
    for (const auto& [bytes, rate] :
         {std::pair(beyond, &limits.copyRate), std::pair(within, &limits.cachedRate)}) {
        Copies copies(*devicesOf(device), device.number);
        if (auto made = copies.make(bytes); !made)
            return made.error();
        const auto best = copies.bestRate();
        if (!best)
            return best.error();
        *rate = *best;
    }
    limits.cachedRate = std::max(limits.cachedRate, limits.copyRate);
    limits.caches = {{2 * within, limits.cachedRate}};
    return limits;
}

} // namespace tscope::timing

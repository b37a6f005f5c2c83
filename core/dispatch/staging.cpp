// SPDX-License-Identifier: Apache-2.0
#include "dispatch/staging.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "dispatch/device_call.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace tscope {

struct Staging::Buffer {
    std::byte* memory = nullptr;
    void* copied = nullptr; // event behind the last copy that the device makes with it
    bool isBusy = false;    // such a copy was begun and not waited for
};

// Buffers that nobody uses. They stay: pinned memory takes milliseconds to be had, and the end of the process
// gives it back. It is not asked for then: a device that hangs would keep the process from ending.
class Staging::Pool
{
public:
    static Pool& get()
    {
        static auto* pool = new Pool;
        return *pool;
    }
    Buffer* take(const tscope_devices& devices, std::int32_t device, void* stream)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (auto& idle = m_idle[{&devices, device}]; !idle.empty()) {
                auto* const buffer = idle.back();
                idle.pop_back();
                return buffer;
            }
        }
        auto error = noError();
        void *memory = nullptr, *event = nullptr;
        if (devices.allocate(device, TSCOPE_PINNED_MEMORY, bufferBytes, stream, &memory, &error) != TSCOPE_OK)
            return nullptr;
        if (devices.make_event(device, &event, &error) != TSCOPE_OK) {
            devices.release(device, TSCOPE_PINNED_MEMORY, memory, stream, &error);
            return nullptr;
        }
        return new Buffer{static_cast<std::byte*>(memory), event};
    }
    void give(const tscope_devices& devices, std::int32_t device, Buffer* buffer)
    {
        const std::lock_guard lock(m_mutex);
        m_idle[{&devices, device}].push_back(buffer);
    }
    void release()
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, buffers] : m_idle)
            for (auto* buffer : buffers) {
                auto error = noError();
                key.first->end_event(key.second, buffer->copied, &error);
                key.first->release(key.second, TSCOPE_PINNED_MEMORY, buffer->memory, nullptr, &error);
                delete buffer;
            }
        m_idle.clear();
    }

private:
    std::mutex m_mutex;
    std::map<std::pair<const tscope_devices*, std::int32_t>, std::vector<Buffer*>> m_idle;
};

namespace {

// One thread does not fill the bus.
void copyByThreads(std::byte* to, const std::byte* from, std::int64_t bytes)
{
    constexpr std::int64_t part = std::int64_t{1} << 22;
    const auto parts = (bytes + part - 1) / part;
    parallelFor(parts, [&](std::int64_t i) {
        const auto begin = i * part, end = std::min(begin + part, bytes);
        std::memcpy(to + begin, from + begin, static_cast<std::size_t>(end - begin));
    });
}

} // namespace

Staging::Staging(const tscope_devices& devices, std::int32_t device, void* stream)
    : m_devices(devices), m_device(device), m_stream(stream)
{
}

Staging::~Staging()
{
    for (auto* buffer : m_buffers)
        Pool::get().give(m_devices, m_device, buffer);
}

void Staging::releaseKept()
{
    Pool::get().release();
}

bool Staging::hasBuffers()
{
    if (!std::exchange(m_hasTried, true))
        for (int i = 0; i < 2; ++i)
            if (auto* const buffer = Pool::get().take(m_devices, m_device, m_stream))
                m_buffers.push_back(buffer);
    return m_buffers.size() == 2;
}

Result<void> Staging::direct(std::int32_t direction, void* to, const void* from, std::int64_t bytes)
{
    auto error = noError();
    if (const auto code = m_devices.copy(m_device, direction, to, from, bytes, m_stream, &error);
        code != TSCOPE_OK) {
        error.code = code;
        return errorOf(error, direction == TSCOPE_TO_DEVICE ? say("a copy to the device")
                                                            : say("a copy from the device"));
    }
    return {};
}

Result<void> Staging::startCopy(std::int32_t direction, void* to, const void* from, std::int64_t bytes,
                                Buffer& buffer)
{
    if (auto begun = direct(direction, to, from, bytes); !begun)
        return begun;
    auto error = noError();
    if (const auto code = m_devices.record(m_device, buffer.copied, m_stream, &error); code != TSCOPE_OK) {
        error.code = code;
        return errorOf(error, say("an event behind a copy"));
    }
    buffer.isBusy = true;
    return {};
}

Result<void> Staging::waitFor(Buffer& buffer)
{
    if (!std::exchange(buffer.isBusy, false))
        return {};
    auto error = noError();
    double nanoseconds = 0; // of no interest: the time to an event is told when it was reached
    if (const auto code = m_devices.elapsed(m_device, buffer.copied, buffer.copied, &nanoseconds, &error);
        code != TSCOPE_OK) {
        error.code = code;
        return errorOf(error, say("waiting for a copy"));
    }
    return {};
}

Result<void> Staging::send(void* to, const void* from, std::int64_t bytes)
{
    if (bytes < least || !hasBuffers())
        return direct(TSCOPE_TO_DEVICE, to, from, bytes);
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    std::size_t turn = 0;
    for (std::int64_t done = 0; done < bytes; done += bufferBytes) {
        auto& buffer = *m_buffers[turn++ % 2];
        const auto count = std::min(bufferBytes, bytes - done);
        if (auto free = waitFor(buffer); !free)
            return free;
        copyByThreads(buffer.memory, source + done, count);
        if (auto begun = startCopy(TSCOPE_TO_DEVICE, target + done, buffer.memory, count, buffer); !begun)
            return begun;
    }
    return {};
}

Result<void> Staging::fetch(void* to, const void* from, std::int64_t bytes)
{
    const bool isStaged = bytes >= least && hasBuffers();
    auto* target = static_cast<std::byte*>(to);
    const auto* source = static_cast<const std::byte*>(from);
    const auto countAt = [bytes](std::int64_t begin) { return std::min(bufferBytes, bytes - begin); };
    if (!isStaged) {
        if (auto begun = direct(TSCOPE_FROM_DEVICE, to, from, bytes); !begun)
            return begun;
        auto error = noError();
        if (const auto code = m_devices.wait(m_device, m_stream, &error); code != TSCOPE_OK) {
            error.code = code;
            return errorOf(error, say("waiting for a copy"));
        }
        return {};
    }
    // Part `begun` is on its way while the one before it is taken out.
    for (std::int64_t begun = 0; begun < bytes + bufferBytes; begun += bufferBytes) {
        const auto turn = static_cast<std::size_t>(begun / bufferBytes);
        if (begun < bytes) {
            auto& buffer = *m_buffers[turn % 2];
            if (auto free = waitFor(buffer); !free)
                return free;
            if (auto copy = startCopy(TSCOPE_FROM_DEVICE, buffer.memory, source + begun, countAt(begun), buffer);
                !copy)
                return copy;
        }
        if (begun > 0) {
            auto& before = *m_buffers[(turn + 1) % 2];
            if (auto here = waitFor(before); !here)
                return here;
            copyByThreads(target + begun - bufferBytes, before.memory, countAt(begun - bufferBytes));
        }
    }
    return {};
}

} // namespace tscope

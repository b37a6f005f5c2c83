// SPDX-License-Identifier: Apache-2.0
#include "dispatch/device_call.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "dispatch/operand.h"
#include "dispatch/staging.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

ErrorCode codeOf(std::int32_t code)
{
    switch (code) {
    case TSCOPE_INVALID:
        return ErrorCode::invalidArgument;
    case TSCOPE_OVERFLOW:
        return ErrorCode::overflow;
    case TSCOPE_UNSUPPORTED:
    case TSCOPE_NO_DEVICE:
        return ErrorCode::unsupported;
    case TSCOPE_OUT_OF_MEMORY:
        return ErrorCode::outOfMemory;
    case TSCOPE_CANCELLED:
        return ErrorCode::cancelled;
    default:
        return ErrorCode::internal;
    }
}

// The elements that an array reaches, as offsets from the one with all indices 0: [begin, end).
struct Reach {
    std::int64_t begin = 0, end = 0;
};

// Precondition: the array is proven, so that all of it lies in one storage.
Reach reachOf(const tscope_array& array)
{
    Reach reach{0, 1};
    for (std::int32_t d = 0; d < array.dims; ++d) {
        if (array.sizes[d] == 0)
            return {};
        const auto farthest = (array.sizes[d] - 1) * array.strides[d];
        (farthest < 0 ? reach.begin : reach.end) += farthest;
    }
    return reach;
}

} // namespace

tscope_error noError()
{
    tscope_error error{};
    error.size = sizeof error;
    return error;
}

std::string saidByModule(const tscope_error& error)
{
    return std::string(translated(error.text));
}

Error errorOf(const tscope_error& error, const std::string& who)
{
    if (error.code == TSCOPE_CANCELLED)
        return {ErrorCode::cancelled, say("the operation was stopped"), {}, {}};
    return {codeOf(error.code),
            error.text[0] != '\0' ? saidByModule(error) : say("{0} failed and did not say why", translated(who)),
            {},
            error.fatal != 0 ? deviceLost : ""};
}

Result<DeviceCall> DeviceCall::make(const tscope_backend& backend, std::int32_t device)
{
    dropDead();
    void* stream = nullptr;
    if (auto made = asked("the stream of the device", backend.devices->make_stream, device, &stream); !made)
        return made.error();
    return DeviceCall(backend, device, stream);
}

DeviceCall::DeviceCall(DeviceCall&& other) noexcept
    : m_devices(other.m_devices), m_device(other.m_device), m_place(std::move(other.m_place)),
      m_stream(std::exchange(other.m_stream, nullptr)), m_bytesSent(other.m_bytesSent),
      m_bytesThere(other.m_bytesThere), m_memory(std::exchange(other.m_memory, {})),
      m_written(std::move(other.m_written)), m_toKeep(std::move(other.m_toKeep)),
      m_members(std::move(other.m_members))
{
}

// What goes wrong here has gone wrong before, and was told.
DeviceCall::~DeviceCall()
{
    auto error = noError();
    if (!m_memory.empty()) // copies may still be under way from and to memory that goes next
        m_devices->wait(m_device, m_stream, &error);
    m_written.clear();
    m_toKeep.clear();
    for (const auto& memory : m_memory)
        if (memory.use_count() == 1)
            memory->giveBack(m_stream);
    if (m_stream != nullptr)
        m_devices->end_stream(m_device, m_stream, &error);
}

Result<DeviceCall::Memory> DeviceCall::allocate(std::int64_t bytes)
{
    void* memory = nullptr;
    if (auto made = asked("memory of the device", m_devices->allocate, m_device,
                          std::int32_t{TSCOPE_DEVICE_MEMORY}, std::max<std::int64_t>(bytes, 1), m_stream, &memory);
        !made)
        return made.error();
    return m_memory.emplace_back(std::make_shared<DeviceMemory>(*m_devices, m_device, memory));
}

tscope_operand DeviceCall::withMembers(const tscope_operand& host, std::vector<tscope_array> members)
{
    auto operand = host;
    operand.members = m_members.emplace_back(std::move(members)).data();
    return operand;
}

Result<tscope_operand> DeviceCall::sent(const tscope_operand& host, std::span<const StoragePtr> storages)
{
    std::vector<tscope_array> members(host.members, host.members + host.member_count);
    Staging staging(*m_devices, m_device, m_stream);
    for (std::size_t m = 0; m < members.size(); ++m) {
        auto& member = members[m];
        const auto reach = reachOf(member);
        const auto bytes = (reach.end - reach.begin) * member.item_size;
        const auto* from = static_cast<const std::byte*>(member.data) + reach.begin * member.item_size;
        const auto storage = m < storages.size() ? storages[m] : nullptr;
        const bool livesHere = storage != nullptr && bytes > 0 && storage->device() == m_place;
        const auto begin = livesHere ? from - storage->data() : 0;
        if (livesHere)
            if (const auto there = residentRun(*m_devices, m_device, *storage, begin, begin + bytes)) {
                m_bytesThere = saturatingAdd(m_bytesThere, bytes);
                m_memory.push_back(there->memory);
                member.data = there->memory->data() + (begin - there->begin) - reach.begin * member.item_size;
                continue;
            }
        auto memory = allocate(bytes);
        if (!memory)
            return memory.error();
        if (bytes > 0)
            if (auto copied = staging.send((*memory)->data(), from, bytes); !copied)
                return copied.error();
        m_bytesSent = saturatingAdd(m_bytesSent, bytes);
        member.data = (*memory)->data() - reach.begin * member.item_size;
        if (livesHere)
            m_toKeep.emplace_back(storage, ResidentRun{std::move(*memory), begin, begin + bytes});
    }
    return withMembers(host, std::move(members));
}

Result<tscope_operand> DeviceCall::roomFor(const tscope_operand& host)
{
    std::vector<tscope_array> members(host.members, host.members + host.member_count);
    for (auto& earlier : std::exchange(m_written, {})) {
        std::erase(m_memory, earlier);
        if (earlier != nullptr && earlier.use_count() == 1) // else somebody keeps it
            earlier->giveBack(m_stream);
    }
    for (auto& member : members) {
        if (member.data == nullptr) { // shared with an input
            m_written.push_back(nullptr);
            continue;
        }
        auto memory = allocate(bytesOf(member));
        if (!memory)
            return memory.error();
        member.data = (*memory)->data();
        m_written.push_back(std::move(*memory));
    }
    return withMembers(host, std::move(members));
}

Result<void> DeviceCall::wait()
{
    return asked("the device", m_devices->wait, m_device, m_stream);
}

Result<std::int64_t> DeviceCall::fetch(const tscope_operand& host)
{
    std::int64_t total = 0;
    Staging staging(*m_devices, m_device, m_stream);
    for (std::int32_t m = 0; m < host.member_count; ++m) {
        const auto& member = host.members[m];
        const auto bytes = bytesOf(member);
        if (m_written[static_cast<std::size_t>(m)] == nullptr || bytes == 0)
            continue;
        if (auto copied = staging.fetch(member.data, m_written[static_cast<std::size_t>(m)]->data(), bytes);
            !copied)
            return copied.error();
        total = saturatingAdd(total, bytes);
    }
    if (auto done = wait(); !done)
        return done.error();
    return total;
}

void DeviceCall::keepSent()
{
    for (auto& [storage, run] : std::exchange(m_toKeep, {}))
        keepResident(*m_devices, m_device, storage, std::move(run));
}

void DeviceCall::keepWritten(std::size_t member, const StoragePtr& storage)
{
    if (m_written[member] != nullptr && storage->byteSize() > 0)
        keepResident(*m_devices, m_device, storage, {m_written[member], 0, storage->byteSize()});
}

} // namespace tscope

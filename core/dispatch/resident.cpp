// SPDX-License-Identifier: Apache-2.0
#include "dispatch/resident.h"

#include "base/checked_math.h"
#include "dispatch/device_call.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace tscope {

namespace {

class ResidentCopies
{
public:
    struct Entry {
        const tscope_devices* devices = nullptr;
        std::int32_t device = 0;
        std::weak_ptr<const Storage> storage;
        std::uint64_t id = 0;
        ResidentRun run;

        bool isOn(const tscope_devices& others, std::int32_t other) const
        {
            return devices == &others && device == other;
        }
    };

    static ResidentCopies& get()
    {
        static auto* registry = new ResidentCopies; // never destroyed: by then there may be no driver
        return *registry;
    }

    std::optional<ResidentRun> find(const tscope_devices& devices, std::int32_t device, std::uint64_t storage,
                                    std::int64_t begin, std::int64_t end)
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& entry : m_entries)
            if (entry.id == storage && entry.isOn(devices, device) && entry.run.begin <= begin &&
                end <= entry.run.end)
                return entry.run;
        return std::nullopt;
    }

    void add(Entry added)
    {
        const auto replaced = take([&](const Entry& entry) {
            return entry.id == added.id && entry.isOn(*added.devices, added.device) &&
                   added.run.begin <= entry.run.begin && entry.run.end <= added.run.end;
        });
        const std::lock_guard lock(m_mutex);
        m_entries.push_back(std::move(added));
    }

    // What goes is returned, so that devices are spoken to while nobody waits here.
    template <class Which>
    std::vector<Entry> take(const Which& which)
    {
        const std::lock_guard lock(m_mutex);
        const auto stay = std::stable_partition(m_entries.begin(), m_entries.end(), std::not_fn(which));
        std::vector<Entry> gone(std::make_move_iterator(stay), std::make_move_iterator(m_entries.end()));
        m_entries.erase(stay, m_entries.end());
        return gone;
    }

private:
    std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace

void DeviceMemory::giveBack(void* stream)
{
    auto error = noError(); // what goes wrong here has gone wrong before, and was told
    if (auto* memory = std::exchange(m_memory, nullptr))
        m_devices->release(m_device, TSCOPE_DEVICE_MEMORY, memory, stream, &error);
}

std::optional<ResidentRun> residentRun(const tscope_devices& devices, std::int32_t device, const Storage& storage,
                                       std::int64_t begin, std::int64_t end)
{
    return ResidentCopies::get().find(devices, device, storage.id(), begin, end);
}

void keepResident(const tscope_devices& devices, std::int32_t device, const StoragePtr& storage, ResidentRun run)
{
    ResidentCopies::get().add({&devices, device, storage, storage->id(), std::move(run)});
}

void dropDead()
{
    ResidentCopies::get().take([](const ResidentCopies::Entry& entry) { return entry.storage.expired(); });
}

std::int64_t dropResident(const tscope_devices& devices, std::int32_t device)
{
    std::int64_t bytes = 0;
    for (const auto& entry :
         ResidentCopies::get().take([&](const ResidentCopies::Entry& one) { return one.isOn(devices, device); }))
        bytes = saturatingAdd(bytes, entry.run.end - entry.run.begin);
    return bytes;
}

void forgetResident(const tscope_devices& devices)
{
    for (const auto& entry :
         ResidentCopies::get().take([&](const ResidentCopies::Entry& one) { return one.devices == &devices; }))
        entry.run.memory->abandon();
}

} // namespace tscope

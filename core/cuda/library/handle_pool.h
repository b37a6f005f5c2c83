// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tscope::cuda {

// A library's states for devices, each lent to one call at a time: making one takes long, and two threads can't
// share it. Nothing ends them but the process: when statics go, the driver may have gone before.
template <class Handle, class Calls>
class HandlePool
{
public:
    using Key = std::pair<const Calls*, int>; // the library's functions, and the device

    static Handle take(const Key& key) // null: none is idle
    {
        const std::lock_guard lock(own().m_mutex);
        auto& idle = own().m_idle[key];
        if (idle.empty())
            return nullptr;
        auto* const handle = idle.back();
        idle.pop_back();
        return handle;
    }
    static void give(const Key& key, Handle handle)
    {
        const std::lock_guard lock(own().m_mutex);
        own().m_idle[key].push_back(handle);
    }

private:
    static HandlePool& own()
    {
        static auto* pool = new HandlePool;
        return *pool;
    }
    std::mutex m_mutex;
    std::map<Key, std::vector<Handle>> m_idle;
};

// One of them for the time of a call. `make` makes one, `setStream` says where its work goes; both give a status,
// of which 0 is good.
template <class Handle, class Calls>
class LentHandle
{
public:
    template <class Make, class SetStream, class Stream>
    LentHandle(const Calls& calls, int device, Make make, SetStream setStream, Stream stream)
        : m_key(&calls, device), m_handle(HandlePool<Handle, Calls>::take(m_key))
    {
        if (m_handle == nullptr)
            m_status = static_cast<int>(make(&m_handle));
        if (m_status == 0)
            m_status = static_cast<int>(setStream(m_handle, stream));
    }
    ~LentHandle()
    {
        if (m_status == 0)
            HandlePool<Handle, Calls>::give(m_key, m_handle);
    }
    LentHandle(const LentHandle&) = delete;
    LentHandle& operator=(const LentHandle&) = delete;

    Handle get() const { return m_handle; }
    int status() const { return m_status; }

private:
    typename HandlePool<Handle, Calls>::Key m_key;
    Handle m_handle = nullptr;
    int m_status = 0;
};

} // namespace tscope::cuda

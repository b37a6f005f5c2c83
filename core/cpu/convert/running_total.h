// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

namespace tscope::cpu {

// Where the output of each part of a parallelFor begins, when it is only known once the parts before it have
// counted theirs. parallelFor takes parts in order, so that whom a part waits for is at work or done. Every part
// must add, whatever happens.
class RunningTotal
{
public:
    explicit RunningTotal(std::int64_t parts)
        : m_begins(std::make_unique<std::atomic<std::int64_t>[]>(static_cast<std::size_t>(parts + 1))),
          m_parts(parts)
    {
        for (std::int64_t part = 1; part <= parts; ++part)
            m_begins[static_cast<std::size_t>(part)].store(unknown, std::memory_order_relaxed);
    }

    // Adds the length of a part's output, and returns where it begins.
    std::int64_t add(std::int64_t part, std::int64_t length)
    {
        auto& begin = m_begins[static_cast<std::size_t>(part)];
        auto at = begin.load(std::memory_order_acquire);
        for (int looks = 0; at == unknown; at = begin.load(std::memory_order_acquire))
            if (++looks > 100)
                std::this_thread::yield();
        m_begins[static_cast<std::size_t>(part + 1)].store(at + length, std::memory_order_release);
        return at;
    }

    std::int64_t total() const { return m_begins[static_cast<std::size_t>(m_parts)].load(); }

private:
    static constexpr std::int64_t unknown = -1;

    std::unique_ptr<std::atomic<std::int64_t>[]> m_begins;
    std::int64_t m_parts;
};

} // namespace tscope::cpu

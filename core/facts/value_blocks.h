// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/tasks.h"
#include "facts/distribution.h"
#include "facts/stored_values.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace tscope {

// Runs of value slots cut into blocks that threads take in turn. Borrows the tensor.
class ValueBlocks
{
public:
    // Preconditions: the values are readable, the runs inside of them.
    ValueBlocks(const Tensor& tensor, std::vector<SlotRange> runs) : m_tensor(tensor), m_runs(std::move(runs))
    {
        m_starts.reserve(m_runs.size());
        for (const auto& run : m_runs) {
            m_starts.push_back(m_count);
            m_count += run.end - run.begin;
        }
        m_workers = cpu::workersFor(m_count);
    }

    std::int64_t count() const { return m_count; } // slots
    std::int64_t blocks() const { return (m_count + blockLength - 1) / blockLength; }
    int workers() const { return m_workers; }

    // Calls body(worker, block, bytes) with the elements of each block, some thousands at a time and in order.
    // False: stopped.
    template <class Body>
    bool forEach(const Watch& watch, Body&& body) const
    {
        std::atomic<std::int64_t> next{0};
        parallelFor(m_workers, [&](std::int64_t worker) {
            auto reader = *StoredValues::of(m_tensor);
            for (auto block = next++; block < blocks() && !watch.isStopped(); block = next++) {
                const auto end = std::min(m_count, (block + 1) * blockLength);
                for (auto at = block * blockLength; at < end;) {
                    const auto slots = runFrom(at, end);
                    body(static_cast<std::size_t>(worker), block,
                         reader.bytes(slots.begin, slots.end - slots.begin));
                    at += slots.end - slots.begin;
                }
            }
        });
        return !watch.isStopped();
    }

    static constexpr std::int64_t mostAtOnce = 4096; // a few of these stay in the nearest cache

private:
    static constexpr std::int64_t blockLength = 1 << 16;

    SlotRange runFrom(std::int64_t at, std::int64_t end) const
    {
        const auto run = static_cast<std::size_t>(std::ranges::upper_bound(m_starts, at) - m_starts.begin()) - 1;
        const auto slot = m_runs[run].begin + (at - m_starts[run]);
        return {slot, std::min({m_runs[run].end, slot + (end - at), slot + mostAtOnce})};
    }

    const Tensor& m_tensor;
    std::vector<SlotRange> m_runs;
    std::vector<std::int64_t> m_starts; // of each run, among all slots
    std::int64_t m_count = 0;
    int m_workers = 1;
};

} // namespace tscope

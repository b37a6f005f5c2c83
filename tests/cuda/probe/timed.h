// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/device.h"
#include "cuda/probe/spread.h"

#include <cstdint>
#include <functional>

namespace tscope::probe {

using Work = std::function<Result<void>()>; // puts it on the stream, or does it

struct TimedOptions {
    double seconds = 0.15; // about what all runs may take
    int fewest = 3, most = 40;
    Work before = {}; // of each run, not timed: what empties the cache
};
struct Timed {
    Spread spread;
    int repeats = 1; // times that the work was done in each run, for what is too short to be timed by itself
};

// By events around the work, after runs that nobody counts. All of it is put on the stream before anybody waits,
// so that the time between launches is not in it, where the work itself does not wait.
Result<Timed> timedByEvents(const Device& device, void* stream, const Work& work,
                            const TimedOptions& options = {});
// By the clock of the host, until the work is done.
Result<Spread> timedByClock(const Work& work, const TimedOptions& options = {});

// Writes twice as much as the cache of the device holds.
class CacheFlush
{
public:
    static Result<CacheFlush> make(const Device& device, void* stream);
    Result<void> operator()() const;
    std::int64_t bytes() const { return m_bytes; }

private:
    CacheFlush(const Device& device, void* stream) : m_device(&device), m_stream(stream) {}

    const Device* m_device;
    void* m_stream;
    std::int64_t m_bytes = 0;
    Memory m_from, m_to;
};

} // namespace tscope::probe

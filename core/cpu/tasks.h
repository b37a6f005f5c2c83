// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/thread_pool.h"
#include "base/watch.h"

#include <atomic>
#include <cstdint>

namespace tscope::cpu {

// Below this many entries no thread is asked to help.
inline constexpr std::int64_t leastForThreads = 100'000;

// Runs body(task) for task = 0 .. tasks-1, on several threads where `work` (in entries or the like) is worth it,
// until it is stopped. Returns whether it ran to its end. A task should take less than a millisecond.
template <class Body>
bool runTasks(std::int64_t tasks, std::int64_t work, const Watch& watch, Body&& body)
{
    std::atomic<std::int64_t> done{0};
    const auto one = [&](std::int64_t task) {
        if (watch.isStopped())
            return;
        body(task);
        const auto soFar = ++done;
        if (watch.progress)
            watch.progress(static_cast<double>(soFar) / static_cast<double>(tasks));
    };
    if (work < leastForThreads) {
        for (std::int64_t task = 0; task < tasks; ++task)
            one(task);
    } else {
        parallelFor(tasks, one);
    }
    return done == tasks;
}

inline int workersFor(std::int64_t work)
{
    return work < leastForThreads ? 1 : threadCount();
}

// The same with body(worker, task), for bodies that have memory of their own: worker < workersFor(work).
template <class Body>
bool runTasksWithWorkers(std::int64_t tasks, std::int64_t work, const Watch& watch, Body&& body)
{
    std::atomic<std::int64_t> next{0}, done{0};
    parallelFor(workersFor(work), [&](std::int64_t worker) {
        for (auto task = next++; task < tasks && !watch.isStopped(); task = next++) {
            body(worker, task);
            const auto soFar = ++done;
            if (watch.progress)
                watch.progress(static_cast<double>(soFar) / static_cast<double>(tasks));
        }
    });
    return done == tasks;
}

} // namespace tscope::cpu

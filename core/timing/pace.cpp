// SPDX-License-Identifier: Apache-2.0
#include "timing/pace.h"

#include "base/thread_pool.h"
#include "timing/stopwatch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace tscope::timing {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t probeWords = std::size_t{1} << 20; // 8 MiB: more than a core has caches of its own
constexpr int probePasses = 3;                           // of which the fastest counts

double nanosecondsOf(const auto& work)
{
    const auto begun = Clock::now();
    work();
    return std::max(1.0, std::chrono::duration<double, std::nano>(Clock::now() - begun).count());
}

std::atomic<double>& correction()
{
    static std::atomic<double> times = 1;
    return times;
}

Pace measured()
{
    Pace pace;
    pace.threads = std::max(1, threadCount());
    pace.cacheBytes = lastCacheBytes();
    const std::vector<std::int64_t> from(probeWords, 1);
    constexpr double bytes = probeWords * sizeof(std::int64_t);
    double move = 0, stream = 0;
    std::int64_t sum = 0;
    for (int pass = 0; pass < probePasses; ++pass) {
        move =
            std::max(move, 2 * bytes / nanosecondsOf([&] {
                               const std::unique_ptr<std::int64_t[]> to(new std::int64_t[probeWords]); // new pages
                               std::memcpy(to.get(), from.data(), probeWords * sizeof(std::int64_t));
                               sum += to[probeWords / 2];
                           }));
        stream = std::max(stream,
                          bytes / nanosecondsOf([&] { sum += std::accumulate(from.begin(), from.end(), sum); }));
    }
    pace.moveRate = move;
    pace.streamRate = stream * pace.threads + (sum == 1 ? 1e-12 : 0); // the sums are asked for
    pace.productRate = 0.3 * pace.threads;
    return pace;
}

} // namespace

Pace paceOfMachine()
{
    static const Pace once = measured();
    auto pace = once;
    pace.correction = correction();
    return pace;
}

void learnPace(double foreseenNs, double tookNs)
{
    constexpr double leastNs = 2e9, most = 10; // of what is shorter a large part has nothing to do with its work
    if (tookNs < leastNs || !(foreseenNs > 0))
        return;
    correction() = std::clamp(correction() * tookNs / foreseenNs, 1 / most, most);
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "timing/limits.h"

#include "base/memory_budget.h"
#include "base/processor.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "base/utc_time.h"
#include "cpu/rate/multiply_add.h"
#include "timing/device_rate.h"
#include "timing/limits_memory.h"
#include "timing/machine_watch.h"
#include "timing/roofs.h"
#include "timing/stopwatch.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <sys/utsname.h>
#include <utility>
#include <vector>

namespace tscope::timing {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int hostPasses = 4;
constexpr std::size_t leastMeasurements = 3, mostMeasurements = 9; // of the limits of a device that are kept
// Measurements of a device in one process; a session with more than 64 can't be read.
constexpr std::size_t mostHeld = 48;
constexpr std::chrono::seconds betweenMeasurements{1};
constexpr std::int64_t partsPerThread = 4;
constexpr std::int64_t mostBytes = std::int64_t{256} << 20;

// The greatest of what several passes reach, each of which tells how much it did. 0: stopped.
double bestRate(const Watch& watch, const std::function<std::int64_t()>& pass)
{
    double best = 0;
    for (int i = 0; i <= hostPasses && !watch.isStopped(); ++i) { // the first fetches pages and wakes threads
        const auto begun = Clock::now();
        const auto done = pass();
        const auto took = std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
        if (i > 0 && took > 0)
            best = std::max(best, static_cast<double>(done) / took);
    }
    return best;
}

using Words = std::vector<std::int64_t>;

// Shares of the words, one thread after the other taking one.
template <class Body>
void overShares(std::int64_t words, const Body& body)
{
    const auto parts = std::max<std::int64_t>(threadCount(), 1) * partsPerThread;
    const auto share = words / parts / 64 * 64;
    parallelFor(parts, [&](std::int64_t part) { body(part * share, share); });
}

double copyRateOf(Words& to, const Words& from, int times, const Watch& watch)
{
    return bestRate(watch, [&] {
        for (int i = 0; i < times; ++i)
            overShares(std::ssize(from), [&](std::int64_t begin, std::int64_t count) {
                std::memcpy(to.data() + begin, from.data() + begin, static_cast<std::size_t>(count) * 8);
            });
        return std::int64_t{times} * std::ssize(from) * 16;
    });
}

double readRateOf(const Words& from, int times, const Watch& watch)
{
    std::vector<std::int64_t> sums(static_cast<std::size_t>(std::max(threadCount(), 1) * partsPerThread * 64));
    const auto rate = bestRate(watch, [&] {
        for (int i = 0; i < times; ++i)
            overShares(std::ssize(from), [&](std::int64_t begin, std::int64_t count) {
                std::int64_t runs[16]{};
                for (std::int64_t w = begin; w < begin + count; w += 16)
                    for (std::int64_t lane = 0; lane < 16; ++lane)
                        runs[lane] += from[static_cast<std::size_t>(w + lane)];
                auto& sum = sums[static_cast<std::size_t>(begin / std::max<std::int64_t>(count, 1) * 8)];
                for (const auto run : runs)
                    sum += run;
            });
        return std::int64_t{times} * std::ssize(from) * 8;
    });
    return rate + (sums[0] == 1 ? 1e-12 : 0); // somebody has to ask for the sums
}

template <class T>
double flopsOf(const Watch& watch)
{
    constexpr std::int64_t rounds = 200'000;
    const auto parts = std::max<std::int64_t>(threadCount(), 1);
    std::vector<std::int64_t> done(static_cast<std::size_t>(parts));
    std::vector<T> kept(static_cast<std::size_t>(parts));
    return bestRate(watch, [&] {
        parallelFor(parts, [&](std::int64_t part) {
            const auto p = static_cast<std::size_t>(part);
            done[p] = cpu::multiplyAdd(&kept[p], rounds);
        });
        std::int64_t sum = 0;
        for (const auto one : done)
            sum += one;
        return sum;
    });
}

// What the system tells of caches is not what one program has of them, least of all on a machine that others are
// on too: so it is measured what so many bytes reach.
std::vector<CacheRate> cacheRates(std::int64_t beyond, const Watch& watch)
{
    std::vector<CacheRate> out;
    for (std::int64_t bytes = std::int64_t{64} << 10; bytes < beyond; bytes *= 4) {
        const auto all = bytes * std::max(threadCount(), 1);
        const Words from(static_cast<std::size_t>(all / 16), 1); // and as many that are written
        Words to(from.size());
        const auto times =
            static_cast<int>(std::clamp((std::int64_t{64} << 20) / all, std::int64_t{1}, std::int64_t{200}));
        out.push_back({all, std::max(copyRateOf(to, from, times, watch), readRateOf(from, times, watch))});
    }
    return out;
}

Limits processorLimits(const Watch& watch)
{
    Limits limits;
    limits.device = "cpu";
    limits.cacheBytes = lastCacheBytes();
    const auto beyond =
        std::clamp(4 * limits.cacheBytes, std::int64_t{64} << 20, std::min(mostBytes, memoryBudget() / 8));
    {
        const Words from(static_cast<std::size_t>(beyond / 8), 1);
        Words to(from.size());
        limits.copyRate = copyRateOf(to, from, 1, watch);
        limits.readRate = readRateOf(from, 1, watch);
    }
    limits.caches = cacheRates(beyond, watch);
    auto faster = std::max(limits.copyRate, limits.readRate);
    for (auto cache = limits.caches.rbegin(); cache != limits.caches.rend(); ++cache) // noise, where it is not so
        faster = cache->rate = std::max(cache->rate, faster);
    limits.cachedRate = faster;
    limits.flopsF32 = flopsOf<float>(watch);
    limits.flopsF64 = flopsOf<double>(watch);
    return limits;
}

// Measurements of a device in this process, and those of earlier ones that are remembered.
struct KnownLimits {
    std::vector<Limits> measurements;
    std::optional<Clock::time_point> last; // nothing: all are of earlier processes
};

// All devices by their names and the threads that kernels may use, with the lock on them.
struct AllKnown {
    std::mutex mutex;
    std::map<std::pair<std::string, int>, KnownLimits> known;
};

AllKnown& allKnown()
{
    static AllKnown one;
    return one;
}

bool isRememberedFor(const std::string& device) // "cuda:0" may be another GPU in the next process
{
    return isProcessor(device);
}

// Precondition: the lock is held.
KnownLimits& knownOf(const std::string& device)
{
    const auto [at, isNew] = allKnown().known.try_emplace({device, threadCount()});
    if (isNew && isRememberedFor(device))
        at->second.measurements = rememberedLimits(device);
    return at->second;
}

// Precondition: the lock is held, and there is a measurement.
Limits bestKnown(const std::string& device, const KnownLimits& there)
{
    auto best = bestOf(there.measurements);
    if (!isProcessor(device))
        return best;
    const auto ofMachine = threadCount(), threads = threadsOf(device, ofMachine);
    const auto hasFewer = [&](const std::string& other) {
        return isProcessor(other) && threadsOf(other, ofMachine) < threads;
    };
    std::vector<Limits> fewer = allRememberedLimits();
    std::erase_if(fewer, [&](const Limits& each) { return !hasFewer(each.device); });
    for (const auto& [key, other] : allKnown().known)
        if (key.second == ofMachine && hasFewer(key.first) && !other.measurements.empty())
            fewer.push_back(bestOf(other.measurements));
    return withThoseOfFewerThreads(std::move(best), fewer);
}

// Precondition: the lock is held.
Result<void> measureOnce(const std::string& device, KnownLimits& there, const Watch& watch)
{
    auto limits = measureLimits(device, watch);
    if (!limits)
        return limits.error();
    there.measurements.push_back(std::move(*limits));
    there.measurements = worthKeeping(std::move(there.measurements), mostHeld);
    there.last = Clock::now();
    if (isRememberedFor(device))
        rememberLimits(device, there.measurements);
    return {};
}

// The rate at which this many bytes are moved when they are used repeatedly.
double rateFor(std::int64_t bytes, const Limits& limits)
{
    const auto cache =
        std::ranges::find_if(limits.caches, [&](const CacheRate& each) { return bytes <= each.bytes; });
    const auto memory = std::max(limits.copyRate, limits.readRate);
    return cache == limits.caches.end() ? memory : std::max(memory, cache->rate);
}

void raiseTo(Limits& limits, const Limits& fewer)
{
    for (const auto rate :
         {&Limits::copyRate, &Limits::readRate, &Limits::cachedRate, &Limits::flopsF32, &Limits::flopsF64})
        if (limits.*rate > 0) // else it was not measured
            limits.*rate = std::max(limits.*rate, fewer.*rate);
    for (auto& cache : limits.caches)
        cache.rate = std::max(cache.rate, rateFor(cache.bytes, fewer));
}

} // namespace

Result<Limits> measureLimits(const std::string& device, const Watch& watch)
{
    const auto timed = timedDevice(device);
    const auto choice = deviceTimed(timed);
    if (!choice)
        return choice.error();
    const ThreadsInUse threads(timed);
    const MachineWatch machine;
    auto limits = choice->kind == "cpu" ? Result<Limits>(processorLimits(watch)) : deviceLimits(*choice);
    if (limits) {
        limits->device = device;
        limits->measuredAt = utcNow();
        limits->others = choice->kind == "cpu" ? machine.others().value_or(0) : 0;
    }
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, say("measuring was stopped")};
    return limits;
}

Limits bestOf(std::vector<Limits> measurements)
{
    auto best = measurements.front();
    for (const auto& each : measurements) {
        for (const auto rate :
             {&Limits::copyRate, &Limits::readRate, &Limits::cachedRate, &Limits::flopsF32, &Limits::flopsF64})
            best.*rate = std::max(best.*rate, each.*rate);
        for (auto& cache : best.caches)
            for (const auto& other : each.caches)
                if (other.bytes == cache.bytes)
                    cache.rate = std::max(cache.rate, other.rate);
    }
    best.measuredAt = std::ranges::max(measurements, {}, &Limits::measuredAt).measuredAt;
    best.others = std::ranges::min(measurements, {}, &Limits::others).others;
    best.repeats = std::move(measurements);
    return best;
}

bool areEnough(const std::vector<Limits>& measurements)
{
    // The best one is never dropped: without it the others would agree on less than the device can do.
    return measurements.size() >= mostMeasurements ||
           (measurements.size() >= leastMeasurements && doubtfulRatesIn(bestOf(measurements)) == 0);
}

Limits withThoseOfFewerThreads(Limits limits, const std::vector<Limits>& fewer)
{
    for (const auto& each : fewer)
        raiseTo(limits, each);
    return limits;
}

Result<Limits> limitsOf(const std::string& device, const Watch& watch)
{
    const std::lock_guard lock(allKnown().mutex);
    auto& there = knownOf(device);
    // Once in each process in any case: the machine may have become faster.
    if (there.last && (areEnough(there.measurements) || Clock::now() - *there.last < betweenMeasurements))
        return bestKnown(device, there);
    if (auto measured = measureOnce(device, there, watch); !measured && there.measurements.empty())
        return measured.error();
    return bestKnown(device, there);
}

Result<Limits> limitsMeasuredAgain(const std::string& device, const Watch& watch)
{
    const std::lock_guard lock(allKnown().mutex);
    auto& there = knownOf(device);
    for (std::size_t i = 0; i < leastMeasurements; ++i)
        if (auto measured = measureOnce(device, there, watch); !measured)
            return measured.error();
    return bestKnown(device, there);
}

Machine thisMachine()
{
    Machine machine;
    machine.processor = processorName();
    machine.threads = threadCount();
    machine.memoryBytes = physicalMemory() == int64Max ? 0 : physicalMemory();
    utsname system{};
    if (::uname(&system) == 0)
        machine.system = std::string(system.sysname) + ' ' + system.release + ", " + system.machine;
    return machine;
}

bool isThisMachine(const Machine& machine)
{
    const auto here = thisMachine();
    return machine.processor == here.processor && machine.threads == here.threads &&
           machine.memoryBytes == here.memoryBytes;
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/timed.h"

#include "cuda/probe/seconds.h"

#include <algorithm>
#include <cstdint>

namespace tscope::probe {

namespace {

constexpr int warmUps = 3;
constexpr double shortest = 20, longEnough = 100; // microseconds; events tell half of one

Result<void> repeated(const Work& work, int times)
{
    for (int i = 0; i < times; ++i)
        if (auto done = work(); !done)
            return done.error();
    return {};
}

int runsFor(double microseconds, const TimedOptions& options)
{
    const auto fit = options.seconds * 1e6 / std::max(microseconds, 1.0);
    return static_cast<int>(std::clamp(fit, double(options.fewest), double(options.most)));
}

struct Pair {
    Event begin, end;
};

Result<double> timeOf(const Pair& pair)
{
    return pair.end.microsecondsSince(pair.begin);
}

// Puts one run on the stream.
Result<Pair> run(const Device& device, void* stream, const Work& work, int repeats, const Work& before)
{
    auto begin = Event::make(device), end = Event::make(device);
    if (!begin || !end)
        return (begin ? end : begin).error();
    if (before)
        if (auto done = before(); !done)
            return done.error();
    if (auto done = begin->record(stream); !done)
        return done.error();
    if (auto done = repeated(work, repeats); !done)
        return done.error();
    if (auto done = end->record(stream); !done)
        return done.error();
    return Pair{std::move(*begin), std::move(*end)};
}

} // namespace

Result<Timed> timedByEvents(const Device& device, void* stream, const Work& work, const TimedOptions& options)
{
    if (auto done = repeated(work, warmUps); !done)
        return done.error();
    const auto first = run(device, stream, work, 1, options.before);
    if (!first)
        return first.error();
    const auto guess = timeOf(*first);
    if (!guess)
        return guess.error();
    Timed out;
    if (!options.before && *guess < shortest)
        out.repeats = static_cast<int>(std::min(longEnough / std::max(*guess, 1.0), 100.0));

    std::vector<Pair> pairs;
    for (int i = 0; i < runsFor(*guess * out.repeats, options); ++i) {
        auto pair = run(device, stream, work, out.repeats, options.before);
        if (!pair)
            return pair.error();
        pairs.push_back(std::move(*pair));
    }
    if (auto done = device.wait(stream); !done)
        return done.error();
    std::vector<double> samples;
    for (const auto& pair : pairs) {
        const auto time = timeOf(pair);
        if (!time)
            return time.error();
        samples.push_back(*time / out.repeats);
    }
    out.spread = spreadOf(std::move(samples));
    return out;
}

Result<Spread> timedByClock(const Work& work, const TimedOptions& options)
{
    std::vector<double> samples;
    int runs = 1;
    for (int i = 0; i <= runs; ++i) { // the first is not counted
        const auto begun = Clock::now();
        if (auto done = work(); !done)
            return done.error();
        const auto taken = 1e6 * secondsSince(begun);
        if (i == 0)
            runs = runsFor(taken, options);
        else
            samples.push_back(taken);
    }
    return spreadOf(std::move(samples));
}

Result<CacheFlush> CacheFlush::make(const Device& device, void* stream)
{
    constexpr std::int64_t unknown = std::int64_t{32} << 20;
    CacheFlush flush(device, stream);
    flush.m_bytes = 2 * (device.info().cache > 0 ? device.info().cache : unknown);
    for (auto* memory : {&flush.m_from, &flush.m_to}) {
        auto made = Memory::make(device, TSCOPE_DEVICE_MEMORY, flush.m_bytes, stream);
        if (!made)
            return made.error();
        *memory = std::move(*made);
    }
    return flush;
}

Result<void> CacheFlush::operator()() const
{
    return m_device->copy(TSCOPE_WITHIN_DEVICE, m_to.data(), m_from.data(), m_bytes, m_stream);
}

} // namespace tscope::probe

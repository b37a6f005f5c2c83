// SPDX-License-Identifier: Apache-2.0
#include "timing/roofs.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/timed_device.h"

#include <algorithm>

namespace tscope::timing {

namespace {

double memoryRateOf(const Limits& limits)
{
    return std::max(limits.copyRate, limits.readRate);
}

// The roof with the spread of its rate over the repeated measurements, and whether they confirm it. `rateIn`
// returns that rate in one measurement.
template <class RateIn>
Roof withMeasurements(Roof roof, const Limits& limits, const RateIn& rateIn)
{
    constexpr double near = 0.9; // of the best
    std::size_t reached = 0;
    std::optional<double> others;
    roof.low = limits.repeats.empty() ? roof.rate : rateIn(limits.repeats.front());
    roof.high = roof.low;
    for (const auto& each : limits.repeats) {
        const auto rate = rateIn(each);
        roof.low = std::min(roof.low, rate);
        roof.high = std::max(roof.high, rate);
        if (rate < near * roof.rate)
            continue;
        reached += each.others <= Roof::mostOthers ? 1 : 0;
        others = std::min(others.value_or(each.others), each.others);
    }
    roof.times = limits.repeats.size();
    roof.isReached = reached >= 2;
    roof.others = others.value_or(0);
    return roof;
}

Roof memoryOf(const Limits& limits)
{
    return withMeasurements({Roof::Kind::memory, memoryRateOf(limits)}, limits, memoryRateOf);
}

double cacheRateIn(const Limits& limits, std::int64_t bytes)
{
    const auto cache = std::ranges::find(limits.caches, bytes, &CacheRate::bytes);
    return cache == limits.caches.end() ? 0 : cache->rate;
}

Roof cacheOf(const Limits& limits, const CacheRate& cache)
{
    return withMeasurements({Roof::Kind::cache, cache.rate, cache.bytes}, limits,
                            [&](const Limits& each) { return cacheRateIn(each, cache.bytes); });
}

Roof computingOf(const Limits& limits, bool isWide)
{
    const auto rateIn = [isWide](const Limits& each) { return isWide ? each.flopsF64 : each.flopsF32; };
    return withMeasurements({isWide ? Roof::Kind::float64 : Roof::Kind::float32, rateIn(limits)}, limits, rateIn);
}

// Nothing where computing was not measured for an element type.
std::optional<Roof> computingFor(std::string_view dtype, const Limits& limits)
{
    const bool isWide = dtype == "float64" || dtype == "complex128";
    const bool isFloat = dtype.starts_with("float") || dtype.starts_with("bfloat") || dtype.starts_with("complex");
    const auto roof = computingOf(limits, isWide);
    return isFloat && roof.rate > 0 ? std::optional(roof) : std::nullopt;
}

double timeFor(std::int64_t amount, const Roof& roof)
{
    return roof.rate > 0 ? static_cast<double>(amount) / roof.rate : 0;
}

// By more than percentText() rounds away: what was measured as the limit is none.
bool isExceeded(const RowLimit& limit)
{
    return limit.share >= 1.05;
}

bool isSame(const Roof& a, const Roof& b)
{
    return a.kind == b.kind && a.cacheBytes == b.cacheBytes;
}

} // namespace

std::string nameOf(const Roof& roof)
{
    switch (roof.kind) {
    case Roof::Kind::memory:
        return say("memory bandwidth");
    case Roof::Kind::cache:
        return say("bandwidth for data of up to {0}", amountText(roof.cacheBytes));
    case Roof::Kind::float32:
    case Roof::Kind::float64:
        break;
    }
    return say("peak in {0}", shortNameOf(roof));
}

std::string shortNameOf(const Roof& roof)
{
    switch (roof.kind) {
    case Roof::Kind::memory:
        return say("memory");
    case Roof::Kind::cache:
        return say("data of {0}", amountText(roof.cacheBytes));
    case Roof::Kind::float32:
        return "float32";
    case Roof::Kind::float64:
        break;
    }
    return "float64";
}

std::string rateTextOf(const Roof& roof)
{
    const auto rate = significant(roof.rate, 3) + (roof.isOfBytes() ? " GB/s" : " GFLOP/s");
    return roof.isDoubtful() ? say("at least {0}", rate) : rate;
}

Roof bandwidthFor(std::int64_t bytes, const Limits& limits)
{
    const auto memory = memoryOf(limits);
    const auto cache =
        std::ranges::find_if(limits.caches, [&](const CacheRate& each) { return bytes <= each.bytes; });
    // A cache that was measured no faster than memory is none to this program.
    if (cache == limits.caches.end() || cache->rate <= memory.rate)
        return memory;
    return cacheOf(limits, *cache);
}

std::optional<RowLimit> limitOf(const Row& row, const Limits& limits)
{
    if (!row.warm.isThere())
        return std::nullopt;
    const auto moving = bandwidthFor(row.bytes, limits);
    const auto computing = computingFor(row.variant.dtype, limits);
    const bool isBoundByComputing = computing && timeFor(row.flops, *computing) > timeFor(row.bytes, moving);
    const auto& roof = isBoundByComputing ? *computing : moving;
    const auto least = timeFor(isBoundByComputing ? row.flops : row.bytes, roof);
    if (least <= 0)
        return std::nullopt;
    return RowLimit{roof, least / row.warm.median().value};
}

std::optional<RowLimit> limitOf(const Row& row, const Session& session)
{
    const auto* limits = limitsFor(row, session);
    auto out = limits == nullptr ? std::nullopt : limitOf(row, *limits);
    if (out && limits->device != row.device)
        out->ofThreads = row.threadsUsed;
    return out;
}

const Limits* limitsFor(const Row& row, const Session& session)
{
    const bool isOnFewer = row.threadsUsed > 0 && isProcessor(row.device) &&
                           row.threadsUsed < threadsOf(row.device, session.machine.threads);
    const auto* ofFewer = isOnFewer ? session.limitsOf(processorWith(row.threadsUsed)) : nullptr;
    return ofFewer != nullptr ? ofFewer : session.limitsOf(row.device);
}

std::string spreadTextOf(const Roof& roof)
{
    if (roof.times == 0)
        return {};
    const auto [rate, low, high] = threeDigits(roof.rate, roof.low, roof.high);
    if (roof.isOfFewerThreads())
        return roof.times == 1 ? say("{0} was reached with fewer threads, one measurement gave {1}", rate, high)
                               : say("{0} was reached with fewer threads, {3} measurements gave {1} to {2}", rate,
                                     low, high, roof.times);
    if (roof.times == 1)
        return say("measured once");
    return say("{2} measurements gave {0} to {1}", low, high, roof.times);
}

namespace {

std::string textOfAllThreads(const RowLimit& limit)
{
    if (isExceeded(limit)) {
        const auto unit = limit.roof.isOfBytes() ? "GB/s" : "GFLOP/s";
        return say(
            "faster than the measured limit, the {0} ({1} against {2} {3}): the limit was disturbed while it was "
            "measured",
            nameOf(limit.roof), significant(limit.share * limit.roof.rate, 3), significant(limit.roof.rate, 3),
            unit);
    }
    const auto share = percentText(limit.share), name = nameOf(limit.roof), rate = rateTextOf(limit.roof),
               spread = spreadTextOf(limit.roof);
    if (spread.empty())
        return say("{0} of the {1} ({2} measured)", share, name, rate);
    return limit.roof.isDoubtful() ? say("at most {0} of the {1} ({2}; {3})", share, name, rate, spread)
                                   : say("{0} of the {1} ({2}; {3})", share, name, rate, spread);
}

} // namespace

std::string text(const RowLimit& limit)
{
    const auto out = textOfAllThreads(limit);
    return limit.ofThreads == 0   ? out
           : limit.ofThreads == 1 ? say("{0}, the limit of the 1 thread that it used", out)
                                  : say("{0}, the limit of the {1} threads that it used", out, limit.ofThreads);
}

std::string shortText(const RowLimit& limit)
{
    const auto share = percentText(limit.share), name = shortNameOf(limit.roof);
    if (isExceeded(limit))
        return say("above it ({0})", name);
    return limit.roof.isDoubtful() ? say("at most {0} ({1})", share, name) : say("{0} ({1})", share, name);
}

std::vector<Roof> ratesOf(const Limits& limits)
{
    std::vector roofs{memoryOf(limits), computingOf(limits, false), computingOf(limits, true)};
    std::erase_if(roofs, [](const Roof& roof) { return roof.rate <= 0; });
    return roofs;
}

bool areOneLine(const Roof& a, const Roof& b)
{
    constexpr double near = 0.95;
    return a.isOfBytes() == b.isOfBytes() && std::min(a.rate, b.rate) >= near * std::max(a.rate, b.rate);
}

std::size_t doubtfulRatesIn(const Limits& limits)
{
    auto roofs = ratesOf(limits);
    for (const auto& cache : limits.caches)
        roofs.push_back(cacheOf(limits, cache));
    return static_cast<std::size_t>(
        std::ranges::count_if(roofs, [](const Roof& roof) { return roof.rate > 0 && roof.isDoubtful(); }));
}

std::vector<std::string> remarksOnLimits(const Session& session)
{
    std::vector<std::string> out;
    for (const auto& limits : session.limits) {
        std::vector<const Row*> rows;
        for (const auto& row : session.rows)
            if (limitsFor(row, session) == &limits && !row.isSimulated && row.warm.isThere())
                rows.push_back(&row);
        if (rows.empty())
            continue;
        std::optional<double> others; // beside those that they may have held down
        for (const auto& roof : roofsOf(limits, rows)) {
            if (!roof.isDoubtful())
                continue;
            if (roof.isDisturbed())
                others = std::min(others.value_or(roof.others), roof.others);
            else if (roof.times > 1)
                out.push_back(
                    say("The measurements of the {0} on {1} disagree ({2}; {3}): other programs may have slowed "
                        "them down. Shares of this limit are upper bounds.",
                        nameOf(roof), limits.device, rateTextOf(roof), spreadTextOf(roof)));
        }
        if (others)
            out.push_back(
                say("Other programs used {0} of a core or more whenever the limits of {1} were measured: "
                    "shares of these limits are upper bounds.",
                    significant(*others, 2), limits.device));
    }
    return out;
}

std::vector<Roof> roofsOf(const Limits& limits, std::span<const Row* const> rows)
{
    std::vector<Roof> out;
    const auto add = [&out](const Roof& roof) {
        if (roof.rate > 0 && std::ranges::none_of(out, [&](const Roof& each) { return isSame(each, roof); }))
            out.push_back(roof);
    };
    add(memoryOf(limits));
    for (const auto* row : rows) {
        add(bandwidthFor(row->bytes, limits));
        if (const auto computing = computingFor(row->variant.dtype, limits))
            add(*computing);
    }
    std::ranges::stable_sort(out, {}, [](const Roof& roof) { return std::pair(roof.kind, roof.cacheBytes); });
    double steepest = 0, highest = 0;
    for (const auto& roof : out) {
        auto& most = roof.isOfBytes() ? steepest : highest;
        most = std::max(most, roof.rate);
    }
    for (auto& roof : out)
        if (roof.isOfBytes() && highest > 0)
            roof.span.to = highest / roof.rate;
        else if (!roof.isOfBytes() && steepest > 0)
            roof.span.from = roof.rate / steepest;
    return out;
}

} // namespace tscope::timing

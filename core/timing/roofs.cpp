// SPDX-License-Identifier: Apache-2.0
#include "timing/roofs.h"

#include "base/say.h"
#include "timing/number_text.h"

#include <algorithm>

namespace tscope::timing {

namespace {

Roof memoryOf(const Limits& limits)
{
    return {Roof::Kind::memory, std::max(limits.copyRate, limits.readRate)};
}

// Nothing where computing was not measured for an element type.
std::optional<Roof> computingFor(std::string_view dtype, const Limits& limits)
{
    const bool isWide = dtype == "float64" || dtype == "complex128";
    const bool isFloat = dtype.starts_with("float") || dtype.starts_with("bfloat") || dtype.starts_with("complex");
    const auto rate = isWide ? limits.flopsF64 : limits.flopsF32;
    if (!isFloat || rate <= 0)
        return std::nullopt;
    return Roof{isWide ? Roof::Kind::float64 : Roof::Kind::float32, rate};
}

double timeFor(std::int64_t amount, const Roof& roof)
{
    return roof.rate > 0 ? static_cast<double>(amount) / roof.rate : 0;
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
        return say("cache bandwidth up to {0}", amountText(roof.cacheBytes));
    case Roof::Kind::float32:
    case Roof::Kind::float64:
        break;
    }
    return say("{0} arithmetic", shortNameOf(roof));
}

std::string shortNameOf(const Roof& roof)
{
    switch (roof.kind) {
    case Roof::Kind::memory:
        return say("memory");
    case Roof::Kind::cache:
        return say("cache {0}", amountText(roof.cacheBytes));
    case Roof::Kind::float32:
        return "float32";
    case Roof::Kind::float64:
        break;
    }
    return "float64";
}

std::string rateTextOf(const Roof& roof)
{
    return significant(roof.rate, 3) + (roof.isOfBytes() ? " GB/s" : " GFLOP/s");
}

Roof bandwidthFor(std::int64_t bytes, const Limits& limits)
{
    const auto memory = memoryOf(limits);
    const auto cache =
        std::ranges::find_if(limits.caches, [&](const CacheRate& each) { return bytes <= each.bytes; });
    // A cache that was measured no faster than memory is none to this program.
    if (cache == limits.caches.end() || cache->rate <= memory.rate)
        return memory;
    return {Roof::Kind::cache, cache->rate, cache->bytes};
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
    const auto* limits = session.limitsOf(row.device);
    return limits == nullptr ? std::nullopt : limitOf(row, *limits);
}

std::string text(const RowLimit& limit)
{
    return say("{0} of {1} ({2} measured)", percentText(limit.share), nameOf(limit.roof), rateTextOf(limit.roof));
}

std::string shortText(const RowLimit& limit)
{
    return say("{0} ({1})", percentText(limit.share), shortNameOf(limit.roof));
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

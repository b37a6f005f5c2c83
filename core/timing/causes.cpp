// SPDX-License-Identifier: Apache-2.0
#include "timing/causes.h"

#include "element/dtype.h"
#include "timing/headline_patterns.h"
#include "timing/number_text.h"
#include "timing/roofs.h"
#include "timing/timed_device.h"
#include "timing/workload.h"

#include <algorithm>

namespace tscope::timing {

namespace {

constexpr double farBelow = 0.5; // of the limit
constexpr std::int64_t cacheLine = 64;

const FootprintRow* footprintOf(const Session& session, const Row& row)
{
    const auto found = std::ranges::find_if(session.footprints, [&](const FootprintRow& each) {
        return each.tensor == row.tensor && each.variant == row.variant;
    });
    return found == session.footprints.end() ? nullptr : &*found;
}

std::int64_t valueBytesOf(const Row& row)
{
    return DType::parse(row.variant.dtype).itemSize();
}

bool isProductWithVector(const Row& row)
{
    return workloadKindOf(row.op) == "spmv";
}

std::optional<Sentence> threadsCause(const Session& session, const Row& row, const RowLimit& limit,
                                     const std::string& name)
{
    const auto all = threadsOf(row.device, session.machine.threads);
    if (!isProcessor(row.device) || limit.ofThreads > 0 || row.threadsUsed <= 0 || row.threadsUsed >= all)
        return std::nullopt;
    return Sentence{patterns::causeThreads, {name, std::to_string(row.threadsUsed), std::to_string(all)}};
}

// A row that has few entries costs as much to begin and to end as its entries do.
std::optional<Sentence> shortRowsCause(const Row& row, const Subject& subject, const std::string& name)
{
    constexpr double fewEntries = 8; // a vector register of float32
    const auto mean = subject.spread.mean();
    if (!isProductWithVector(row) || row.variant.layout != "csr" || mean <= 0 || mean >= fewEntries)
        return std::nullopt;
    return Sentence{patterns::causeShortRows, {name, significant(mean)}};
}

// The share of the columns' tiles in which a row of tiles has entries, in the mean.
double shareOfTilesWithEntries(const CostMap& map)
{
    const auto tiles = map.entries.size();
    const auto used = std::ranges::count_if(map.entries, [](std::int64_t entries) { return entries > 0; });
    return tiles == 0 ? 0 : static_cast<double>(used) / static_cast<double>(tiles);
}

// Entries of a row that are far from each other take a cache line of the vector each.
std::optional<Sentence> gatherCause(const Session& session, const Row& row, const Subject& subject,
                                    const std::string& name)
{
    constexpr std::int64_t nearestCache = std::int64_t{64}
                                          << 10; // larger than the first cache of usual processors
    constexpr std::int64_t leastTiles = 8;
    const auto map = std::ranges::find(session.costMaps, row.tensor, &CostMap::tensor);
    const auto valueBytes = valueBytesOf(row);
    const bool isByColumn = row.variant.layout == "csr" || row.variant.layout == "coo";
    if (!isProductWithVector(row) || !isByColumn || map == session.costMaps.end() || valueBytes <= 0 ||
        subject.spread.rows == 0)
        return std::nullopt;
    const auto lines = static_cast<double>(map->columns) * static_cast<double>(valueBytes) / cacheLine;
    if (lines < static_cast<double>(nearestCache / cacheLine) || map->tilesAcross() < leastTiles ||
        shareOfTilesWithEntries(*map) < 0.5 || subject.spread.mean() > lines)
        return std::nullopt;
    return Sentence{patterns::causeGathers, {name, std::to_string(valueBytes), std::to_string(cacheLine)}};
}

// Data that a cache holds has to come from memory once the caches are empty. Where that costs nothing, it is not
// the moving of bytes that takes the time.
std::optional<Sentence> notBytesCause(const Row& row, const RowLimit& limit, const std::string& name)
{
    constexpr double mostSame = 1.1;
    if (limit.roof.kind != Roof::Kind::cache || !row.cold.isThere())
        return std::nullopt;
    const auto warm = row.warm.median().value, cold = row.cold.median().value;
    if (cold > mostSame * warm)
        return std::nullopt;
    return Sentence{patterns::causeNotBytes, {name, timeText(cold), timeText(warm)}};
}

std::optional<Sentence> indexCause(const Session& session, const Row& row, const std::string& name)
{
    const auto bytes = indexBytesPerEntry(session, row);
    const auto valueBytes = valueBytesOf(row);
    if (!bytes || valueBytes <= 0 || *bytes < 0.5 * static_cast<double>(valueBytes))
        return std::nullopt;
    return Sentence{patterns::causeIndices, {name, significant(*bytes), std::to_string(valueBytes)}};
}

} // namespace

std::optional<double> indexBytesPerEntry(const Session& session, const Row& row)
{
    const auto* footprint = footprintOf(session, row);
    const auto entries = footprint == nullptr ? 0 : footprint->elements() - footprint->fill;
    if (entries <= 0)
        return std::nullopt;
    std::int64_t bytes = 0;
    for (const auto& member : footprint->members)
        if (member.role != "values" && member.role != "buffer")
            bytes += member.bytes;
    return static_cast<double>(bytes) / static_cast<double>(entries);
}

std::optional<Sentence> whyBelowLimit(const Session& session, const Row& row, const std::string& name)
{
    const auto limit = limitOf(row, session);
    const auto subject = std::ranges::find(session.subjects, row.tensor, &Subject::name);
    if (!limit || limit->share >= farBelow || subject == session.subjects.end())
        return std::nullopt;
    if (auto cause = threadsCause(session, row, *limit, name))
        return cause;
    if (!limit->roof.isOfBytes())
        return std::nullopt;
    if (auto cause = shortRowsCause(row, *subject, name))
        return cause;
    if (auto cause = gatherCause(session, row, *subject, name))
        return cause;
    if (auto cause = notBytesCause(row, *limit, name))
        return cause;
    return indexCause(session, row, name);
}

bool doInstructionsSetPace(const Session& session, const Row& row)
{
    const auto cause = whyBelowLimit(session, row, {});
    return cause && cause->pattern == patterns::causeNotBytes;
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope::timing {

// The operations per byte between which a limit is drawn. Beyond, another limit of the device is lower.
struct RoofSpan {
    double from = 0, to = std::numeric_limits<double>::infinity();
};

// A rate that a device was measured to reach.
struct Roof {
    enum class Kind : std::uint8_t { memory, cache, float32, float64 };
    Kind kind = Kind::memory;
    double rate = 0;             // bytes per nanosecond, or multiplications and additions
    std::int64_t cacheBytes = 0; // of a cache: the largest working set that was measured to fit
    RoofSpan span = {};

    bool isOfBytes() const { return kind == Kind::memory || kind == Kind::cache; }
    // The operations per nanosecond that it allows.
    double at(double opsPerByte) const { return isOfBytes() ? rate * opsPerByte : rate; }
};
std::string nameOf(const Roof& roof);      // "memory bandwidth", "cache bandwidth up to 2 MiB"
std::string shortNameOf(const Roof& roof); // "memory", "cache 2 MiB": beside others, in tables and legends
std::string rateTextOf(const Roof& roof);  // "18.2 GB/s", "90.1 GFLOP/s"

// At which bandwidth so many bytes are moved: that of the smallest cache that holds them, else that of memory.
Roof bandwidthFor(std::int64_t bytes, const Limits& limits);

// The limit that bounds a row, and how near the row comes. Per cents in tables, reports and charts are of this
// limit, and rooflines draw it.
struct RowLimit {
    Roof roof;
    double share = 0; // the time that the limit allows, divided by the time that the row took
};
// Nothing where the row has no time or its limit was not measured.
std::optional<RowLimit> limitOf(const Row& row, const Limits& limits);
std::optional<RowLimit> limitOf(const Row& row, const Session& session);

std::string text(const RowLimit& limit);      // "62 % of memory bandwidth (18.2 GB/s measured)"
std::string shortText(const RowLimit& limit); // "62 % (memory)", for a table

// The bandwidth of memory and whatever bounds these rows, with the spans in which each is the lowest.
std::vector<Roof> roofsOf(const Limits& limits, std::span<const Row* const> rows);

} // namespace tscope::timing

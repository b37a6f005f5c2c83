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
    double low = 0;         // the lowest of its measurements
    double high = 0;        // the best of them; `rate` is more where fewer threads reached more
    std::size_t times = 0;  // it was measured; 0: not known, as in older sessions
    bool isReached = false; // by two measurements, while other programs left the processor alone
    double others = 0;      // cores that they used during those that came near the best; the least of them

    // The device may be capable of more than was measured: this is at least its limit, and shares of it are upper
    // bounds.
    bool isDoubtful() const { return times > 0 && !isReached; }
    bool isOfFewerThreads() const { return times > 0 && rate > high; }
    bool isDisturbed() const { return others > mostOthers; }
    static constexpr double mostOthers = 0.25; // cores; what is less tells nothing in a third of a second

    bool isOfBytes() const { return kind == Kind::memory || kind == Kind::cache; }
    // The operations per nanosecond that it allows.
    double at(double opsPerByte) const { return isOfBytes() ? rate * opsPerByte : rate; }
};
std::string nameOf(const Roof& roof);      // "memory bandwidth", "bandwidth for data of up to 2 MiB"
std::string shortNameOf(const Roof& roof); // "memory", "data of 2 MiB": beside others, in tables and legends
std::string rateTextOf(const Roof& roof);  // "18.2 GB/s", "at least 90.1 GFLOP/s" of a doubtful one
// "3 measurements gave 17.5 to 18.2", "measured once", "22.0 was reached with fewer threads, 3 measurements gave
// 17.5 to 18.2"; empty: not known.
std::string spreadTextOf(const Roof& roof);

// At which bandwidth so many bytes are moved: that of the smallest cache that holds them, else that of memory.
Roof bandwidthFor(std::int64_t bytes, const Limits& limits);

// The limit that bounds a row, and how near the row comes. Per cents in tables, reports and charts are of this
// limit, and rooflines draw it.
struct RowLimit {
    Roof roof;
    double share = 0; // the time that the limit allows, divided by the time that the row took
    int ofThreads =
        0; // the limit is that of so many threads, as the row used no more; 0: of all that it might use
};
// Nothing where the row has no time or its limit was not measured.
std::optional<RowLimit> limitOf(const Row& row, const Limits& limits);
std::optional<RowLimit> limitOf(const Row& row, const Session& session);
// Those that apply to the row: small work runs on fewer threads than it may use, and has the limits of so many
// where they were measured. Null: none were.
const Limits* limitsFor(const Row& row, const Session& session);

// "62 % of the memory bandwidth (18.2 GB/s; 3 measurements gave 17.5 to 18.2)"; "at most 62 % of the memory
// bandwidth (at least 18.2 GB/s; ..." for a doubtful limit.
std::string text(const RowLimit& limit);
std::string shortText(const RowLimit& limit); // "62 % (memory)", "at most 62 % (memory)": for a table

// The bandwidth of memory and whatever bounds these rows, with the spans in which each is the lowest.
std::vector<Roof> roofsOf(const Limits& limits, std::span<const Row* const> rows);

// The bandwidth of memory and the rates of products, where they were measured.
std::vector<Roof> ratesOf(const Limits& limits);

// Whether two limits are one line in a picture: their rates are too near each other to be told apart.
bool areOneLine(const Roof& a, const Roof& b);

// How many rates of the device are doubtful.
std::size_t doubtfulRatesIn(const Limits& limits);
// Which limits of a session are doubtful, in sentences: of those that bound its rows.
std::vector<std::string> remarksOnLimits(const Session& session);

} // namespace tscope::timing

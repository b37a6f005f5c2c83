// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/table.h"
#include "charts/times.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::charts {

// What the colours of a map of costs tell of.
enum class CostMeasure : std::uint8_t { share, fill, time };
inline constexpr CostMeasure allCostMeasures[] = {CostMeasure::share, CostMeasure::fill, CostMeasure::time};

// A part of the matrix, ends among it.
struct CostTile {
    std::int64_t firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0;
    std::int64_t entries = 0, fill = 0; // the latter: elements that are stored only to make entries whole
    double bytes = 0;

    bool operator==(const CostTile&) const = default;
};

// A time of the form, which is told of its tiles as their bytes have it.
struct CostTime {
    double nanoseconds = 0;
    QString words; // "spmv on cpu, kernel, warm"
};

// Where in a matrix the bytes lie that a product with a vector reads of one form.
struct CostMap {
    std::string tensor;
    timing::Variant form;
    QString title; // of the form
    std::int64_t batchDims = 0, rows = 0, columns = 0;
    std::int64_t across = 0;     // tiles side by side
    std::vector<CostTile> tiles; // row-major
    double bytes = 0;            // of all tiles
    double pointerBytes = 0;     // that lie in none
    std::optional<CostTime> time;

    double at(const CostTile& tile, CostMeasure measure) const;
    bool has(CostMeasure measure) const;
};

QString titleOf(CostMeasure measure);
QString textOf(double value, CostMeasure measure); // with its unit

// Of each form that the session tells of, in its order. Times are those of an operation, on the device of `row`
// where there is one of it.
std::vector<CostMap> costMapsOf(const timing::Session& session, const Cells& cells, Time time,
                                std::optional<std::size_t> row = {});
Table tableOf(const CostMap& map);

} // namespace tscope::charts

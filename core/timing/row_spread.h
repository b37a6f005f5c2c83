// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace tscope::timing {

// How many rows have a length from `first` to `last`.
struct LengthBin {
    std::int64_t first = 0, last = 0;
    std::int64_t rows = 0;
    std::int64_t firstRow = -1; // the number of the first of them; -1: there is none

    bool operator==(const LengthBin&) const = default;
};

// One of the rows when they stand in the order of their lengths, the longest first.
struct RankedLength {
    std::int64_t rank = 0, length = 0;

    bool operator==(const RankedLength&) const = default;
};

// How entries are spread over the rows of a matrix, of a batch over those of all its matrices together; how
// elements are over components, each of which is a row.
struct RowSpread {
    std::int64_t rows = 0, entries = 0, empty = 0;
    std::int64_t least = 0, median = 0, greatest = 0;
    std::int64_t firstLongest = -1;      // the number of the first row of that length; -1: there are no rows
    std::vector<RankedLength> curve;     // few of many, the ends and the steps near them among them
    std::vector<LengthBin> evenBins;     // of one width
    std::vector<LengthBin> doublingBins; // 0, 1, 2-3, 4-7 ...

    double mean() const { return rows > 0 ? static_cast<double>(entries) / static_cast<double>(rows) : 0; }
    bool operator==(const RowSpread&) const = default;
};

inline constexpr std::size_t mostEvenBins = 40, mostDoublingBins = 64, mostCurvePoints = 514;

// Bins without rows yet, up to the one that has `greatest`.
std::vector<LengthBin> evenBinsOf(std::int64_t greatest);
std::vector<LengthBin> doublingBinsOf(std::int64_t greatest);

// Takes lengths row by row. Rows are kept by their lengths, of which n entries have fewer than the square root of
// 2n different ones: so it stays small, however many rows there are.
class LengthCounts
{
public:
    void add(std::int64_t length); // of the next row; not negative
    RowSpread spread() const;

private:
    struct Alike {
        std::int64_t rows = 0, firstRow = 0;
    };
    static constexpr std::int64_t fewEntries = 1024;

    std::map<std::int64_t, Alike> byLength() const;

    std::vector<Alike> m_short = std::vector<Alike>(fewEntries); // by their length
    std::map<std::int64_t, Alike> m_long;
    std::int64_t m_rows = 0;
};

RowSpread spreadOf(const std::vector<std::int64_t>& lengths);

} // namespace tscope::timing

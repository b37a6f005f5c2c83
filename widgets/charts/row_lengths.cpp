// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/row_lengths.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace tscope::charts {

namespace {

constexpr int mostBins = 40;
constexpr int halfOfCurve = 256; // of its points

struct LengthWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::LengthWords)
};

// Of lengths in falling order.
std::vector<RankedLength> curveOf(const std::vector<std::int64_t>& lengths)
{
    std::vector<RankedLength> curve;
    const auto count = static_cast<double>(lengths.size());
    const auto add = [&](double rank) {
        const auto at = std::min(static_cast<std::int64_t>(rank), static_cast<std::int64_t>(lengths.size()) - 1);
        curve.push_back({at, lengths[static_cast<std::size_t>(at)]});
    };
    // Half of them evenly, half by powers, so that the few longest rows are there on each scale.
    for (int i = 0; i <= halfOfCurve; ++i) {
        add(count * i / halfOfCurve);
        add(std::pow(count, 1.0 * i / halfOfCurve) - 1);
    }
    std::ranges::sort(curve, {}, &RankedLength::rank);
    const auto isSame = [](const RankedLength& a, const RankedLength& b) { return a.rank == b.rank; };
    curve.erase(std::unique(curve.begin(), curve.end(), isSame), curve.end());
    return curve;
}

std::vector<LengthBin> evenBinsOf(const std::vector<std::int64_t>& lengths, std::int64_t greatest)
{
    const auto width = greatest / mostBins + 1;
    std::vector<LengthBin> bins;
    for (std::int64_t first = 0; first <= greatest; first += width)
        bins.push_back({first, first + width - 1, 0});
    for (const auto length : lengths)
        ++bins[static_cast<std::size_t>(length / width)].rows;
    return bins;
}

std::vector<LengthBin> doublingBinsOf(const std::vector<std::int64_t>& lengths, std::int64_t greatest)
{
    std::vector<LengthBin> bins{{0, 0, 0}};
    for (std::int64_t first = 1; first <= greatest && first < (std::int64_t{1} << 62); first *= 2)
        bins.push_back({first, first * 2 - 1, 0});
    for (const auto length : lengths)
        ++bins[std::min(bins.size() - 1,
                        static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length))))]
              .rows;
    return bins;
}

} // namespace

RowLengths rowLengthsOf(std::vector<std::int64_t> lengths)
{
    RowLengths all;
    if (lengths.empty())
        return all;
    for (auto& length : lengths)
        length = std::max<std::int64_t>(0, length); // a broken tensor may have rows that end before they begin
    std::ranges::sort(lengths, std::greater{});
    all.rows = static_cast<std::int64_t>(lengths.size());
    all.entries = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
    all.empty = std::ranges::count(lengths, 0);
    all.greatest = lengths.front();
    all.least = lengths.back();
    all.median = lengths[lengths.size() / 2];
    all.curve = curveOf(lengths);
    all.evenBins = evenBinsOf(lengths, all.greatest);
    all.doublingBins = doublingBinsOf(lengths, all.greatest);
    return all;
}

Table tableOf(const RowLengths& lengths)
{
    Table table;
    table.header = {LengthWords::tr("what"), LengthWords::tr("from"), LengthWords::tr("to"),
                    LengthWords::tr("rows or length")};
    const auto add = [&](const QString& what, std::int64_t from, std::int64_t to, std::int64_t number) {
        table.rows.push_back({what, QString::number(from), QString::number(to), QString::number(number)});
    };
    for (const auto& bin : lengths.evenBins)
        add(LengthWords::tr("rows with lengths, even bins"), bin.first, bin.last, bin.rows);
    for (const auto& bin : lengths.doublingBins)
        add(LengthWords::tr("rows with lengths, doubling bins"), bin.first, bin.last, bin.rows);
    for (const auto& point : lengths.curve)
        add(LengthWords::tr("length of the row of this rank"), point.rank, point.rank, point.length);
    return table;
}

} // namespace tscope::charts

// SPDX-License-Identifier: Apache-2.0
#include "timing/number_text.h"
#include "timing/report/axis.h"
#include "timing/report/markup.h"
#include "timing/report/pictures.h"
#include "timing/report/series.h"
#include "timing/report/svg.h"

#include <algorithm>

namespace tscope::timing {

namespace {

// Columns: the lengths, a bar, how many rows have them.
constexpr double lengthsEnd = 200, barX = 210, barEnd = 510, countX = 518, binHeight = 18, binTop = 24;
constexpr double rowsWidth = 720;

std::string lengthsText(const LengthBin& bin)
{
    return bin.first == bin.last ? std::to_string(bin.first)
                                 : std::to_string(bin.first) + " - " + std::to_string(bin.last);
}

std::string countText(const LengthBin& bin, std::int64_t rows)
{
    return std::to_string(bin.rows) + " (" +
           percentText(static_cast<double>(bin.rows) / static_cast<double>(rows)) + ')';
}

std::string drawnBins(const RowSpread& spread)
{
    const auto& bins = spread.doublingBins;
    const auto most = std::ranges::max_element(bins, {}, &LengthBin::rows)->rows;
    Svg svg(rowsWidth, binTop + binHeight * static_cast<double>(bins.size()) + 4,
            "how many rows have how many entries");
    const auto axis = Axis::linear(static_cast<double>(most), barX, barEnd);
    svg.text(lengthsEnd, binTop - 8, "entries of a row", "faint", Anchor::end);
    svg.text(barX, binTop - 8, "rows", "faint");
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const auto top = binTop + binHeight * static_cast<double>(i);
        const auto words = lengthsText(bins[i]);
        svg.text(lengthsEnd, top + 13, shortened(words, lengthsEnd - 4), "plain", Anchor::end, words);
        const auto first =
            bins[i].rows > 0 ? "the first of them is row " + std::to_string(bins[i].firstRow) : std::string();
        if (bins[i].rows > 0)
            svg.rect(barX, top + 3, axis.at(static_cast<double>(bins[i].rows)) - barX, binHeight - 6, fillStyle(0),
                     first);
        svg.text(countX, top + 13, countText(bins[i], spread.rows), bins[i].rows > 0 ? "plain" : "faint",
                 Anchor::start, first);
    }
    return std::move(svg).markup();
}

} // namespace

std::string rowsPicture(const Subject& subject)
{
    const auto& spread = subject.spread;
    if (spread.rows == 0 || spread.doublingBins.empty())
        return {};
    std::string out = "<p>" + countText(spread.rows) + " rows: the longest " + countText(spread.greatest) +
                      " (row " + std::to_string(spread.firstLongest) + "), the mean " +
                      significant(spread.mean(), 3) + ", the median " + countText(spread.median) +
                      ", the shortest " + countText(spread.least) + ", " + countText(spread.empty) +
                      " empty.</p>\n";
    return out + "<div class=\"wide\">" + drawnBins(spread) + "</div>\n";
}

} // namespace tscope::timing

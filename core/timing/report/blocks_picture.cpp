// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "timing/number_text.h"
#include "timing/report/heat.h"
#include "timing/report/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tscope::timing {

namespace {

constexpr double blocksLeft = 40, blocksTop = 28, cell = 8;

// What is drawn of each size of blocks, and how it is told.
struct BlockValues {
    std::vector<double> values; // as in the table
    bool areTimes = false;

    std::string text(double value) const { return areTimes ? timeText(value) : percentText(value); }
};

BlockValues valuesOf(const BlockTable& table)
{
    const bool areTimes = std::ranges::any_of(table.predictedNs, [](double time) { return time > 0; });
    if (areTimes)
        return {table.predictedNs, true};
    BlockValues out;
    for (std::int64_t r = 1; r <= table.side; ++r)
        for (std::int64_t c = 1; c <= table.side; ++c) {
            const auto blocks = table.blocks[static_cast<std::size_t>((r - 1) * table.side + c - 1)];
            const auto stored = static_cast<double>(blocks) * static_cast<double>(r * c);
            out.values.push_back(stored > 0 ? std::clamp(1 - static_cast<double>(table.entries) / stored, 0.0, 1.0)
                                            : 0);
        }
    return out;
}

std::string sizeText(std::size_t place, std::int64_t side)
{
    const auto at = static_cast<std::int64_t>(place);
    return std::to_string(at / side + 1) + 'x' + std::to_string(at % side + 1);
}

// Where it lies between the least and the greatest; times by their logarithms.
double shareOf(double value, double least, double most, bool areTimes)
{
    if (!(most > least))
        return 0;
    if (!areTimes || least <= 0)
        return (value - least) / (most - least);
    return std::log(value / least) / std::log(most / least);
}

void ticks(Svg& svg, std::int64_t side)
{
    constexpr std::int64_t every = 8;
    for (std::int64_t i = 1; i <= side; i = i == 1 ? every : i + every) {
        const auto at = (static_cast<double>(i) - 0.5) * cell;
        svg.text(blocksLeft - 6, blocksTop + at + 4, std::to_string(i), "faint", Anchor::end);
        svg.text(blocksLeft + at, blocksTop - 6, std::to_string(i), "faint", Anchor::middle);
    }
}

// All cells of one shade are one path: a table may have thousands of cells.
std::string drawn(const BlockTable& table, const BlockValues& values, std::size_t best)
{
    const auto [least, most] = std::ranges::minmax(values.values);
    const auto length = static_cast<double>(table.side) * cell;
    Svg svg(blocksLeft + length + 12, blocksTop + length + 12, "sizes of blocks: rows down, columns to the right");
    std::array<std::string, heatShades> paths;
    const auto place = [&](std::size_t i) {
        const auto at = static_cast<std::int64_t>(i);
        return std::pair(blocksLeft + static_cast<double>(at % table.side) * cell,
                         blocksTop + static_cast<double>(at / table.side) * cell);
    };
    for (std::size_t i = 0; i < values.values.size(); ++i) {
        const auto [x, y] = place(i);
        paths[heatShade(shareOf(values.values[i], least, most, values.areTimes))] +=
            'M' + pixels(x) + ' ' + pixels(y) + "h8v8h-8z";
    }
    for (std::size_t shade = 0; shade < paths.size(); ++shade)
        if (!paths[shade].empty())
            svg.path(paths[shade], heatStyle(shade));
    svg.rect(blocksLeft, blocksTop, length, length, "frame");
    ticks(svg, table.side);
    const auto [x, y] = place(best);
    svg.rect(x, y, cell, cell, "best", sizeText(best, table.side) + ": " + values.text(values.values[best]));
    return std::move(svg).markup();
}

} // namespace

std::string blocksPicture(const BlockTable& table, const MatrixSides& sides)
{
    const auto cells = static_cast<std::size_t>(table.side * table.side);
    if (cells == 0 || table.blocks.size() != cells ||
        (!table.predictedNs.empty() && table.predictedNs.size() != cells))
        return {};
    const auto values = valuesOf(table);
    std::vector<std::size_t> order(cells);
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto [least, most] = std::ranges::minmax(values.values);
    std::erase_if(order, [&](std::size_t i) {
        const auto at = static_cast<std::int64_t>(i);
        return sides.rows % (at / table.side + 1) != 0 || sides.columns % (at % table.side + 1) != 0;
    });
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values.values[i]; });
    // 1x1 has no fill, which is no news.
    const auto best = !values.areTimes && order.front() == 0 && order.size() > 1 ? order[1] : order.front();
    std::string out =
        "<div class=\"beside\"><div class=\"wide\">" + drawn(table, values, best) + "</div><div><p>" +
        std::string(
            values.areTimes
                ? "Time of a product with a vector in bsr at the measured bandwidth, a model from bytes and limits"
                : "Share of the stored values that is fill") +
        ", by rows (down) and columns (to the right) of a block. Outlined: " + sizeText(best, table.side) +
        (order.size() < cells ? ". Listed are the sizes that divide the tensor." : ".") + "</p>\n<p>" +
        values.text(least) + ' ' + heatLegend() + ' ' + values.text(most) +
        "</p>\n<table><tr><th>block</th><th class=\"n\">blocks</th><th class=\"n\">" +
        (values.areTimes ? "at the measured bandwidth (model)" : "fill") + "</th></tr>\n";
    constexpr std::size_t listed = 10;
    for (std::size_t i = 0; i < std::min(listed, order.size()); ++i)
        out += "<tr><td>" + sizeText(order[i], table.side) + "</td><td class=\"n\">" +
               std::to_string(table.blocks[order[i]]) + "</td><td class=\"n\">" +
               values.text(values.values[order[i]]) + "</td></tr>\n";
    return out + "</table></div></div>\n";
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "timing/number_text.h"
#include "timing/report/axis.h"
#include "timing/report/markup.h"
#include "timing/report/series.h"
#include "timing/report/svg.h"
#include "timing/variant_words.h"

#include <algorithm>

namespace tscope::timing {

namespace {

constexpr PlotFrame densitiesFrame{72, 600, 20, 300};

std::string drawn(const DensityCurves& curves, std::size_t count)
{
    double least = curves.curves.front().points.front().time.value, most = 0;
    for (const auto& curve : curves.curves)
        for (const auto& point : curve.points) {
            least = std::min(least, point.time.value);
            most = std::max(most, point.time.value);
        }
    const auto densities = curves.densities();
    const auto x = Axis::logarithmic(densities.front() * 100, densities.back() * 100, densitiesFrame.left,
                                     densitiesFrame.right),
               y = Axis::logarithmic(least, most, densitiesFrame.bottom, densitiesFrame.top);
    Svg svg(densitiesFrame.right + 24, densitiesFrame.bottom + 44,
            "times by how many of the elements are entries");
    for (const auto tick : x.ticks(8)) {
        svg.line(x.at(tick), densitiesFrame.top, x.at(tick), densitiesFrame.bottom, "grid");
        svg.text(x.at(tick), densitiesFrame.bottom + 16, tickNumber(tick), "faint", Anchor::middle);
    }
    for (const auto tick : y.ticks(8)) {
        svg.line(densitiesFrame.left, y.at(tick), densitiesFrame.right, y.at(tick), "grid");
        svg.text(densitiesFrame.left - 6, y.at(tick) + 4, tickTime(tick), "faint", Anchor::end);
    }
    svg.rect(densitiesFrame.left, densitiesFrame.top, densitiesFrame.right - densitiesFrame.left,
             densitiesFrame.bottom - densitiesFrame.top, "frame");
    svg.text((densitiesFrame.left + densitiesFrame.right) / 2, densitiesFrame.bottom + 36,
             "entries of 100 elements (the left axis: time)", "faint", Anchor::middle);
    const auto here = x.at(curves.here * 100);
    svg.line(here, densitiesFrame.top, here, densitiesFrame.bottom, "frame");
    svg.text(here, densitiesFrame.top - 6, "as given", "faint", Anchor::middle);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& curve = curves.curves[i];
        std::string path;
        for (const auto& point : curve.points)
            path += (path.empty() ? 'M' : 'L') + pixels(x.at(point.density * 100)) + ' ' +
                    pixels(y.at(point.time.value));
        svg.path(path, strokeStyle(i));
        for (const auto& point : curve.points)
            svg.circle(x.at(point.density * 100), y.at(point.time.value), 3, "hollow",
                       curve.name + ", " + percentText(point.density) + ": " + timeText(point.time.value));
    }
    return std::move(svg).markup();
}

std::string tableOf(const DensityCurves& curves)
{
    std::string out = "<table><tr><th>entries of the elements</th>";
    for (const auto& curve : curves.curves)
        out += "<th class=\"n\">" + escaped(curve.name) + "</th>";
    out += "</tr>\n";
    for (const auto density : curves.densities()) {
        out += "<tr><td>" + percentText(density) + (density == curves.here ? ", as given" : "") + "</td>";
        for (const auto& curve : curves.curves) {
            const auto* point = pointAt(curve, density);
            out += "<td class=\"n\">" + (point != nullptr ? timeText(point->time.value) : std::string()) + "</td>";
        }
        out += "</tr>\n";
    }
    return out + "</table>";
}

} // namespace

std::string densitiesPicture(const DensityCurves& curves)
{
    if (curves.curves.empty())
        return {};
    const auto count = std::min(curves.curves.size(), seriesCount);
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < count; ++i)
        entries.push_back({strokeStyle(i), curves.curves[i].name});
    std::string out = "<div class=\"beside\"><div class=\"wide\">" + drawn(curves, count) + legend(entries);
    if (count < curves.curves.size())
        out += "<p class=\"faint\">Drawn are " + std::to_string(count) + " of " +
               std::to_string(curves.curves.size()) + " forms.</p>\n";
    for (const auto& sentence : sentencesOf(curves))
        out += "<p>" + escaped(sentence) + "</p>\n";
    return out + "</div><div>" + tableOf(curves) + "</div></div>\n";
}

} // namespace tscope::timing

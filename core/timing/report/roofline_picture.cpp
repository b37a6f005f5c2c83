// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "timing/number_text.h"
#include "timing/reasons.h"
#include "timing/report/axis.h"
#include "timing/report/markup.h"
#include "timing/report/point_labels.h"
#include "timing/report/series.h"
#include "timing/report/svg.h"
#include "timing/roofs.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope::timing {

namespace {

constexpr PlotFrame roofFrame{64, 600, 12, 372};

// What a row reaches: by how many operations it does for each byte.
struct RoofPoint {
    std::size_t row;
    double intensity;
    Median reached; // operations per nanosecond
    std::optional<double> cold;
};

std::vector<RoofPoint> pointsUnder(const Session& session, const Limits& limits)
{
    std::vector<RoofPoint> out;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto* its = limitsFor(row, session);
        if (its == nullptr || its->device != limits.device || !isComparable(row) || row.bytes <= 0 ||
            row.flops <= 0)
            continue;
        const auto flops = static_cast<double>(row.flops);
        const auto time = row.warm.median();
        RoofPoint point{i, flops / static_cast<double>(row.bytes), {}, std::nullopt};
        point.reached = {flops / time.value, flops / time.high, flops / time.low};
        if (row.cold.isThere() && row.cold.median().value > 0)
            point.cold = flops / row.cold.median().value;
        out.push_back(point);
    }
    // Work on zeros that were filled in gets no form forward.
    std::ranges::stable_sort(out, {}, [&](const RoofPoint& point) {
        const auto& row = session.rows[point.row];
        return -point.reached.value * (1 - fillShare(session, row.tensor, row.variant));
    });
    return out;
}

// Those of the points.
std::vector<Roof> roofsOf(const Session& session, const Limits& limits, const std::vector<RoofPoint>& points)
{
    std::vector<const Row*> rows;
    for (const auto& point : points)
        rows.push_back(&session.rows[point.row]);
    return roofsOf(limits, rows);
}

// The roof whose line stands for this one too: the first that can't be told apart from it.
std::size_t sharedLineOf(const std::vector<Roof>& roofs, std::size_t at)
{
    const auto first = std::ranges::find_if(roofs, [&](const Roof& each) { return areOneLine(each, roofs[at]); });
    const auto before = static_cast<std::size_t>(first - roofs.begin());
    return before == at ? at : sharedLineOf(roofs, before);
}

// Operations on zeros that were filled in are counted, as the device does them; so it is said how many they are.
std::string onZeros(const Session& session, const Row& row)
{
    const auto share = fillShare(session, row.tensor, row.variant);
    return share > 0 ? " (" + percentText(share) + " of the operations on zeros)" : std::string();
}

class Roofline
{
public:
    Roofline(const std::vector<RoofPoint>& points, const std::vector<Roof>& roofs)
        : m_points(points), m_roofs(roofs), m_x(intensities(points, roofs)), m_y(rates(points, roofs, m_x))
    {
    }

    std::string drawn()
    {
        Svg svg(roofFrame.right + 24, roofFrame.bottom + 44, "what rows reach under the measured roofs");
        for (const auto tick : m_x.ticks(8)) {
            svg.line(m_x.at(tick), roofFrame.top, m_x.at(tick), roofFrame.bottom, "grid");
            svg.text(m_x.at(tick), roofFrame.bottom + 16, tickNumber(tick), "faint", Anchor::middle);
        }
        for (const auto tick : m_y.ticks(8)) {
            svg.line(roofFrame.left, m_y.at(tick), roofFrame.right, m_y.at(tick), "grid");
            svg.text(roofFrame.left - 6, m_y.at(tick) + 4, tickNumber(tick), "faint", Anchor::end);
        }
        svg.rect(roofFrame.left, roofFrame.top, roofFrame.right - roofFrame.left, roofFrame.bottom - roofFrame.top,
                 "frame");
        svg.text((roofFrame.left + roofFrame.right) / 2, roofFrame.bottom + 36,
                 "FLOP for each byte (the left axis: GFLOP/s)", "faint", Anchor::middle);
        for (std::size_t i = 0; i < m_roofs.size(); ++i)
            if (sharedLineOf(m_roofs, i) == i)
                roof(svg, m_roofs[i], strokeStyle(i));
        marks(svg);
        return std::move(svg).markup();
    }
    std::size_t unlabelled() const { return m_unlabelled; }

private:
    static Axis intensities(const std::vector<RoofPoint>& points, const std::vector<Roof>& roofs)
    {
        auto least = points.front().intensity, most = least;
        const auto take = [&](double value) {
            least = std::min(least, value);
            most = std::max(most, value);
        };
        for (const auto& point : points)
            take(point.intensity);
        for (const auto& memory : roofs) // where the roofs bend
            for (const auto& computing : roofs)
                if (memory.isOfBytes() && !computing.isOfBytes())
                    take(computing.rate / memory.rate);
        return Axis::logarithmic(least / 2, most * 2, roofFrame.left, roofFrame.right);
    }

    static Axis rates(const std::vector<RoofPoint>& points, const std::vector<Roof>& roofs, const Axis& x)
    {
        auto least = points.front().reached.low, most = least;
        for (const auto& point : points) {
            least = std::min({least, point.reached.low, point.cold.value_or(point.reached.low)});
            most = std::max(most, point.reached.high);
        }
        for (const auto& each : roofs)
            most = std::max(most, each.isOfBytes() ? each.rate * x.least() : each.rate);
        return Axis::logarithmic(least / 2, most * 1.5, roofFrame.bottom, roofFrame.top);
    }

    void roof(Svg& svg, const Roof& each, std::string_view style) const
    {
        if (!each.isOfBytes()) {
            const auto from = std::clamp(each.span.from, m_x.least(), m_x.most());
            svg.line(m_x.at(from), m_y.at(each.rate), roofFrame.right, m_y.at(each.rate), style);
            return;
        }
        // In a drawing by logarithms it is straight; from where it comes in to where it leaves.
        const auto from = std::max(m_x.least(), m_y.least() / each.rate),
                   to = std::min({m_x.most(), m_y.most() / each.rate, each.span.to});
        if (from < to)
            svg.line(m_x.at(from), m_y.at(each.rate * from), m_x.at(to), m_y.at(each.rate * to), style);
    }

    void marks(Svg& svg)
    {
        constexpr double radius = 4, digitWidth = 6, labelHeight = 9, nearby = 10;
        PointLabels labels({roofFrame.left, roofFrame.top, roofFrame.right, roofFrame.bottom}, labelHeight);
        for (const auto& point : m_points) {
            labels.addPoint(m_x.at(point.intensity), m_y.at(point.reached.value), radius);
            if (point.cold)
                labels.addPoint(m_x.at(point.intensity), m_y.at(*point.cold), radius);
        }
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const auto& point = m_points[i];
            const auto x = m_x.at(point.intensity), y = m_y.at(point.reached.value);
            const auto number = std::to_string(i + 1);
            svg.line(x, m_y.at(point.reached.low), x, m_y.at(point.reached.high), "whisker");
            if (point.cold)
                svg.circle(x, m_y.at(*point.cold), radius, "hollow", number + ", caches emptied");
            svg.circle(x, y, radius, "point", number);
            const auto box = labels.place(x, y, digitWidth * static_cast<double>(number.size()));
            if (!box) {
                ++m_unlabelled;
                continue;
            }
            const auto nearX = std::clamp(x, box->left, box->right), nearY = std::clamp(y, box->top, box->bottom);
            if (std::hypot(nearX - x, nearY - y) > nearby)
                svg.line(x, y, nearX, nearY, "leader");
            svg.text((box->left + box->right) / 2, box->bottom - 1, number, "small", Anchor::middle);
        }
    }

    const std::vector<RoofPoint>& m_points;
    const std::vector<Roof>& m_roofs;
    Axis m_x, m_y;
    std::size_t m_unlabelled = 0;
};

} // namespace

std::string rooflinePicture(const Session& session, const Limits& limits)
{
    const auto points = pointsUnder(session, limits);
    const auto roofs = roofsOf(session, limits, points);
    if (points.empty() || roofs.empty())
        return {};
    Roofline roofline(points, roofs);
    std::string out = "<div class=\"beside\"><div class=\"wide\">" + roofline.drawn() + "</div>\n<div>";
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < roofs.size(); ++i)
        entries.push_back(
            {strokeStyle(sharedLineOf(roofs, i)), nameOf(roofs[i]) + ", measured: " + rateTextOf(roofs[i])});
    out += legend(entries) +
           "<p class=\"faint\">A full point is warm, a hollow one after caches were emptied; the "
           "upright line is the interval. The numbers are those of the table.";
    if (roofline.unlabelled() > 0)
        out += " Where points lie close together, " + std::to_string(roofline.unlabelled()) +
               " have no number beside them.";
    out += "</p>\n<table><tr><th class=\"n\"></th><th>row</th><th class=\"n\">FLOP/byte</th>"
           "<th class=\"n\">GFLOP/s</th><th>of its limit</th></tr>\n";
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& [number, intensity, reached, cold] = points[i];
        const auto rate = threeDigits(reached.value, reached.low, reached.high);
        const auto& row = session.rows[number];
        const auto limit = limitOf(row, limits);
        out += "<tr><td class=\"n\">" + std::to_string(i + 1) + "</td><td>" +
               escaped((session.subjects.size() > 1 ? row.tensor + ": " : std::string()) + fullText(row.variant) +
                       ", " + row.op + onZeros(session, row)) +
               "</td><td class=\"n\">" + significant(intensity, 3) + "</td><td class=\"n\">" + rate.value + " (" +
               rate.range() + ")</td><td>" + (limit ? shortText(*limit) : "-") + "</td></tr>\n";
    }
    return out + "</table></div></div>\n";
}

} // namespace tscope::timing

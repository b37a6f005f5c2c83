// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/densities.h"

#include "charts/measures.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

struct DensityWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::DensityWords)
};

std::vector<std::string> devicesOf(const timing::Session& session, const Cells& cells)
{
    std::vector<std::string> out;
    for (const auto& row : session.rows)
        if (isMeant(cells, row) && std::ranges::find(out, row.device) == out.end())
            out.push_back(row.device);
    return out;
}

// On the line between its points, straight where both axes are logarithmic.
double timeAt(const timing::DensityCurve& curve, double density)
{
    const auto above = std::ranges::lower_bound(curve.points, density, {}, &timing::DensityCurve::Point::density);
    if (above == curve.points.end())
        return curve.points.back().time.value;
    if (above == curve.points.begin())
        return above->time.value;
    const auto below = above - 1;
    const auto way = std::log(density / below->density) / std::log(above->density / below->density);
    return below->time.value * std::pow(above->time.value / below->time.value, way);
}

void add(Densities& all, const timing::Session& session, const timing::DensityCurves& curves, bool isOfMany)
{
    const auto first = all.lines.size();
    for (const auto& curve : curves.curves) {
        for (const auto& point : curve.points)
            all.points.push_back({all.lines.size(), point.row, point.density, point.time});
        const auto& row = session.rows[curve.points.front().row];
        all.lines.push_back({{}, row.device, formLookOf(row)});
    }
    for (const auto& flip : curves.flips)
        all.turns.push_back({first + flip.before, first + flip.after, flip.density,
                             timeAt(curves.curves[flip.after], flip.density), flip.isSure});
    for (const auto& sentence : sentencesOf(curves))
        all.sentences << (isOfMany ? QString::fromStdString(curves.device) + QStringLiteral(": ") : QString()) +
                             QString::fromStdString(sentence);
    all.pattern = curves.pattern;
    all.here = curves.here;
}

} // namespace

Densities densitiesOf(const timing::Session& session, const Cells& cells, Time time)
{
    Densities all;
    all.time = time;
    const auto devices = devicesOf(session, cells);
    for (const auto& device : devices)
        if (const auto curves = densityCurvesOf(session, cells.tensor, cells.op, device, memberOf(time));
            !curves.curves.empty())
            add(all, session, curves, devices.size() > 1);
    std::vector<const timing::Row*> rows(all.lines.size());
    for (const auto& point : all.points)
        rows[point.line] = &session.rows[point.row];
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.lines[i].title = titles[i];
    return all;
}

Table tableOf(const Densities& densities)
{
    Table table;
    table.header = {DensityWords::tr("form"),
                    DensityWords::tr("device"),
                    DensityWords::tr("density: stored entries / all elements"),
                    DensityWords::tr("%1 (ns)").arg(titleOf(densities.time)),
                    DensityWords::tr("low (ns)"),
                    DensityWords::tr("high (ns)"),
                    DensityWords::tr("as given"),
                    DensityWords::tr("faster than the one before from"),
                    DensityWords::tr("for sure")};
    for (std::size_t i = 0; i < densities.points.size(); ++i) {
        const auto& point = densities.points[i];
        const auto& line = densities.lines[point.line];
        QStringList row{line.title, QString::fromStdString(line.device), exactNumber(point.density)};
        for (const double number : {point.time.value, point.time.low, point.time.high})
            row << exactNumber(number);
        row << (point.density == densities.here ? DensityWords::tr("yes") : DensityWords::tr("no"));
        // Told once, at the first of its points from there on.
        const auto turn = std::ranges::find_if(densities.turns, [&](const Densities::Turn& each) {
            const bool isBehind = each.after == point.line && each.density <= point.density;
            const bool isFirst = i == 0 || densities.points[i - 1].line != point.line ||
                                 densities.points[i - 1].density < each.density;
            return isBehind && isFirst;
        });
        const bool isTold = turn != densities.turns.end();
        row << (isTold ? exactNumber(turn->density) : QString())
            << (!isTold        ? QString()
                : turn->isSure ? DensityWords::tr("yes")
                               : DensityWords::tr("no"));
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts

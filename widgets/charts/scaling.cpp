// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling.h"

#include "charts/measures.h"

#include <QCoreApplication>

namespace tscope::charts {

namespace {

struct ScalingWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ScalingWords)
};

} // namespace

Scaling scalingOf(const timing::Session& session, const Cells& cells, Time time)
{
    Scaling all;
    all.time = time;
    const auto curves = timing::threadCurvesOf(session, cells.tensor, cells.op, memberOf(time));
    std::vector<const timing::Row*> rows;
    for (const auto& curve : curves.curves) {
        for (const auto& point : curve.points)
            all.points.push_back({rows.size(), point.row, point.threads, point.time});
        rows.push_back(&session.rows[curve.points.front().row]);
        all.looks.push_back(formLookOf(*rows.back()));
        all.looks.back().dash = Dash::solid; // a line goes through several numbers of threads
    }
    all.lines = titlesOf(rows);
    for (const auto& sentence : sentencesOf(curves))
        all.sentences << QString::fromStdString(sentence);
    return all;
}

Table tableOf(const Scaling& scaling)
{
    Table table;
    table.header = {ScalingWords::tr("form"), ScalingWords::tr("threads"),
                    ScalingWords::tr("%1 (ns)").arg(titleOf(scaling.time)), ScalingWords::tr("low (ns)"),
                    ScalingWords::tr("high (ns)")};
    for (const auto& point : scaling.points)
        table.rows.push_back({scaling.lines[point.line], QString::number(point.threads),
                              exactNumber(point.time.value), exactNumber(point.time.low),
                              exactNumber(point.time.high)});
    return table;
}

} // namespace tscope::charts

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/scaling.h"

#include "charts/measures.h"
#include "timing/row_comparison.h"

#include <QCoreApplication>

namespace tscope::charts {

namespace {

struct ScalingWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ScalingWords)
};

// `numberOf`: the number of a point.
template <class Curves, class NumberOf>
Scaling scalingIn(const timing::Session& session, const Curves& curves, const NumberOf& numberOf,
                  const std::vector<std::string>& sentences, Time time)
{
    Scaling all;
    all.time = time;
    const timing::RowComparison comparison(session, memberOf(time));
    std::vector<const timing::Row*> rows;
    for (const auto& curve : curves) {
        for (const auto& point : curve.points)
            all.points.push_back({rows.size(), point.row, numberOf(point), point.time,
                                  comparison.ratio(point.row, curve.points.front().row).value});
        rows.push_back(&session.rows[curve.points.front().row]);
        all.looks.push_back(formLookOf(*rows.back()));
    }
    all.lines = titlesOf(rows);
    for (const auto& sentence : sentences)
        all.sentences << QString::fromStdString(sentence);
    return all;
}

} // namespace

Scaling scalingOf(const timing::Session& session, const Cells& cells, Time time)
{
    const auto curves = timing::threadCurvesOf(session, cells.tensor, cells.op, memberOf(time));
    auto all = scalingIn(
        session, curves.curves,
        [](const timing::ThreadCurve::Point& point) { return std::int64_t{point.threads}; }, sentencesOf(curves),
        time);
    for (auto& look : all.looks)
        look.dash = Dash::solid; // a line goes through several numbers of threads
    return all;
}

Scaling columnScalingOf(const timing::Session& session, const Cells& cells, Time time)
{
    const auto curves = timing::columnCurvesOf(session, cells.tensor, cells.op, memberOf(time));
    auto all = scalingIn(
        session, curves.curves, [](const timing::ColumnCurve::Point& point) { return point.columns; },
        curves.sentences, time);
    all.over = Scaling::Over::columns;
    return all;
}

Table tableOf(const Scaling& scaling)
{
    Table table;
    table.header = {ScalingWords::tr("form"),
                    scaling.over == Scaling::Over::threads ? ScalingWords::tr("threads") : QStringLiteral("k"),
                    ScalingWords::tr("%1 (ns)").arg(titleOf(scaling.time)), ScalingWords::tr("low (ns)"),
                    ScalingWords::tr("high (ns)")};
    for (const auto& point : scaling.points)
        table.rows.push_back({scaling.lines[point.line], QString::number(point.number),
                              exactNumber(point.time.value), exactNumber(point.time.low),
                              exactNumber(point.time.high)});
    return table;
}

} // namespace tscope::charts

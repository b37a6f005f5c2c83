// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline.h"

#include "charts/measures.h"
#include "timing/reasons.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct RoofWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::RoofWords)
};

FlopRate rateOf(std::int64_t flops, const timing::Median& time)
{
    const auto count = static_cast<double>(flops);
    return {count / time.value, count / time.high, count / time.low};
}

QString titleOfRoof(const QString& device, const QString& name)
{
    return QStringLiteral("%1: %2").arg(device, name);
}

void addRoofs(const timing::Session& session, const timing::Limits& limits,
              const std::vector<const timing::Row*>& rows, std::vector<Roof>& roofs)
{
    std::vector<const timing::Row*> here;
    for (const auto* row : rows)
        if (timing::limitsFor(*row, session) == &limits)
            here.push_back(row);
    if (here.empty())
        return;
    const bool isSimulated = std::ranges::all_of(here, &timing::Row::isSimulated);
    const auto device = withSimulated(QString::fromStdString(limits.device), isSimulated);
    for (const auto& roof : timing::roofsOf(limits, here)) {
        const auto name = QString::fromStdString(timing::shortNameOf(roof));
        roofs.push_back({roof, titleOfRoof(device, name), limits.device, name, device});
    }
}

} // namespace

std::vector<Roof> linesOf(const std::vector<Roof>& roofs)
{
    std::vector<Roof> lines;
    std::vector<QStringList> names, devices;
    const auto add = [](QStringList& all, const QString& one) {
        if (!all.contains(one))
            all << one;
    };
    for (const auto& roof : roofs) {
        const auto line =
            std::ranges::find_if(lines, [&](const Roof& each) { return timing::areOneLine(each, roof); });
        const auto at = static_cast<std::size_t>(line - lines.begin());
        if (line == lines.end()) {
            lines.push_back(roof);
            names.push_back({roof.name});
            devices.push_back({roof.deviceName});
            continue;
        }
        line->span = {std::min(line->span.from, roof.span.from), std::max(line->span.to, roof.span.to)};
        add(names[at], roof.name);
        add(devices[at], roof.deviceName);
        line->title = titleOfRoof(devices[at].join(QStringLiteral(", ")), names[at].join(QStringLiteral(", ")));
    }
    return lines;
}

Roofline rooflineOf(const timing::Session& session, const Cells& cells)
{
    Roofline all;
    std::vector<const timing::Row*> rows;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (!isMeant(cells, row))
            continue;
        const bool isThere =
            row.status == timing::Status::ok && row.warm.isThere() && row.flops > 0 && row.bytes > 0;
        if (!isThere) {
            ++all.leftOut;
            continue;
        }
        RoofPoint point;
        point.row = i;
        point.device = row.device;
        point.look = formLookOf(row);
        point.intensity = static_cast<double>(row.flops) / static_cast<double>(row.bytes);
        point.warm = rateOf(row.flops, row.warm.median());
        if (row.cold.isThere())
            point.cold = rateOf(row.flops, row.cold.median());
        point.limit = timing::limitOf(row, session);
        point.fill = timing::fillShare(session, row.tensor, row.variant);
        all.points.push_back(point);
        rows.push_back(&row);
    }
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.points[i].title = withSimulated(titles[i], rows[i]->isSimulated);
    std::ranges::stable_sort(all.points,
                             [](const RoofPoint& a, const RoofPoint& b) { return a.useful() > b.useful(); });
    for (const auto& limits : session.limits)
        addRoofs(session, limits, rows, all.roofs);
    return all;
}

Table tableOf(const Roofline& roofline)
{
    Table table;
    table.header = {RoofWords::tr("form or limit"),
                    RoofWords::tr("device"),
                    RoofWords::tr("operations per byte"),
                    RoofWords::tr("warm (GFLOP/s)"),
                    RoofWords::tr("low"),
                    RoofWords::tr("high"),
                    RoofWords::tr("cold (GFLOP/s)"),
                    RoofWords::tr("low"),
                    RoofWords::tr("high"),
                    RoofWords::tr("share of its limit"),
                    RoofWords::tr("its limit"),
                    RoofWords::tr("share on zeros"),
                    RoofWords::tr("limit (GB/s)"),
                    RoofWords::tr("limit (GFLOP/s)")};
    for (const auto& point : roofline.points) {
        QStringList row{point.title, QString::fromStdString(point.device), exactNumber(point.intensity)};
        for (const double number : {point.warm.value, point.warm.low, point.warm.high})
            row << exactNumber(number);
        const auto cold = point.cold.value_or(FlopRate{});
        for (const double number : {cold.value, cold.low, cold.high})
            row << (point.cold ? exactNumber(number) : QString());
        row << (point.limit ? exactNumber(point.limit->share) : QString())
            << (point.limit ? QString::fromStdString(timing::nameOf(point.limit->roof)) : QString())
            << exactNumber(point.fill) << QString() << QString();
        table.rows.push_back(row);
    }
    for (const auto& roof : roofline.roofs) {
        QStringList row{roof.title, QString::fromStdString(roof.device)};
        while (row.size() < table.header.size() - 2)
            row << QString();
        row << (roof.isOfBytes() ? exactNumber(roof.rate) : QString())
            << (roof.isOfBytes() ? QString() : exactNumber(roof.rate));
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/roofline.h"

#include "charts/measures.h"
#include "timing/reasons.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

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

void addRoofs(const timing::Limits& limits, std::vector<Roof>& roofs)
{
    const auto add = [&](const QString& what, double byteRate, double flopRate) {
        if (byteRate > 0 || flopRate > 0)
            roofs.push_back({QStringLiteral("%1: %2").arg(QString::fromStdString(limits.device), what),
                             limits.device, byteRate, flopRate,
                             byteRate > 0 ? timing::spanOfByteRate(byteRate, limits)
                                          : timing::spanOfFlopRate(flopRate, limits)});
    };
    add(RoofWords::tr("copying"), limits.copyRate, 0);
    add(RoofWords::tr("copying in the cache"), limits.cachedRate, 0);
    add(RoofWords::tr("computing, float32"), 0, limits.flopsF32);
    add(RoofWords::tr("computing, float64"), 0, limits.flopsF64);
}

} // namespace

Roofline rooflineOf(const timing::Session& session, const Cells& cells)
{
    Roofline all;
    std::vector<const timing::Row*> rows;
    std::set<std::string> devices;
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
        point.intensity = static_cast<double>(row.flops) / static_cast<double>(row.bytes);
        point.warm = rateOf(row.flops, row.warm.median());
        if (row.cold.isThere())
            point.cold = rateOf(row.flops, row.cold.median());
        if (const auto* limits = session.limitsOf(row.device))
            point.share = timing::shareOfLimit(row, *limits);
        point.fill = timing::fillShare(session, row.tensor, row.variant);
        all.points.push_back(point);
        rows.push_back(&row);
        devices.insert(row.device);
    }
    const auto titles = titlesOf(rows);
    for (std::size_t i = 0; i < titles.size(); ++i)
        all.points[i].title = titles[i];
    std::ranges::stable_sort(all.points,
                             [](const RoofPoint& a, const RoofPoint& b) { return a.warm.value > b.warm.value; });
    for (const auto& limits : session.limits)
        if (devices.contains(limits.device))
            addRoofs(limits, all.roofs);
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
                    RoofWords::tr("share of the limit"),
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
        row << (point.share ? exactNumber(*point.share) : QString()) << exactNumber(point.fill) << QString()
            << QString();
        table.rows.push_back(row);
    }
    for (const auto& roof : roofline.roofs) {
        QStringList row{roof.title, QString::fromStdString(roof.device)};
        while (row.size() < table.header.size() - 2)
            row << QString();
        row << (roof.byteRate > 0 ? exactNumber(roof.byteRate) : QString())
            << (roof.flopRate > 0 ? exactNumber(roof.flopRate) : QString());
        table.rows.push_back(row);
    }
    return table;
}

} // namespace tscope::charts

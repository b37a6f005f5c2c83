// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cut.h"

#include <algorithm>

namespace tscope::charts {

// As Liang and Barsky do it: each side leaves a part of the line, from one share of its length to another.
std::optional<QLineF> cutTo(const QRectF& rect, const QLineF& line)
{
    double from = 0, to = 1;
    const auto keep = [&](double step, double room) {
        if (step == 0)
            return room >= 0;
        const auto share = room / step;
        if (step < 0)
            from = std::max(from, share);
        else
            to = std::min(to, share);
        return from <= to;
    };
    const auto dx = line.dx(), dy = line.dy();
    if (!keep(-dx, line.x1() - rect.left()) || !keep(dx, rect.right() - line.x1()) ||
        !keep(-dy, line.y1() - rect.top()) || !keep(dy, rect.bottom() - line.y1()))
        return std::nullopt;
    return QLineF(line.pointAt(from), line.pointAt(to));
}

std::vector<QPolygonF> cutTo(const QRectF& rect, const QPolygonF& line)
{
    std::vector<QPolygonF> parts;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const auto cut = cutTo(rect, QLineF(line[i], line[i + 1]));
        if (!cut)
            continue;
        if (parts.empty() || parts.back().back() != cut->p1())
            parts.push_back(QPolygonF({cut->p1()}));
        parts.back() << cut->p2();
    }
    return parts;
}

} // namespace tscope::charts

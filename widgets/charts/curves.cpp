// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/curves.h"

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double leastTime = 1e-3; // nanoseconds, that a scale of logarithms shows

} // namespace

Stroke curveStroke(const FormLook& form, bool isChosen)
{
    return {{}, form.ink, isChosen ? 3.0 : 1.8, form.dash};
}

Mark curveMark(const FormLook& form)
{
    return {{}, form.shape, form.ink, 8};
}

Axis curveTimes(double least, double greatest, Time time, const Look& look)
{
    Axis axis;
    axis.isLog = look.isLog;
    axis.full = look.isLog ? decadesAround(std::max(least, leastTime), greatest) : fromZero(greatest);
    axis.shown = look.shownY.value_or(axis.full);
    axis.unit = timeUnit(look.isLog ? std::sqrt(axis.shown.low * axis.shown.high) : axis.shown.high);
    axis.title = titleOf(time);
    return axis;
}

double asideOf(std::size_t line, std::size_t lines)
{
    constexpr double each = 3, most = 6; // more would be read as another place
    if (lines < 2)
        return 0;
    const auto last = static_cast<double>(lines - 1);
    const auto step = std::min(each, 2 * most / last);
    return step * (static_cast<double>(line) - last / 2);
}

void addCurve(const std::vector<CurvePoint>& points, const FormLook& form, const Look& look, double aside,
              Drawing& drawing, Field& field)
{
    auto stroke = curveStroke(form, std::ranges::find(points, look.chosen, &CurvePoint::item) != points.end());
    for (const auto& point : points) {
        const auto at = field.at(point.x, point.time.value) + QPointF(aside, 0);
        stroke.points << at;
        field.strokes.push_back({straight({at.x(), field.toY(std::max(point.time.low, leastTime))},
                                          {at.x(), field.toY(point.time.high)}),
                                 stroke.ink, 1.5});
        field.marks.push_back({at, form.shape, stroke.ink, point.item == look.chosen ? 12.0 : 8.0});
        if (field.rect.contains(at))
            drawing.spots.push_back({QRectF(at - QPointF(6, 6), QSizeF(12, 12)), point.item});
    }
    field.strokes.push_back(stroke);
}

} // namespace tscope::charts

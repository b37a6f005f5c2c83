// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

namespace tscope::charts {

// What of a line lies in a rectangle; nothing: none of it.
std::optional<QLineF> cutTo(const QRectF& rect, const QLineF& line);
// The same of a line with corners, which may fall into several.
std::vector<QPolygonF> cutTo(const QRectF& rect, const QPolygonF& line);

} // namespace tscope::charts

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"

#include <QFontMetricsF>

namespace tscope::charts {

// Puts text and fields into a drawing so that no text lies on another, and none is cut off: what has no room is
// elided in its middle, and what has none even then is left out.
class Layout
{
public:
    Layout(Drawing& drawing, const Look& look);

    double lineHeight() const { return m_line; }
    double widthOf(const QString& text) const { return m_metrics.horizontalAdvance(text) + 1; }
    double widestOf(const std::vector<QString>& texts) const;

    // In that room, which nothing else uses. Gives what the text covers.
    QRectF add(const QRectF& room, const QString& text, Qt::Alignment alignment = Qt::AlignLeft,
               Ink ink = Ink::text);
    // In the middle of a room that begins there and is as high as its lines. Gives what they cover.
    QRectF addWrapped(QPointF topLeft, double width, const QString& text, Ink ink = Ink::text);
    // Beside a point, as near as there is room, with a line to it where that is not next to it. It keeps away from
    // marks and lines that the field has by then, while there is room. False: there was none.
    bool addBeside(Field& field, QPointF point, const QString& text, Ink ink = Ink::text);
    // Nothing is to be written there.
    void take(const QRectF& rect) { m_taken.push_back(rect); }

    // Within `outer` with the numbers and titles of its axes: left of it and below it.
    Field& addField(const QRectF& outer, Axis x, Axis y);
    // The frame of a chart that has nothing to show, and a sentence of what will be there.
    void addNothing(const QString& sentence);

private:
    void addXNumbers(const Field& field, const QRectF& outer);
    void addYNumbers(const Field& field, const QRectF& outer);
    bool isFree(const QRectF& rect) const;

    Drawing& m_drawing;
    QFontMetricsF m_metrics;
    double m_line;
    std::vector<QRectF> m_taken;
};

} // namespace tscope::charts

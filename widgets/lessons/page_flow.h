// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <functional>

class QTextLine;

namespace tscope {

// Text from the top to the bottom of an area. `onFull` gives a new page; false: there is none, and what is left is
// not drawn.
class PageFlow
{
public:
    PageFlow(QPainter& painter, QRectF area, std::function<bool()> onFull)
        : m_painter(painter), m_area(area), m_y(area.top()), m_onFull(std::move(onFull))
    {
    }

    double room() const { return m_area.bottom() - m_y; }
    double width() const { return m_area.width(); }
    QPointF position() const { return {m_area.left(), m_y}; }
    void skip(double height) { m_y += height; }
    // Begins a new page where less is left than this, unless the page is empty.
    bool keep(double height) { return room() >= height || m_y <= m_area.top() || turn(); }

    static double height(const QString& text, const QFont& font, double width);
    bool text(const QString& text, const QFont& font);
    void line(double width);

private:
    static bool eachLine(const QString& text, const QFont& font, double width,
                         const std::function<bool(const QTextLine&)>& take);
    bool turn();

    QPainter& m_painter;
    QRectF m_area;
    double m_y;
    std::function<bool()> m_onFull;
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/page_flow.h"

#include <QTextLayout>

#include <algorithm>
#include <vector>

namespace tscope {

double PageFlow::height(const QString& text, const QFont& font, double width)
{
    double height = 0;
    eachLine(text, font, width, [&](const QTextLine& line) {
        height += line.height();
        return true;
    });
    return height;
}

bool PageFlow::text(const QString& text, const QFont& font)
{
    m_painter.setPen(Qt::black);
    return eachLine(text, font, width(), [&](const QTextLine& line) {
        if (room() < line.height() && !turn())
            return false;
        line.draw(&m_painter, position() - line.position());
        m_y += line.height();
        return true;
    });
}

void PageFlow::line(double width)
{
    m_painter.setPen(Qt::black);
    m_painter.drawLine(position(), position() + QPointF(width, 0));
}

bool PageFlow::eachLine(const QString& text, const QFont& font, double width,
                        const std::function<bool(const QTextLine&)>& take)
{
    for (const auto& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        std::vector<QTextLine> lines;
        double y = 0;
        for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            line.setPosition(QPointF(0, y));
            y += line.height();
            lines.push_back(line);
        }
        layout.endLayout();
        if (!std::ranges::all_of(lines, take))
            return false;
    }
    return true;
}

bool PageFlow::turn()
{
    if (!m_onFull())
        return false;
    m_y = m_area.top();
    return true;
}

} // namespace tscope

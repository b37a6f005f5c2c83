// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/house_style.h"

#include <QPainter>
#include <QStyleOption>

namespace tscope {

HouseStyle::HouseStyle()
    : QProxyStyle(QStringLiteral("Fusion")), m_close(lineIcon(QStringLiteral("close"))),
      m_float(lineIcon(QStringLiteral("float")))
{
}

void HouseStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (element != PE_IndicatorTabClose)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (option->state.testFlag(State_MouseOver))
        painter->fillRect(option->rect, option->palette.color(QPalette::Midlight));
    m_close.paint(painter, option->rect);
}

QIcon HouseStyle::standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const
{
    switch (pixmap) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return m_close;
    case SP_TitleBarNormalButton:
        return m_float;
    default:
        return QProxyStyle::standardIcon(pixmap, option, widget);
    }
}

} // namespace tscope

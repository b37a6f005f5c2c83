// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/line_icon.h"

#include <QProxyStyle>

namespace tscope {

// Fusion, with buttons that close tabs and panels in the colours of the theme.
class HouseStyle : public QProxyStyle
{
    Q_OBJECT

public:
    HouseStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const override;

private:
    QIcon m_close, m_float;
};

} // namespace tscope

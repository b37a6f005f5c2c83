// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/large_tips.h"

#include <QEvent>
#include <QToolTip>
#include <QWidget>

#include <optional>

namespace tscope {

namespace {

// The type of tool tips before a window made them large; one, as several windows may take turns.
std::optional<QFont>& usualTipType()
{
    static std::optional<QFont> usual;
    return usual;
}

void enlargeTips(const QFont& type)
{
    if (!usualTipType())
        usualTipType() = QToolTip::font();
    QToolTip::setFont(type);
}

void restoreTips()
{
    if (usualTipType())
        QToolTip::setFont(*usualTipType());
    usualTipType().reset();
}

} // namespace

LargeTips::LargeTips(QWidget& window) : QObject(&window)
{
    window.installEventFilter(this);
    if (window.isActiveWindow())
        enlargeTips(window.font());
}

LargeTips::~LargeTips()
{
    restoreTips();
}

bool LargeTips::eventFilter(QObject* watched, QEvent* event)
{
    const auto* window = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::WindowActivate ||
        (event->type() == QEvent::FontChange && window->isActiveWindow()))
        enlargeTips(window->font());
    else if (event->type() == QEvent::WindowDeactivate || event->type() == QEvent::Hide)
        restoreTips();
    return QObject::eventFilter(watched, event);
}

} // namespace tscope

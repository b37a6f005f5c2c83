// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/wheel_needs_focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace tscope {

namespace {

QWidget* boxOfWheel(QObject* object)
{
    if (auto* choice = qobject_cast<QComboBox*>(object))
        return choice;
    return qobject_cast<QAbstractSpinBox*>(object);
}

} // namespace

WheelNeedsFocus::WheelNeedsFocus(QApplication& application) : QObject(&application)
{
    application.installEventFilter(this);
}

// An event that is filtered and ignored goes on to the parent, which scrolls. A widget is polished before it is
// first shown.
bool WheelNeedsFocus::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Polish) {
        if (auto* box = boxOfWheel(object); box != nullptr && box->focusPolicy() == Qt::WheelFocus)
            box->setFocusPolicy(Qt::StrongFocus);
    } else if (event->type() == QEvent::Wheel) {
        if (const auto* box = boxOfWheel(object); box != nullptr && !box->hasFocus()) {
            event->ignore();
            return true;
        }
    }
    return QObject::eventFilter(object, event);
}

} // namespace tscope

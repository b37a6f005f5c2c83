// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/spoken_names.h"

#include "style/accessible_choice.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

namespace tscope {

namespace {

struct SpokenWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SpokenNames)
};

// The combo box whose list this is.
const QComboBox* boxOf(const QWidget& list)
{
    for (const auto* above = list.parentWidget(); above != nullptr; above = above->parentWidget())
        if (const auto* box = qobject_cast<const QComboBox*>(above))
            return box->view() == &list ? box : nullptr;
    return nullptr;
}

QString nameOf(const QWidget& widget)
{
    const auto* parent = widget.parentWidget();
    if (qobject_cast<const QMenuBar*>(&widget) != nullptr)
        return SpokenWords::tr("Menus");
    if (qobject_cast<const QStatusBar*>(&widget) != nullptr)
        return SpokenWords::tr("Status");
    if (const auto* bar = qobject_cast<const QScrollBar*>(&widget))
        return bar->orientation() == Qt::Vertical ? SpokenWords::tr("Scroll up and down")
                                                  : SpokenWords::tr("Scroll left and right");
    if (const auto* menu = qobject_cast<const QMenu*>(&widget))
        return menu->title();
    if (qobject_cast<const QAbstractButton*>(&widget) != nullptr) {
        if (qobject_cast<const QLineEdit*>(parent) != nullptr)
            return SpokenWords::tr("Clear");
        if (qobject_cast<const QToolBar*>(parent) != nullptr &&
            widget.objectName() == QStringLiteral("qt_toolbar_ext_button"))
            return SpokenWords::tr("More tools");
    }
    if (qobject_cast<const QAbstractItemView*>(&widget) != nullptr)
        if (const auto* box = boxOf(widget))
            return titleOfChoice(*box);
    return {};
}

} // namespace

SpokenNames::SpokenNames(QApplication& application) : QObject(&application)
{
    application.installEventFilter(this);
    nameChoices();
}

// A widget is polished before it is first shown.
bool SpokenNames::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Polish)
        if (auto* widget = qobject_cast<QWidget*>(object); widget != nullptr && widget->accessibleName().isEmpty())
            if (const auto name = nameOf(*widget); !name.isEmpty())
                widget->setAccessibleName(name);
    return QObject::eventFilter(object, event);
}

} // namespace tscope

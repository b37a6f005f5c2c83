// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/all_texts.h"

#include "views/scene_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QStatusBar>
#include <QTabBar>
#include <QTextBlock>
#include <QToolTip>

namespace tscope::test {

namespace {

using TakeIndex = std::function<void(const QModelIndex&)>;

void forEachIndex(const QAbstractItemModel& model, const TakeIndex& take, const QModelIndex& parent = {})
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            take(model.index(row, column, parent));
        forEachIndex(model, take, model.index(row, 0, parent));
    }
}

QString nameOf(const QWidget& widget)
{
    return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName();
}

void restAt(QWidget& widget, QPoint at)
{
    QHelpEvent rests(QEvent::ToolTip, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &rests);
    QCoreApplication::processEvents();
}

} // namespace

void forEachText(QWidget& root, const std::function<void(const QString& what, const QString& text)>& take)
{
    auto all = root.findChildren<QWidget*>();
    all.prepend(&root);
    for (auto* widget : all) {
        const auto what = nameOf(*widget);
        take(what, widget->toolTip());
        take(what, widget->statusTip());
        take(what, widget->windowTitle());
        take(what, widget->accessibleName());
        take(what, widget->accessibleDescription());
        for (const auto* action : widget->actions())
            for (const auto& text : {action->text(), action->iconText(), action->toolTip(), action->statusTip()})
                take(what + QStringLiteral(" action"), text);
        if (const auto* label = qobject_cast<QLabel*>(widget))
            take(what, label->text());
        else if (const auto* button = qobject_cast<QAbstractButton*>(widget))
            take(what, button->text());
        else if (const auto* field = qobject_cast<QLineEdit*>(widget))
            take(what, field->text());
        else if (const auto* group = qobject_cast<QGroupBox*>(widget))
            take(what, group->title());
        else if (const auto* bar = qobject_cast<QStatusBar*>(widget))
            take(what, bar->currentMessage());
        else if (const auto* tabs = qobject_cast<QTabBar*>(widget))
            for (int tab = 0; tab < tabs->count(); ++tab) {
                take(what, tabs->tabText(tab));
                take(what, tabs->tabToolTip(tab));
            }
        else if (const auto* text = qobject_cast<QPlainTextEdit*>(widget))
            for (auto line = text->document()->begin(); line.isValid(); line = line.next())
                take(what, line.text());
        const auto* view = qobject_cast<QAbstractItemView*>(widget);
        const auto* combo = qobject_cast<QComboBox*>(widget);
        if (const auto* model = view != nullptr ? view->model() : combo != nullptr ? combo->model() : nullptr)
            forEachIndex(*model, [&](const QModelIndex& index) {
                for (const auto role : {Qt::DisplayRole, Qt::EditRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                    take(what + QStringLiteral(" role %1").arg(role), index.data(role).toString());
            });
        if (const auto* scene = qobject_cast<SceneView*>(widget)) {
            for (const auto& label : scene->scene().labels)
                take(what, label.text);
            for (const auto& spot : scene->scene().spots)
                take(what, spot.words);
        }
    }
}

void showAllTips(QWidget& root, const std::function<void(const QString& what)>& shown)
{
    QList<QPointer<QWidget>> all{&root};
    for (auto* child : root.findChildren<QWidget*>())
        all << child;
    for (const auto& widget : all) {
        if (!widget) // a tip of before, which goes by itself
            continue;
        const auto what = nameOf(*widget);
        const auto show = [&](const QString& tip) {
            if (tip.isEmpty())
                return;
            QToolTip::showText(root.mapToGlobal(QPoint(20, 20)), tip, &root);
            QCoreApplication::processEvents();
            shown(what);
        };
        for (const auto* action : widget->actions())
            show(action->toolTip());
        if (const auto* tabs = qobject_cast<QTabBar*>(widget.data()))
            for (int tab = 0; tab < tabs->count(); ++tab)
                restAt(*widget, tabs->tabRect(tab).center());
        if (widget->isVisible()) {
            restAt(*widget, widget->rect().center());
            shown(what);
        }
        if (auto* view = qobject_cast<QAbstractItemView*>(widget.data());
            view != nullptr && view->model() != nullptr)
            forEachIndex(*view->model(), [&](const QModelIndex& index) {
                const auto seen = view->visualRect(index) & view->viewport()->rect();
                if (view->isVisible() && !seen.isEmpty()) {
                    restAt(*view->viewport(), seen.center());
                    shown(what);
                }
                show(index.data(Qt::ToolTipRole).toString());
            });
        if (auto* combo = qobject_cast<QComboBox*>(widget.data()))
            forEachIndex(*combo->model(),
                         [&](const QModelIndex& index) { show(index.data(Qt::ToolTipRole).toString()); });
        if (const auto* scene = qobject_cast<SceneView*>(widget.data()))
            for (const auto& spot : scene->scene().spots)
                show(spot.words);
    }
    QToolTip::hideText();
}

} // namespace tscope::test

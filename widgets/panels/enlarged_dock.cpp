// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/enlarged_dock.h"

#include <QEvent>

#include <utility>

namespace tscope {

namespace {

bool areDocksRestored = false;

} // namespace

bool EnlargedDock::isRestoring()
{
    return areDocksRestored;
}

EnlargedDock::EnlargedDock(QWidget& panel) : QObject(&panel), m_panel(panel) {}

QDockWidget* EnlargedDock::dockAround(const QWidget& panel)
{
    for (auto* around = panel.parentWidget(); around != nullptr; around = around->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(around)) // a cover may stand between
            return dock;
    return nullptr;
}

void EnlargedDock::set(bool isOn)
{
    if (isOn == this->isOn())
        return;
    isOn ? begin() : end();
    Q_EMIT changed(this->isOn());
}

void EnlargedDock::begin()
{
    auto* dock = dockAround(m_panel);
    auto* window = dock == nullptr ? nullptr : qobject_cast<QMainWindow*>(dock->parentWidget());
    if (window == nullptr || dock->isFloating() || window->centralWidget() == nullptr)
        return;
    m_window = window;
    m_dock = dock;
    m_before = window->saveState();
    for (auto* other : window->findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (other != dock && !other->isFloating())
            other->hide();
    window->centralWidget()->hide();
    m_features = dock->features();
    dock->setFeatures(QDockWidget::DockWidgetClosable); // taken out it would leave an empty window
    window->installEventFilter(this);
    dock->installEventFilter(this);
}

void EnlargedDock::end()
{
    auto* window = m_window.data();
    auto* dock = m_dock.data();
    m_window.clear();
    m_dock.clear();
    window->removeEventFilter(this);
    if (dock != nullptr) {
        dock->removeEventFilter(this);
        dock->setFeatures(m_features);
    }
    window->centralWidget()->show();
    areDocksRestored = true;
    window->restoreState(std::exchange(m_before, {}));
    areDocksRestored = false;
}

// The window keeps how its docks lie when it closes: as they did before. A dock that is closed needs no room.
bool EnlargedDock::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window && event->type() == QEvent::Close)
        set(false);
    else if (watched == m_dock && event->type() == QEvent::Close) {
        set(false);
        static_cast<QDockWidget*>(watched)->hide(); // which was shown before
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tscope

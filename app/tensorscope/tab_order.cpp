// SPDX-License-Identifier: GPL-3.0-or-later
// Where the focus of the keyboard begins, and where Tab takes it.
#include "main_window.h"

#include <QShowEvent>
#include <QTabBar>

namespace tscope {

// A ring says at the start where one begins, before any key was pressed.
void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_workspace.currentSubject() == nullptr)
        setAttribute(Qt::WA_KeyboardFocusChange);
}

// Qt keeps the tab bars of hidden docks outside the window, where nobody would see the focus.
bool MainWindow::focusNextPrevChild(bool next)
{
    const auto isOutside = [this] {
        const auto* bar = qobject_cast<const QTabBar*>(focusWidget());
        return bar != nullptr && bar->parentWidget() == this && !rect().intersects(bar->geometry());
    };
    bool isMoved = QMainWindow::focusNextPrevChild(next);
    const QWidget* first = nullptr; // of those outside; there may be nothing else
    while (isMoved && isOutside() && focusWidget() != first) {
        first = first == nullptr ? focusWidget() : first;
        isMoved = QMainWindow::focusNextPrevChild(next);
    }
    return isMoved;
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the focus of the keyboard begins, and where Tab takes it.
#include "main_window.h"

#include <QShowEvent>

namespace tscope {

// A ring says at the start where one begins, before any key was pressed.
void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_workspace.currentSubject() == nullptr)
        setAttribute(Qt::WA_KeyboardFocusChange);
}

// Qt keeps panels that stand behind others in the same place outside the window, and the tab bars of hidden ones:
// nobody would see the focus there.
bool MainWindow::focusNextPrevChild(bool next)
{
    const auto isOutside = [this] {
        const auto* child = focusWidget();
        while (child != nullptr && child->parentWidget() != this)
            child = child->parentWidget();
        return child != nullptr && !rect().intersects(child->geometry());
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

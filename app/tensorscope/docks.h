// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"

#include <QObject>
#include <QString>

class QDockWidget;
class QMainWindow;

namespace tscope {

// The panels around the views, as docks of a window. They take at most a third of its width: in a narrow window
// all stand in one column, and those that need not be seen together share a place as tabs.
class Docks : public QObject
{
public:
    Docks(QMainWindow& window, const PanelContext& context);

    // Which panels are seen, and where: "learn", "debug", "compare". False: there is no such arrangement.
    bool arrange(const QString& arrangement);
    const QString& arrangement() const { return m_arrangement; }
    // The window has another size: where the user has moved no panel, they are arranged to suit it.
    void followWidth();
    // The user has moved a panel since, or what was restored is of a user who had.
    bool areUsers() const { return m_isUsers; }

private:
    QDockWidget* dock(const char* id) const;
    void placeInOneColumn();
    void placeInTwoColumns();
    void placeAtBottom();

    QMainWindow& m_window;
    QString m_arrangement;
    bool m_isNarrow = false;
    bool m_isArranging = false;
    bool m_isUsers = false;
};

} // namespace tscope

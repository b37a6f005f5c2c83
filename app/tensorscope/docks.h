// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <map>

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
    void endEnlarged(); // of a panel that covers the pictures
    // Lets panels ask for more height in a higher window. Arranges the panels anew where the window has become
    // narrow or wide, unless the user has moved, opened or closed one since. What is open stays open.
    void followSize();
    // For the next start: where all panels are and how large, and whether the user has placed any of them.
    QByteArray state() const;
    void restore(const QByteArray& state);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QDockWidget* dock(const char* id) const;
    void limitLeastHeight(const PanelSpec& spec, QWidget& panel) const;
    void placeInOneColumn();
    void placeInTwoColumns();
    void placeForLessons();
    void shareColumnOfLesson();
    void giveCorner();
    void placeAtBottom();
    bool isAnyAtBottom() const; // seen
    void shareHeights();
    void giveBackHeights(const std::map<QString, int>& heights);

    QMainWindow& m_window;
    std::map<QString, int> m_heights; // of the panels beside the pictures, while none is below these
    QString m_arrangement;
    bool m_isNarrow = false;
    bool m_isArranging = false;
    bool m_isPlacedByUser = false;
};

} // namespace tscope

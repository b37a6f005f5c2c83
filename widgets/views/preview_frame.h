// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractButton;
class QLabel;
class QShortcut;

namespace tscope {

class PreviewGoal;
class Workspace;

// What is around the views: while they show a change that is not made, a strip above them says so and offers to
// step through its places, compare, make or drop it.
class PreviewFrame : public QWidget
{
    Q_OBJECT

public:
    PreviewFrame(Workspace& workspace, PreviewGoal& goal, QWidget* content, QWidget* parent = nullptr);

private:
    void refresh();
    void tellChange();

    Workspace& m_workspace;
    PreviewGoal& m_goal;
    QWidget* m_strip;
    QLabel *m_text, *m_change;
    QAbstractButton *m_before, *m_after, *m_previous, *m_next;
    QShortcut* m_escape;
};

} // namespace tscope

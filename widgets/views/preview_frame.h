// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractButton;
class QLabel;
class QShortcut;

namespace tscope {

class Workspace;

// What is around the views: while they show a change that is not made, a strip above them says so and offers to
// compare, make or drop it.
class PreviewFrame : public QWidget
{
    Q_OBJECT

public:
    PreviewFrame(Workspace& workspace, QWidget* content, QWidget* parent = nullptr);

private:
    void refresh();

    Workspace& m_workspace;
    QWidget* m_strip;
    QLabel* m_text;
    QAbstractButton *m_before, *m_after;
    QShortcut* m_escape;
};

} // namespace tscope

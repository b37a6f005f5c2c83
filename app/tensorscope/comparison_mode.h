// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/tabs.h"

#include <QObject>
#include <QPointer>

class QDockWidget;
class QMainWindow;

namespace tscope {

// A comparison that the user began: another tensor beside the current one, and the panel that says how they
// differ. All other panels stay. When it is left, by its command or by closing its panel, the canvas is as before:
// the second pane is closed, each pane has its picture again, and the panel that was in front at that place comes
// back to the front.
class ComparisonMode : public QObject
{
    Q_OBJECT

public:
    ComparisonMode(QMainWindow& window, Workspace& workspace, Tabs& tabs);

    void begin();                     // with what stands beside it, or as soon as there is another tensor
    void beginWith(SubjectId beside); // the current one
    void end();
    void resume(); // as the panels stand at the start
    bool isOn() const { return m_isOn; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QDockWidget* panel() const;
    QDockWidget* panelInFront() const; // of the same place; null: there is none
    void showPanel();
    void pairUp();
    void split(SubjectId beside);

    QMainWindow& m_window;
    Workspace& m_workspace;
    Tabs& m_tabs;
    bool m_isOn = false;
    bool m_awaitsPair = false;
    QPointer<QDockWidget> m_front;
};

} // namespace tscope

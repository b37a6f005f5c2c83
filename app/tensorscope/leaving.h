// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>

class QWidget;

namespace tscope {

class Saves;
class Session;

// Whether the window may close: not while edits would be lost with it. What is not saved is kept by the session,
// if there is one and it can; else the user is asked.
class Leaving : public QObject
{
    Q_OBJECT

public:
    Leaving(Workspace& workspace, Saves& saves, QWidget& window);
    void setSession(Session* session); // null: nothing is kept

    // False: it is being kept, or asked; the window is closed afterwards, if it may.
    bool mayClose();
    void closeUnasked(); // what can be kept is

private:
    std::vector<SubjectId> lost() const;
    void askAbout(const std::vector<SubjectId>& ids);
    void close();

    Workspace& m_workspace;
    Saves& m_saves;
    QWidget& m_window;
    Session* m_session = nullptr;
    bool m_isDecided = false, m_isKeeping = false, m_isAsking = false;
};

} // namespace tscope

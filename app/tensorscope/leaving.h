// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace tscope {

class Saves;
class Session;
class Timings;

// Whether the window may close: not while edits or measurements would be lost with it. Edits that are not saved
// are kept by the session, if there is one and it can; else the user is asked, and always about measurements.
class Leaving : public QObject
{
    Q_OBJECT

public:
    Leaving(Workspace& workspace, Saves& saves, Timings& timings, QWidget& window);
    void setSession(Session* session); // null: nothing is kept

    // False: it is being kept, or asked; the window is closed afterwards, if it may.
    bool mayClose();
    void closeUnasked(); // what can be kept is

private:
    std::vector<SubjectId> lost() const;
    void askAbout(const std::vector<SubjectId>& ids);
    void askAboutTimes(const QStringList& titles);
    void saveTimes();
    void close();

    Workspace& m_workspace;
    Saves& m_saves;
    Timings& m_timings;
    QWidget& m_window;
    Session* m_session = nullptr;
    bool m_isDecided = false, m_isKeeping = false, m_isAsking = false;
    QStringList m_dropped; // measurements that the user gave up
};

} // namespace tscope

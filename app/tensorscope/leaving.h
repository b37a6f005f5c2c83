// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace tscope {

class KeptTimes;
class Saves;
class Session;
class Timings;

// Whether the window may close: not while edits or measurements would be lost with it. Edits that are not saved
// are kept by the session, if there is one and it can; else the user is asked, and always about measurements,
// which would otherwise be brought back at each start. Where nobody can be asked they are kept, too.
class Leaving : public QObject
{
    Q_OBJECT

public:
    Leaving(Workspace& workspace, Saves& saves, Timings& timings, QWidget& window);
    void setSession(Session* session);  // null: nothing is kept
    void setKeptTimes(KeptTimes* kept); // as well

    // False: it is being kept, or asked; the window is closed afterwards, if it may.
    bool mayClose();
    void closeUnasked(); // what can be kept is
    void keepNow();      // as before that, and the window stays

private:
    std::vector<SubjectId> lost() const;
    void askAbout(const std::vector<SubjectId>& ids);
    void askAboutTimes(const QStringList& titles);
    void saveTimes();
    void close();
    void finishTimes();

    Workspace& m_workspace;
    Saves& m_saves;
    Timings& m_timings;
    QWidget& m_window;
    Session* m_session = nullptr;
    KeptTimes* m_keptTimes = nullptr;
    bool m_isDecided = false, m_isKeeping = false, m_isAsking = false;
    QStringList m_dropped; // measurements that the user gave up
};

} // namespace tscope

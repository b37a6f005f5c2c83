// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/worker.h"
#include "timing/foresight.h"
#include "timing/sentence.h"
#include "timing/session.h"
#include "timings/session_files.h"
#include "timings/timing_choices.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tscope {

class Jobs;

using TimingSessionPtr = std::shared_ptr<const timing::Session>;

// How far a measurement is, and how long it still takes.
struct TimingPace {
    timing::Progress progress;
    timing::Sentence sentence; // with the time that was estimated, and what is left of it
};

// A session of this run, or out of a file.
struct TakenSession {
    QString title;
    TimingSessionPtr session;                  // never null
    std::optional<TimingRequest> request = {}; // nothing: it comes from a file
    TimingSessionPtr saved = {};               // what a file has of it; null: none has
    bool isBroughtBack = false;                // measured in an earlier run, which ended before it was saved
    bool isGrowing = false;                    // it is being measured
    bool isNamed = false;                      // the user gave it its title

    bool isSaved() const { return saved == session; }
    bool isLostUnsaved() const { return (request || isBroughtBack) && !isSaved(); }

    std::optional<TimingChoices> choices() const
    {
        return request ? std::optional(request->choices) : std::nullopt;
    }
};

// Times of all forms of tensors: a job that proves them first, of which one runs at a time. What is there is
// published as it grows. It has a worker of its own, since a worker does one thing at a time: conversions on
// devices need not wait for minutes of measuring, and what else the worker has loaded does not disturb.
class Timings : public QObject
{
    Q_OBJECT

public:
    Timings(Jobs& jobs, remote::Worker::Options options = {.program = remote::workerProgram()},
            QObject* parent = nullptr);
    ~Timings() override;

    const TimingChoices& choices() const { return m_choices; }
    void setChoices(TimingChoices choices);

    // In one session, whose plan is what suits the first of them. Precondition: nothing is running, and there is
    // one.
    void measure(const std::vector<Subject>& subjects, const TimingChoices& choices);
    // The same with the present choices, where that was measured or offered before; else only offers it, so that
    // the user sees first how long it takes. Same preconditions.
    void measureOrOffer(const std::vector<Subject>& subjects);
    // One operation once more, as the session that is shown was measured, with 4 times the time for each cell. The
    // rounds of that session are kept where its cells are the same.
    // Precondition: nothing is running, and a session is shown.
    void measureLonger(const Subject& subject, const std::string& op);
    std::chrono::milliseconds longerBudget() const; // of a cell, of which that takes so much; of no session 0
    // The limits of the devices of the session that is shown, with those of earlier measurements: in place of its
    // own. Precondition: they do not have to stay.
    void measureLimits();
    QString whyLimitsStay() const; // as they are; empty: they can be measured again
    void stop();                   // what was measured stays
    bool isRunning() const { return m_growing != nullptr; }
    static QString namesOf(const std::vector<Subject>& subjects); // of one, or how many they are
    // With where it was stopped, if it was.
    static QString titleOf(const QString& name, const timing::Session& session);
    const QString& running() const { return m_running; } // what is measured, by its name or their number
    bool isRunningAsChosen() const;                      // and not by a page that measures something further
    // How far it is; nothing where it is not known yet what will be measured.
    std::optional<TimingPace> pace() const;

    const remote::Worker& worker() const { return *m_worker; }

    const std::vector<TakenSession>& sessions() const { return m_sessions; } // the newest last
    const TakenSession* shown() const;                                       // null: there is none
    int shownAt() const { return m_shown; }
    void show(int at);
    void rename(const QString& title); // the one that is shown
    bool isGrowing() const;            // the one that is shown is being measured

    // Files, by other threads; what came of it is told.
    void open(const QString& path);
    // The one that is shown, as the name ends: .json, .csv, .html. A report has the comparison, too.
    void save(const QString& path, const ComparedSessions& compared = {});
    // The sessions that are in no file as they are: measured in this run, also one that is still being measured,
    // or brought back from an earlier run.
    std::vector<TakenSession> unsavedSessions() const;
    QStringList unsaved() const; // their titles
    // Sessions of an earlier run, before those of this one.
    void bringBack(std::vector<TakenSession> sessions);
    // All of these into a folder, as files that can be opened again, in the place of none that is there.
    void saveAll(const QString& folder, const std::function<void(bool areSaved)>& then);

Q_SIGNALS:
    void choicesChanged();
    void offered(); // what it would take is to be shown, and where it is started
    void runningChanged();
    void roundEnded();                // of the session that is being measured
    void limitsChanged();             // they are measured again, or no longer
    void listChanged();               // of sessions
    void savedChanged();              // a file has one as it is, or no longer
    void shownChanged();              // another session, or more of it
    void told(const QString& text);   // what was done
    void failed(const QString& text); // why it was not

private:
    struct Growing;
    struct Outcome {
        TimingSessionPtr session; // null: nothing was measured
        QString reason;           // for that, or for a session that broke off
    };

    void take();
    void put(const TimingSessionPtr& session);
    void end(const Outcome& outcome);
    void add(TakenSession taken);
    void endGrowing(bool hasEnded);
    static QString limitsJob();
    void endLimits();
    void replace(const TimingSessionPtr& session, const TimingSessionPtr& changed); // with other limits
    void setSaved(const TimingSessionPtr& session);

    Jobs& m_jobs;
    std::shared_ptr<remote::Worker> m_worker;
    TimingChoices m_choices;
    std::optional<TimingRequest> m_offered; // the last one
    std::shared_ptr<Growing> m_growing;     // what the job and this thread share
    QString m_running;
    std::vector<TakenSession> m_sessions;
    int m_shown = -1, m_grows = -1;   // -1: none
    int m_round = 0;                  // from 1, of the session that is being measured
    bool m_areLimitsMeasured = false; // a job does so
    QTimer m_tick;
};

} // namespace tscope

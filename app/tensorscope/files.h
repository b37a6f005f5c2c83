// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/refused_file.h"
#include "saving.h"
#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

class QWidget;

namespace tscope {

// A file that could not be read, and what there is to see of it.
struct Refusal {
    QString path;
    QString sentence, where; // `where` may be empty
    RefusedFile seen;
};

// Files and text into the workspace, tensors and pictures out of it. All of it is read and written on workers;
// what can't be is told.
class Files : public QObject
{
    Q_OBJECT

public:
    Files(Workspace& workspace, Jobs& jobs, QObject* parent = nullptr);

    static QStringList samples();   // the paths of those that are built in
    static QString openingReason(); // of notices
    static Result<Document> read(const QString& path, const Watch& watch = {});
    // As open() shows the file: where it can't be read, with the tensors that can be shown all the same.
    static Result<Document> readAsShown(const QString& path, const Watch& watch = {});

    // They come in the order in which they are named, of a folder all that seem to hold tensors.
    void open(const QStringList& paths);
    void stop();                     // what is being read and written; a file that was there before stays
    void paste(const QString& text); // of paths, what lies there is opened
    static SnapshotPtr snapshotOf(const Subject& subject);
    SnapshotPtr snapshotOfDocument(const Subject& subject) const; // of all that is open of the same origin
    SnapshotPtr snapshotOfFile(const Subject& subject) const;     // of those of them that are in the file
    void save(const SnapshotPtr& snapshot, const QString& path) { save(SaveRequest{snapshot, path}); }
    void save(const SaveRequest& request, const std::function<void(const SaveOutcome&)>& ended = {});
    bool isSaving(const QString& path) const;
    void savePicture(const std::function<bool(const QString& path)>& picture, const QString& path);

Q_SIGNALS:
    void told(const QString& text);
    // Could not be read or saved, or not all of it. The reason is one for all openings and one for each file that
    // is saved.
    void noticed(const QString& file, const QString& text, const QString& reason);
    void reasonGone(const QString& reason);  // of a notice
    void changedOnDisk(const QString& path); // as was found when it was to be opened again
    // What is being read and how far it is, 0 to 1; with no name, nothing is any more.
    void reading(const QString& what, double done);
    void saving(const QString& what, qint64 bytes); // written so far, when nothing is being read
    // All of one call, after all else that came of it; whether nothing did.
    void refused(const std::vector<Refusal>& refusals, bool areAll);
    void opened(const QString& path);
    void savedTo(const QString& path);
    void lessonsGiven(const QStringList& paths); // to be opened: they hold no tensors
    void timesGiven(const QString& path);        // likewise: a session of measuring
    void pasted();                               // the first tensor is the current one

private:
    // One call of open() that has not come to its end.
    struct Reading {
        QString job, what;
        std::shared_ptr<std::atomic<double>> done;
    };
    // One call of save(), as well.
    struct Saving {
        QString job, what;
        std::shared_ptr<std::atomic<std::int64_t>> bytes;
        std::stop_source stop = {}; // unlike a job that is stopped, one that is asked to end tells how it ended
    };

    // A file and what came of it: its tensors as they go into the workspace, and why it could not be read if so.
    struct Opened {
        QString path;
        std::optional<Error> error = {};
        RefusedFile seen = {};
        std::vector<std::string> warnings = {};
        std::vector<Subject> subjects = {};
        bool holdsTimes = false; // and no tensor
    };
    struct Found {
        QString path, folder; // the folder that was asked for, if it was not the file itself
    };
    // A folder of more files than are opened.
    struct PartlyOpened {
        QString folder;
        std::size_t opened = 0, found = 0;
    };
    static Opened openOne(const Found& file, const Watch& watch, bool isLookedInto);
    // One call of open(): its files are read one after the other, and the next not before all tensors of the last
    // are in the workspace. So one document is held besides what is open.
    struct Arriving {
        QString job;
        std::shared_ptr<std::atomic<double>> done;
        std::vector<Opened> notes = {}; // on folders
        int moreNotes = 0;              // that are only counted
        std::vector<Found> files = {};
        std::vector<PartlyOpened> partlyOpened = {};
        std::size_t note = 0, file = 0; // the next
        int looksLeft = 0;
        Opened opened = {};      // the last
        std::size_t subject = 0; // the next of its tensors
        std::vector<Refusal> refusals = {};
        bool isAnyRead = false;
    };
    using ArrivingPtr = std::shared_ptr<Arriving>;
    static void listFiles(const QStringList& paths, const Watch& watch, Arriving& all);
    void readNext(const ArrivingPtr& all);
    std::vector<const Subject*> openOf(const QString& path) const;
    bool showOpen(const QString& path);
    void leaveOutOpen(Opened& opened);
    void arrive(const ArrivingPtr& all);
    void addSome(Arriving& all);
    void arrived(Arriving& all);
    void ended(const QString& job);
    void failed(const QString& text, const QString& job);
    void saved(const QString& job);
    void tellSaved(const SaveRequest& request, const SaveOutcome& outcome);
    void tellProgress();

    Workspace& m_workspace;
    Jobs& m_jobs;
    std::vector<Reading> m_readings;
    std::vector<Saving> m_savings;
    QTimer m_tick; // asks how far they are
};

} // namespace tscope

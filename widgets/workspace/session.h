// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/kept_steps.h"
#include "workspace/tabs.h"

#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <map>

namespace tscope {

// Reads a document by the path it was opened with; may be called on a worker.
using ReadDocument = Result<Document> (*)(const QString& path);

struct RestoredSession;

// What is open, kept in a folder soon after each change, so that it is there again also when the window did not
// end as it should. Of a tensor as its file has it the file is noted; others are kept as they are, broken or not,
// as long as their bytes that no file has find room.
class Session : public QObject
{
    Q_OBJECT

public:
    Session(Workspace& workspace, Tabs& tabs, Jobs& jobs, const QString& folder, ReadDocument readDocument,
            QObject* parent = nullptr,
            std::uint64_t mostBytes = std::uint64_t{1} << 30); // in files, for all tensors

    void restore();
    bool isRestoring() const { return m_isRestoring; }
    void finish(); // the window ends: what is left to write is not put off any more

    // Whether all is kept as it is now.
    bool isKept() const;
    void keepNow();                                                   // ends with the signal kept()
    const std::vector<SubjectId>& unkept() const { return m_unkept; } // the last time that it was tried
    const QString& reason() const { return m_reason; }                // why; empty where all are kept

Q_SIGNALS:
    void told(const QString& text);                                   // what could not be brought back
    void editsBroughtBack(const std::vector<tscope::SubjectId>& ids); // of files that hold something else
    void broughtBack();
    void kept();

private:
    struct Turns;
    // What is open and shown.
    struct Sight {
        std::vector<Subject> all;
        std::vector<DoneStep> steps = {}; // that led there
        int current = 0;
        QJsonObject canvas;
        QString contract = {}; // its name
    };
    struct Written {
        int turn = 0;
        QString reason; // why some are not kept
        std::vector<SubjectId> unkept;
    };
    static Written failedToKeep(const std::vector<Subject>& all, int turn, const QString& reason);
    static Written write(const Sight& sight, const QString& folder, std::uint64_t mostBytes, Turns& turns,
                         int turn);
    static Written writeOne(const Sight& sight, const QString& folder, std::uint64_t mostBytes, Turns& turns,
                            int turn);
    void bringBack(const std::shared_ptr<const RestoredSession>& restored, std::size_t from, SubjectId current);
    void save();
    void written(const Written& ended);

    Workspace& m_workspace;
    Tabs& m_tabs;
    Jobs& m_jobs;
    QString m_folder;
    ReadDocument m_read;
    std::uint64_t m_mostBytes;
    QTimer m_soon;
    std::shared_ptr<Turns> m_turns; // shared with what is being written
    int m_turn = 0, m_written = 0;  // the last that was begun, and that ended
    QString m_reason;
    std::vector<SubjectId> m_unkept;
    std::vector<SubjectId> m_edited;        // brought back with edits
    std::map<int, SubjectId> m_broughtBack; // by their numbers in the list
    bool m_isRestoring = false;
};

} // namespace tscope

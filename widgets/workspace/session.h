// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
// end as it should. Of an unchanged tensor its file is noted; others are kept as they are, broken or not.
class Session : public QObject
{
    Q_OBJECT

public:
    Session(Workspace& workspace, Tabs& tabs, Jobs& jobs, const QString& folder, ReadDocument readDocument,
            QObject* parent = nullptr,
            std::uint64_t mostBytes = std::uint64_t{64} << 20); // of tensors as they are

    void restore();
    void finish(); // the window ends: what is left to write is not put off any more

Q_SIGNALS:
    void told(const QString& text); // what could not be kept or brought back
    void broughtBack();

private:
    struct Turns;
    // What is open and shown.
    struct Sight {
        std::vector<Subject> all;
        int current = 0;
        QJsonObject canvas;
    };
    static QString write(const Sight& sight, const QString& folder, std::uint64_t mostBytes, Turns& turns,
                         int turn);
    void bringBack(const std::shared_ptr<const RestoredSession>& restored, std::size_t from, SubjectId current);
    void save();

    Workspace& m_workspace;
    Tabs& m_tabs;
    Jobs& m_jobs;
    QString m_folder;
    ReadDocument m_read;
    std::uint64_t m_mostBytes;
    QTimer m_soon;
    std::shared_ptr<Turns> m_turns; // shared with what is being written
    int m_turn = 0;
    std::map<int, SubjectId> m_broughtBack; // by their numbers in the list
    bool m_isRestoring = false;
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QSet>
#include <QTimer>

namespace tscope {

class Files;

// Follows the files that open tensors came from. When one changes on disk its tensors are read again and put in
// the place of the old ones, by their names, as one undo step; what was edited here is kept, until it is asked
// for. What is new in the file comes too, what is gone from it stays and is told.
class Reload : public QObject
{
    Q_OBJECT

public:
    Reload(Workspace& workspace, Jobs& jobs, const Files& files, QObject* parent = nullptr);

    static bool hasFile(const Subject& subject) { return subject.index >= 0 && subject.origin->isOnDisk(); }
    void now(SubjectId id);                             // what is on disk, in the place of what was edited too
    void ofFile(const QString& path) { read(path, 0); } // the same, but for what was edited

Q_SIGNALS:
    void noticed(const QString& file, const QString& text, const QString& reason);
    void reasonGone(const QString& reason);
    void told(const QString& text); // what was done

private:
    void follow(const std::vector<SubjectId>& ids);
    void forget(const std::vector<SubjectId>& ids);
    void followAnother(SubjectId id); // file, if it has one now
    bool isAsRead(const QString& path) const;
    void notice(const QString& path, const QString& text);
    void readChanged();
    void lookForGone(const QString& folder);
    void read(const QString& path, SubjectId evenIfEdited);
    void take(const QString& path, const FileStamp& stamp, const Document& document, SubjectId evenIfEdited);
    struct Fresh { // in the file, and not here yet
        Tensor tensor;
        OriginPtr origin;
        int index = 0;
    };
    void addSome(const std::shared_ptr<std::vector<Fresh>>& fresh, std::size_t from);
    void tell(const QString& path, const QStringList& kept, const QStringList& gone, int added, int taken);

    Workspace& m_workspace;
    Jobs& m_jobs;
    const Files& m_files;
    QHash<SubjectId, QString> m_paths; // of those that have a file
    QHash<QString, int> m_followed;    // files, and how many of the above have it
    QFileSystemWatcher m_watcher;
    QStringList m_changed;
    QSet<QString> m_gone; // from the disk
    QTimer m_soon;        // a program writes a file in more than one step
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QTimer>

namespace tscope {

// Follows the files that open tensors came from. When one changes on disk its tensors are read again and put in
// the place of the old ones, as one undo step; what was edited here is kept, until it is asked for.
class Reload : public QObject
{
    Q_OBJECT

public:
    Reload(Workspace& workspace, Jobs& jobs, QObject* parent = nullptr);

    // Of a tensor just added: number `index` of the document at `path`.
    void cameFrom(SubjectId id, const QString& path, int index);
    bool hasFile(SubjectId id) const { return m_origins.contains(id); }
    void now(SubjectId id); // what is on disk, in the place of what was edited too

Q_SIGNALS:
    void noticed(const QString& file, const QString& text);
    void currentHasFile();

private:
    struct Origin {
        QString path;
        int index = 0;
        std::weak_ptr<const Tensor> tensor; // as it came
    };
    void readChanged();
    void read(const QString& path, SubjectId evenIfEdited);
    void take(const QString& path, const Document& document, SubjectId evenIfEdited);
    void forget(SubjectId id);

    Workspace& m_workspace;
    Jobs& m_jobs;
    QHash<SubjectId, Origin> m_origins;
    QFileSystemWatcher m_watcher;
    QString m_last; // the file that a tensor came from last
    QStringList m_changed;
    QTimer m_soon; // a program writes a file in more than one step
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "reload.h"

#include "files.h"
#include "jobs/jobs.h"

#include <QFileInfo>

#include <utility>

namespace tscope {

Reload::Reload(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(300);
    connect(&m_soon, &QTimer::timeout, this, &Reload::readChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
        if (!m_changed.contains(path))
            m_changed << path;
        m_soon.start();
    });
    connect(&m_workspace, &Workspace::subjectsAdded, this, &Reload::follow);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, &Reload::forget);
}

void Reload::follow(const std::vector<SubjectId>& ids)
{
    QStringList begun;
    for (const auto id : ids) {
        const auto& subject = *m_workspace.find(id);
        if (!hasFile(subject))
            continue;
        m_paths.insert(id, subject.origin->path);
        if (++m_followed[subject.origin->path] == 1)
            begun << subject.origin->path;
    }
    if (!begun.isEmpty())
        m_watcher.addPaths(begun);
}

void Reload::forget(const std::vector<SubjectId>& ids)
{
    QStringList ended;
    for (const auto id : ids) {
        const auto path = m_paths.take(id);
        if (path.isEmpty() || --m_followed[path] > 0)
            continue;
        m_followed.remove(path);
        ended << path;
    }
    if (!ended.isEmpty())
        m_watcher.removePaths(ended);
}

void Reload::now(SubjectId id)
{
    if (const auto* subject = m_workspace.find(id); subject != nullptr && hasFile(*subject))
        read(subject->origin->path, id);
}

void Reload::readChanged()
{
    for (const auto& path : std::exchange(m_changed, {})) {
        m_watcher.addPath(path); // a file that another was moved over is no longer watched
        if (QFileInfo::exists(path))
            read(path, 0);
        else
            Q_EMIT noticed(QFileInfo(path).fileName(), tr("is gone from the disk; its tensors are kept here."));
    }
}

void Reload::read(const QString& path, SubjectId evenIfEdited)
{
    m_jobs.start(
        this, QStringLiteral("reload ") + path, [path](const Watch& watch) { return Files::read(path, watch); },
        [this, path, evenIfEdited](const Result<Document>& document) {
            if (document)
                return take(path, *document, evenIfEdited);
            Q_EMIT noticed(QFileInfo(path).fileName(), tr("has changed and can't be read any more: %1")
                                                           .arg(QString::fromStdString(document.error().text)));
        });
}

void Reload::take(const QString& path, const Document& document, SubjectId evenIfEdited)
{
    const auto file = QFileInfo(path).fileName();
    QStringList kept;
    std::vector<SubjectId> taken;
    for (const auto& subject : m_workspace.subjects()) {
        if (!hasFile(subject) || subject.origin->path != path)
            continue;
        const bool isThere = subject.index < static_cast<int>(document.tensors.size());
        if (isThere && (subject.isAsRead() || subject.id == evenIfEdited))
            taken.push_back(subject.id);
        else
            kept << subject.name;
    }
    if (!taken.empty())
        m_workspace.undoStack().beginMacro(tr("reload %1").arg(file));
    for (const auto id : taken) {
        const auto& subject = *m_workspace.find(id);
        m_workspace.reread(id, document.tensors[static_cast<std::size_t>(subject.index)].tensor,
                           tr("reload %1").arg(subject.name));
    }
    if (!taken.empty())
        m_workspace.undoStack().endMacro();
    if (!kept.isEmpty())
        Q_EMIT noticed(file, tr("has changed on disk; kept as edited here: %1. File, Reload takes what is there.")
                                 .arg(kept.join(QStringLiteral(", "))));
}

} // namespace tscope

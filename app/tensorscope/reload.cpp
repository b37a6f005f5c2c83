// SPDX-License-Identifier: GPL-3.0-or-later
#include "reload.h"

#include "files.h"
#include "jobs/jobs.h"

#include <QFileInfo>

#include <algorithm>
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
    connect(&m_workspace, &Workspace::subjectRemoved, this, &Reload::forget);
}

void Reload::cameFrom(SubjectId id, const QString& path, int index)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr || path.startsWith(QLatin1Char(':'))) // what is built in stays as it is
        return;
    const auto file = QFileInfo(path).absoluteFilePath();
    m_origins.insert(id, {file, index, subject->tensor});
    if (file != m_last) // a file may bring thousands
        m_watcher.addPath(file);
    m_last = file;
    if (id == m_workspace.current())
        Q_EMIT currentHasFile();
}

void Reload::forget(SubjectId id)
{
    const auto path = m_origins.take(id).path;
    const auto isOfIt = [&](const Origin& origin) { return origin.path == path; };
    if (path.isEmpty() || std::any_of(m_origins.cbegin(), m_origins.cend(), isOfIt))
        return;
    m_watcher.removePath(path);
    m_last.clear();
}

void Reload::now(SubjectId id)
{
    if (const auto origin = m_origins.constFind(id); origin != m_origins.cend())
        read(origin->path, id);
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
    for (auto origin = m_origins.cbegin(); origin != m_origins.cend(); ++origin) {
        const auto* subject = m_workspace.find(origin.key());
        if (origin->path != path || subject == nullptr)
            continue;
        const bool isThere = origin->index < static_cast<int>(document.tensors.size());
        const bool isEdited = subject->tensor != origin->tensor.lock() && origin.key() != evenIfEdited;
        if (isThere && !isEdited)
            taken.push_back(origin.key());
        else
            kept << subject->name;
    }
    if (!taken.empty())
        m_workspace.undoStack().beginMacro(tr("reload %1").arg(file));
    for (const auto id : taken) {
        auto& origin = m_origins[id];
        m_workspace.replace(id, document.tensors[static_cast<std::size_t>(origin.index)].tensor,
                            tr("reload %1").arg(m_workspace.find(id)->name));
        origin.tensor = m_workspace.find(id)->tensor;
    }
    if (!taken.empty())
        m_workspace.undoStack().endMacro();
    if (!kept.isEmpty())
        Q_EMIT noticed(file, tr("has changed on disk; kept as edited here: %1. File, Reload takes what is there.")
                                 .arg(kept.join(QStringLiteral(", "))));
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "reload.h"

#include "files.h"
#include "jobs/jobs.h"
#include "tensor/own_storages.h"
#include "workspace/places_in_file.h"

#include <QFileInfo>

#include <algorithm>
#include <map>
#include <utility>

namespace tscope {

namespace {

QString reloading(const QString& path)
{
    return QStringLiteral("reload ") + path;
}

// As its file was read, or as much of it as could be read then.
bool isUnedited(const Subject& subject)
{
    return subject.isAsRead() || subject.isUneditedPart();
}

} // namespace

Reload::Reload(Workspace& workspace, Jobs& jobs, const Files& files, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs), m_files(files)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(300);
    connect(&m_soon, &QTimer::timeout, this, &Reload::readChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
        if (!m_changed.contains(path))
            m_changed << path;
        m_soon.start();
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Reload::lookForGone);
    connect(&m_workspace, &Workspace::subjectsAdded, this, &Reload::follow);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, &Reload::forget);
    connect(&m_workspace, &Workspace::subjectChanged, this, &Reload::followAnother);
}

void Reload::followAnother(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    if (subject == nullptr || m_paths.value(id) == (hasFile(*subject) ? subject->origin->path : QString()))
        return;
    forget({id});
    follow({id});
}

// Whether the file is still what was read or saved here.
bool Reload::isAsRead(const QString& path) const
{
    const auto now = stampOf(path);
    return std::ranges::all_of(m_workspace.subjects(), [&](const Subject& subject) {
        return !hasFile(subject) || subject.origin->path != path || subject.origin->stamp == now;
    });
}

void Reload::notice(const QString& path, const QString& text)
{
    Q_EMIT noticed(QFileInfo(path).fileName(), text, reloading(path));
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
        m_gone.remove(path);
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
        m_watcher.addPath(path);      // a file that another was moved over is no longer watched
        if (m_files.isSaving(path)) { // by this window, which knows what it wrote when it has ended
            m_changed << path;
            m_soon.start();
            continue;
        }
        if (QFileInfo::exists(path)) {
            if (!isAsRead(path))
                read(path, 0);
            continue;
        }
        // Only a folder can tell that something comes back.
        m_gone.insert(path);
        m_watcher.addPath(QFileInfo(path).absolutePath());
        notice(path, tr("is gone from the disk; its tensors are kept here."));
    }
}

void Reload::lookForGone(const QString& folder)
{
    bool isWanted = false;
    const auto gone = m_gone;
    for (const auto& path : gone) {
        if (QFileInfo(path).absolutePath() != folder)
            continue;
        if (!QFileInfo::exists(path)) {
            isWanted = true;
            continue;
        }
        m_gone.remove(path);
        m_changed << path;
        m_soon.start();
    }
    if (!isWanted)
        m_watcher.removePath(folder);
}

void Reload::read(const QString& path, SubjectId evenIfEdited)
{
    struct Read {
        FileStamp stamp;
        Result<Document> document;
    };
    m_jobs.start(
        this, reloading(path),
        [path](const Watch& watch) {
            const auto stamp = stampOf(path);
            return Read{stamp, Files::read(path, watch)};
        },
        [this, path, evenIfEdited](const Read& read) {
            Q_EMIT reasonGone(reloading(path));
            if (read.document)
                return take(path, read.stamp, *read.document, evenIfEdited);
            notice(path, tr("has changed and can't be read any more: %1")
                             .arg(QString::fromStdString(read.document.error().text)));
        });
}

// Each tensor goes to where its name stands in the file now. One file may have been opened more than once.
void Reload::take(const QString& path, const FileStamp& stamp, const Document& document, SubjectId evenIfEdited)
{
    struct Now {
        OriginPtr origin;
        std::vector<int> places; // of the numbers that its tensors had
    };
    std::map<OriginPtr, Now> all;
    QStringList kept, gone;
    std::vector<SubjectId> taken;
    std::vector<std::pair<SubjectId, const Now*>> filed;
    // While edits of what the file held are kept, saving has to ask before it replaces what the file holds now.
    const bool areEditsKept = std::ranges::any_of(m_workspace.subjects(), [&](const Subject& subject) {
        return hasFile(subject) && subject.origin->path == path && !isUnedited(subject) &&
               subject.id != evenIfEdited;
    });
    for (const auto& subject : m_workspace.subjects()) {
        if (!hasFile(subject) || subject.origin->path != path)
            continue;
        const auto& before = *subject.origin;
        auto& now = all[subject.origin];
        if (!now.origin)
            now = {readAnew(before, document, areEditsKept ? before.stamp : stamp),
                   placesNow(before.names, namesIn(document))};
        filed.emplace_back(subject.id, &now);
        if (placeNow(subject.index, now.places, document) < 0)
            gone << subject.title();
        else if (isUnedited(subject) || subject.id == evenIfEdited)
            taken.push_back(subject.id);
        else
            kept << subject.title();
    }
    if (!taken.empty())
        m_workspace.undoStack().beginMacro(tr("reload %1").arg(QFileInfo(path).fileName()));
    for (const auto& [id, now] : filed) {
        const auto& subject = *m_workspace.find(id);
        const auto place = placeNow(subject.index, now->places, document);
        if (place >= 0) {
            const auto& held = document.tensors[static_cast<std::size_t>(place)].tensor;
            // A copy for comparison has storages of its own: edits of the tensor beside it do not reach it.
            const auto tensor = subject.origin->isCopy ? withOwnStorages(held) : held;
            if (std::ranges::binary_search(taken, id))
                m_workspace.reread(id, tensor, tr("reload"));
            else
                m_workspace.setHeld(id, std::make_shared<const Tensor>(tensor));
        }
        m_workspace.refile(id, now->origin, place);
    }
    if (!taken.empty())
        m_workspace.undoStack().endMacro();
    const auto fresh = std::make_shared<std::vector<Fresh>>();
    for (const auto& [before, now] : all)
        if (!before->names.isEmpty() && !before->isCopy)
            for (const auto place : newPlaces(now.places, now.origin->tensors))
                fresh->push_back({document.tensors[static_cast<std::size_t>(place)].tensor, now.origin, place});
    addSome(fresh, 0);
    tell(path, kept, gone, static_cast<int>(fresh->size()), static_cast<int>(taken.size()));
}

// A checkpoint may have gained thousands: between some and the next the window is drawn and listens.
void Reload::addSome(const std::shared_ptr<std::vector<Fresh>>& fresh, std::size_t from)
{
    const auto end = std::min(from + m_workspace.mostInOneTurn(), fresh->size());
    std::vector<Subject> some;
    for (auto i = from; i < end; ++i) {
        const auto& [tensor, origin, index] = (*fresh)[i];
        some.push_back({0, nameFrom(*origin, index), origin, index, std::make_shared<const Tensor>(tensor)});
        some.back().setAsRead();
    }
    if (!some.empty())
        m_workspace.add(std::move(some));
    if (end < fresh->size())
        m_jobs.start(
            this, QStringLiteral("add %1").arg(reinterpret_cast<quintptr>(fresh.get())),
            [](const Watch&) { return 0; }, [this, fresh, end](int) { addSome(fresh, end); }, Jobs::Kind::looks);
}

void Reload::tell(const QString& path, const QStringList& kept, const QStringList& gone, int added, int taken)
{
    const auto list = [](const QStringList& names) { return names.join(QStringLiteral(", ")); };
    if (taken > 0)
        Q_EMIT told(tr("%1 was read again.").arg(QFileInfo(path).fileName()));
    if (!kept.isEmpty())
        notice(
            path,
            tr("has changed on disk; kept as edited here: %1. File, Reload takes what is there.").arg(list(kept)));
    if (!gone.isEmpty())
        notice(path, tr("has changed on disk and no longer holds, but kept here is: %1").arg(list(gone)));
    if (added > 0)
        notice(path, tr("has changed on disk; new in it: %n tensor(s)", nullptr, added));
}

} // namespace tscope

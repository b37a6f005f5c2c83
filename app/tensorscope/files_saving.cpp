// SPDX-License-Identifier: GPL-3.0-or-later
// Saving: tensors and pictures are written into files.
#include "files.h"

#include "jobs/jobs.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

namespace tscope {

namespace {

// A lone tensor that goes by the name of its file has none of its own.
QString nameToSave(const Subject& subject)
{
    const auto& origin = *subject.origin;
    const bool isNamedByFile = origin.names.value(subject.index).isEmpty() && !origin.path.isEmpty() &&
                               subject.name == QFileInfo(origin.path).completeBaseName();
    return isNamedByFile ? QString() : subject.name;
}

QString savingOf(const QString& path)
{
    return QStringLiteral("save ") + path;
}

Snapshot::Each eachOf(const Subject& subject, const QString& name)
{
    return {name, subject.tensor, subject.id, subject.index};
}

} // namespace

SnapshotPtr Files::snapshotOf(const Subject& subject)
{
    return std::make_shared<const Snapshot>(Snapshot{subject.origin, {eachOf(subject, nameToSave(subject))}});
}

SnapshotPtr Files::snapshotOfDocument(const Subject& subject) const
{
    Snapshot all{subject.origin, {}};
    for (const auto& each : m_workspace.subjects())
        if (each.origin == subject.origin)
            all.tensors.push_back(eachOf(each, each.name));
    if (all.tensors.size() == 1)
        return snapshotOf(subject);
    return std::make_shared<const Snapshot>(std::move(all));
}

// In the order of the file. Where one that came back by undo is of the same place as one that was opened since,
// the one that is asked for counts, then one that is edited.
SnapshotPtr Files::snapshotOfFile(const Subject& subject) const
{
    const auto rankOf = [&](const Subject& each) { return each.id == subject.id ? 2 : each.isSaved() ? 0 : 1; };
    std::map<int, const Subject*> chosen;
    auto open = openOf(subject.origin->path);
    if (std::ranges::find(open, &subject) == open.end())
        open.push_back(&subject); // a copy that was edited
    for (const auto* each : open)
        if (auto& best = chosen[each->index]; best == nullptr || rankOf(*each) >= rankOf(*best))
            best = each;
    Snapshot all{subject.origin, {}};
    for (const auto& [index, each] : chosen)
        all.tensors.push_back(eachOf(*each, nameToSave(*each)));
    return std::make_shared<const Snapshot>(std::move(all));
}

void Files::saved(const QString& job)
{
    std::erase_if(m_savings, [&](const Saving& saving) { return saving.job == job; });
    if (m_savings.empty())
        tellProgress();
}

bool Files::isSaving(const QString& path) const
{
    return std::ranges::any_of(m_savings, [&](const Saving& saving) { return saving.job == savingOf(path); });
}

void Files::save(const SaveRequest& request, const std::function<void(const SaveOutcome&)>& ended)
{
    const auto job = savingOf(request.path);
    const auto file = QFileInfo(request.path).fileName();
    for (auto& older : m_savings) // into the same file
        if (older.job == job)
            older.stop.request_stop();
    saved(job);
    Q_EMIT reasonGone(job);
    const auto bytes = std::make_shared<std::atomic<std::int64_t>>(0);
    m_savings.push_back({job, file, bytes});
    m_tick.start();
    m_jobs.start(
        this, job,
        [request, bytes, stop = m_savings.back().stop.get_token()](const Watch&) {
            const auto tell = [bytes](std::int64_t written) { *bytes = written; };
            return saveAsAsked(request, {stop, tell});
        },
        [this, job, file, request, ended](const SaveOutcome& outcome) {
            saved(job);
            tellSaved(request, outcome);
            if (ended)
                ended(outcome);
        },
        Jobs::Kind::writes);
}

// Losses that were asked for are not reported again; the caller handles the outcomes that need an answer.
void Files::tellSaved(const SaveRequest& request, const SaveOutcome& outcome)
{
    using Kind = SaveOutcome::Kind;
    const auto file = QFileInfo(request.path).fileName();
    switch (outcome.kind) {
    case Kind::cancelled:
        return Q_EMIT told(tr("%1 was not saved.").arg(file));
    case Kind::saved:
        adoptSaved(m_workspace, request, outcome);
        Q_EMIT reasonGone(QStringLiteral("reload ") + request.path); // what was there before
        Q_EMIT told(outcome.areEntriesLost
                        ? tr("Wrote %1 without some of the entries. The tensor here stays as it is.").arg(file)
                        : tr("Saved %1.").arg(file));
        Q_EMIT savedTo(request.path);
        if (request.areLossesTold)
            break;
        [[fallthrough]];
    case Kind::failed:
        for (const auto& text : outcome.texts)
            Q_EMIT noticed(file, QString::fromStdString(text), savingOf(request.path));
        break;
    case Kind::wouldLose:
    case Kind::hasChanged:
        break;
    }
}

void Files::savePicture(const std::function<bool(const QString& path)>& picture, const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("picture ") + path, [picture, path](const Watch&) { return picture(path); },
        [this, path](bool saved) {
            const auto name = QFileInfo(path).fileName();
            Q_EMIT told(saved ? tr("Saved %1.").arg(name) : tr("%1 could not be written.").arg(name));
        },
        Jobs::Kind::writes);
}

} // namespace tscope

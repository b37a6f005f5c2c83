// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"

#include "io/open.h"
#include "jobs/jobs.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <map>
#include <mutex>
#include <set>

namespace tscope {

namespace {

constexpr std::uint64_t mostBytes = std::uint64_t{64} << 20; // of storages that are kept as they are

QString listPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("session.json"));
}

QJsonObject listIn(const QString& folder)
{
    QFile file(listPath(folder));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

bool writeList(const QJsonObject& list, const QString& folder)
{
    QSaveFile file(listPath(folder));
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(list).toJson()) >= 0 && file.commit();
}

// All storages of these tensors, shared ones once.
std::uint64_t bytesOf(const std::vector<const Tensor*>& tensors)
{
    std::set<const void*> seen;
    std::uint64_t bytes = 0;
    for (const auto* tensor : tensors)
        for (const auto& member : tensor->members)
            if (const auto& storage = member.array.storage;
                storage && storage->hasBytes() && seen.insert(storage.get()).second)
                bytes += static_cast<std::uint64_t>(storage->byteSize());
    return bytes;
}

} // namespace

struct Session::Kept {
    QString name, source;
    QString path; // empty: kept as it is
    int index = 0;
    TensorPtr tensor;
};

struct Session::Restored {
    std::vector<Kept> tensors;
    int current = 0;
    QStringList lost;
};

// Two writings may be under way at once, and the older one may come last: one at a time, and never back.
struct Session::Turns {
    std::mutex mutex;
    int last = 0;
};

Session::Session(Workspace& workspace, Jobs& jobs, const QString& folder, ReadDocument readDocument,
                 QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs), m_folder(folder), m_read(readDocument),
      m_turns(std::make_shared<Turns>())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(500);
    connect(&m_soon, &QTimer::timeout, this, &Session::save);
    const auto changed = [this] { m_soon.start(); };
    connect(&workspace, &Workspace::subjectAdded, this, changed);
    connect(&workspace, &Workspace::subjectRemoved, this, changed);
    connect(&workspace, &Workspace::subjectChanged, this, changed);
    connect(&workspace, &Workspace::currentChanged, this, changed);
    connect(&workspace, &Workspace::subjectRemoved, this, [this](SubjectId id) { m_origins.remove(id); });
}

void Session::cameFrom(SubjectId id, const QString& path, int index)
{
    if (const auto* subject = m_workspace.find(id))
        m_origins.insert(id, {path, index, subject->tensor});
}

std::vector<Session::Kept> Session::collect() const
{
    std::vector<Kept> all;
    for (const auto& subject : m_workspace.subjects()) {
        Kept kept{subject.name, subject.source, {}, 0, subject.tensor};
        if (const auto origin = m_origins.find(subject.id);
            origin != m_origins.end() && origin->tensor.lock() == subject.tensor) {
            kept.path = origin->path;
            kept.index = origin->index;
        }
        all.push_back(std::move(kept));
    }
    return all;
}

// The tensors go into a file of another name than the last ones, and the list that names it is put in place at
// once: whenever this ends, what is there belongs together. Returns what could not be kept.
QString Session::write(const std::vector<Kept>& all, int current, const QString& folder, Turns& turns, int turn)
{
    const std::lock_guard lock(turns.mutex);
    if (turn < turns.last)
        return {};
    turns.last = turn;
    if (!QDir().mkpath(folder))
        return tr("The session can't be kept in %1.").arg(folder);
    const auto last = listIn(folder)[QLatin1String("tensors_in")].toString();

    Document document;
    std::vector<const Tensor*> own;
    QJsonArray list;
    for (const auto& kept : all)
        if (kept.path.isEmpty())
            own.push_back(kept.tensor.get());
    const auto fits = bytesOf(own) <= mostBytes;
    for (const auto& kept : all) {
        QJsonObject entry{{QStringLiteral("name"), kept.name}, {QStringLiteral("source"), kept.source}};
        if (!kept.path.isEmpty()) {
            entry.insert(QStringLiteral("path"), kept.path);
            entry.insert(QStringLiteral("index"), kept.index);
        } else if (fits) {
            const auto number = static_cast<int>(document.tensors.size());
            document.tensors.push_back({"t" + std::to_string(number), *kept.tensor});
            entry.insert(QStringLiteral("kept"), number);
        }
        list.append(entry);
    }
    QString name;
    if (!document.tensors.empty()) {
        name = last == QLatin1String("tensors-1.json") ? QStringLiteral("tensors-2.json")
                                                       : QStringLiteral("tensors-1.json");
        if (const auto saved = saveFile(document, QDir(folder).filePath(name).toStdString()); !saved)
            return QString::fromStdString(saved.error().text);
    }
    if (!writeList({{QStringLiteral("version"), 1},
                    {QStringLiteral("current"), current},
                    {QStringLiteral("tensors_in"), name},
                    {QStringLiteral("tensors"), list}},
                   folder))
        return tr("The session can't be kept in %1.").arg(folder);
    if (!last.isEmpty() && last != name)
        QFile::remove(QDir(folder).filePath(last));
    return fits ? QString() : tr("The changed tensors are too large to be kept for the next start.");
}

Session::Restored Session::read(const QString& folder, ReadDocument readDocument, const Watch& watch)
{
    Restored restored;
    const auto content = listIn(folder);
    restored.current = content[QLatin1String("current")].toInt();
    std::map<QString, Result<Document>> documents; // each is read once: what shares storages goes on doing so
    const auto tensorOf = [&](const QString& path, int index, bool isOurs) -> Result<Tensor> {
        const auto at =
            documents.try_emplace(path, isOurs ? openFile(path.toStdString()) : readDocument(path)).first;
        if (!at->second)
            return at->second.error();
        if (index < 0 || static_cast<std::size_t>(index) >= at->second->tensors.size())
            return invalidArgument(tr("the file no longer holds this tensor").toStdString());
        return at->second->tensors[static_cast<std::size_t>(index)].tensor;
    };
    const auto own = QDir(folder).filePath(content[QLatin1String("tensors_in")].toString());
    for (const auto value : content[QLatin1String("tensors")].toArray()) {
        if (watch.isStopped())
            return {};
        const auto entry = value.toObject();
        Kept kept{
            entry[QLatin1String("name")].toString(), entry[QLatin1String("source")].toString(), {}, 0, nullptr};
        const auto isOurs = entry.contains(QLatin1String("kept"));
        kept.path = isOurs ? QString() : entry[QLatin1String("path")].toString();
        kept.index = entry[isOurs ? QLatin1String("kept") : QLatin1String("index")].toInt(-1);
        if (!isOurs && kept.path.isEmpty()) {
            restored.lost << tr("%1 was too large to be kept").arg(kept.name);
            continue;
        }
        if (const auto tensor = tensorOf(isOurs ? own : kept.path, kept.index, isOurs)) {
            kept.tensor = std::make_shared<const Tensor>(*tensor);
            restored.tensors.push_back(std::move(kept));
        } else {
            restored.lost << tr("%1: %2").arg(kept.name, QString::fromStdString(tensor.error().text));
        }
    }
    return restored;
}

void Session::restore()
{
    m_isRestoring = true; // what is kept is not overwritten by what came first
    m_jobs.start(
        this, QStringLiteral("restore"),
        [folder = m_folder, reader = m_read](const Watch& watch) { return read(folder, reader, watch); },
        [this](const Restored& restored) {
            m_isRestoring = false;
            SubjectId current = 0;
            int number = 0;
            for (const auto& kept : restored.tensors) {
                const auto id = m_workspace.add(*kept.tensor, kept.name, kept.source);
                if (!kept.path.isEmpty())
                    cameFrom(id, kept.path, kept.index);
                if (number++ == restored.current || current == 0)
                    current = id;
            }
            m_workspace.setCurrent(current);
            Q_EMIT broughtBack();
            if (!restored.lost.isEmpty())
                Q_EMIT told(tr("Not brought back: %1").arg(restored.lost.join(QStringLiteral("; "))));
        });
}

void Session::save()
{
    if (m_isRestoring)
        return m_soon.start();
    m_jobs.start(
        this, QStringLiteral("save"),
        [all = collect(), current = m_workspace.positionOf(m_workspace.current()), folder = m_folder,
         turns = m_turns, turn = ++m_turn](const Watch&) { return write(all, current, folder, *turns, turn); },
        [this](const QString& lost) {
            if (!lost.isEmpty())
                Q_EMIT told(lost);
        },
        Jobs::Kind::writes);
}

void Session::finish()
{
    if (!m_soon.isActive() || m_isRestoring)
        return;
    m_soon.stop();
    save();
}

} // namespace tscope

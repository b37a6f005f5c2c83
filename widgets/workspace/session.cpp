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

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace tscope {

namespace {

constexpr int version = 2;                                   // of the list
constexpr std::size_t mostAtOnce = 20;                       // tensors that are brought back in one turn
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
    QString name;
    OriginPtr origin;
    int index = -1;
    bool isEdited = true; // or of no file: kept as it is
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
    const auto changed = [this] {
        if (!m_soon.isActive()) // thousands of changes may come at once
            m_soon.start();
    };
    connect(&workspace, &Workspace::subjectsAdded, this, changed);
    connect(&workspace, &Workspace::subjectsRemoved, this, changed);
    connect(&workspace, &Workspace::subjectChanged, this, changed);
    connect(&workspace, &Workspace::currentChanged, this, changed);
}

std::vector<Session::Kept> Session::collect() const
{
    std::vector<Kept> all;
    for (const auto& subject : m_workspace.subjects())
        all.push_back({subject.name, subject.origin, subject.index,
                       subject.origin->path.isEmpty() || !subject.isAsRead(), subject.tensor});
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
    QJsonArray list, origins;
    std::map<const Origin*, int> numbers;
    for (const auto& kept : all)
        if (kept.isEdited)
            own.push_back(kept.tensor.get());
    const auto fits = bytesOf(own) <= mostBytes;
    for (const auto& kept : all) {
        const auto& origin = *kept.origin;
        const auto [number, isNew] = numbers.try_emplace(&origin, static_cast<int>(numbers.size()));
        if (isNew)
            origins.append(QJsonObject{{QStringLiteral("title"), origin.title},
                                       {QStringLiteral("path"), origin.path},
                                       {QStringLiteral("folder"), origin.folder},
                                       {QStringLiteral("tensors"), origin.tensors}});
        QJsonObject entry{{QStringLiteral("name"), kept.name},
                          {QStringLiteral("origin"), number->second},
                          {QStringLiteral("index"), kept.index}};
        if (kept.isEdited)
            entry.insert(QStringLiteral("kept"), fits ? static_cast<int>(document.tensors.size()) : -1);
        if (kept.isEdited && fits)
            document.tensors.push_back({"t" + std::to_string(document.tensors.size()), *kept.tensor});
        list.append(entry);
    }
    QString name;
    if (!document.tensors.empty()) {
        name = last == QLatin1String("tensors-1.json") ? QStringLiteral("tensors-2.json")
                                                       : QStringLiteral("tensors-1.json");
        if (const auto saved = saveFile(document, QDir(folder).filePath(name).toStdString()); !saved)
            return QString::fromStdString(saved.error().text);
    }
    if (!writeList({{QStringLiteral("version"), version},
                    {QStringLiteral("current"), current},
                    {QStringLiteral("tensors_in"), name},
                    {QStringLiteral("origins"), origins},
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
    if (content[QLatin1String("version")].toInt() != version)
        return restored;
    restored.current = content[QLatin1String("current")].toInt();
    std::vector<OriginPtr> origins;
    for (const auto value : content[QLatin1String("origins")].toArray()) {
        const auto entry = value.toObject();
        origins.push_back(std::make_shared<const Origin>(
            Origin{entry[QLatin1String("title")].toString(), entry[QLatin1String("path")].toString(),
                   entry[QLatin1String("folder")].toString(), entry[QLatin1String("tensors")].toInt(1)}));
    }
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
        const auto origin = entry[QLatin1String("origin")].toInt(-1);
        if (origin < 0 || static_cast<std::size_t>(origin) >= origins.size())
            continue;
        Kept kept{entry[QLatin1String("name")].toString(), origins[static_cast<std::size_t>(origin)],
                  entry[QLatin1String("index")].toInt(-1), entry.contains(QLatin1String("kept")), nullptr};
        const auto number = kept.isEdited ? entry[QLatin1String("kept")].toInt(-1) : kept.index;
        if (kept.isEdited && number < 0) {
            restored.lost << tr("%1 was too large to be kept").arg(kept.name);
            continue;
        }
        if (const auto tensor = tensorOf(kept.isEdited ? own : kept.origin->path, number, kept.isEdited)) {
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
        [folder = m_folder, reader = m_read](const Watch& watch) {
            return std::make_shared<const Restored>(read(folder, reader, watch));
        },
        [this](const std::shared_ptr<const Restored>& restored) { bringBack(restored, 0, 0); });
}

// Some at a time: between them the window is drawn and listens.
void Session::bringBack(const std::shared_ptr<const Restored>& restored, std::size_t from, SubjectId current)
{
    const auto& all = restored->tensors;
    const auto end = std::min(from + mostAtOnce, all.size());
    for (auto i = from; i < end; ++i) {
        const auto id = m_workspace.add(*all[i].tensor, all[i].name, all[i].origin, all[i].index, all[i].isEdited);
        if (static_cast<int>(i) == restored->current || current == 0)
            current = id;
    }
    if (end < all.size()) {
        m_jobs.start(
            this, QStringLiteral("restore"), [](const Watch&) { return 0; },
            [this, restored, end, current](int) { bringBack(restored, end, current); });
        return;
    }
    m_isRestoring = false;
    m_workspace.setCurrent(current);
    Q_EMIT broughtBack();
    if (!restored->lost.isEmpty())
        Q_EMIT told(tr("Not brought back: %1").arg(restored->lost.join(QStringLiteral("; "))));
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

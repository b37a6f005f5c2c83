// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"

#include "io/open.h"
#include "jobs/jobs.h"
#include "workspace/kept_edits.h"
#include "workspace/places_in_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <map>
#include <mutex>

namespace tscope {

namespace {

constexpr int version = 2;             // of the list
constexpr std::size_t mostAtOnce = 20; // tensors that are brought back in one turn

QString restoreJob()
{
    return QStringLiteral("restore");
}

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

// The files of tensors that a list names: as a whole (as older ones do), and of each tensor.
QStringList filesOf(const QJsonObject& list)
{
    QStringList files{list[QLatin1String("tensors_in")].toString()};
    for (const auto value : list[QLatin1String("tensors")].toArray())
        files << value.toObject()[QLatin1String("in")].toString();
    return files;
}

QString newFileBeside(const QStringList& files)
{
    for (int number = 1;; ++number)
        if (const auto name = QStringLiteral("tensors-%1.json").arg(number); !files.contains(name))
            return name;
}

QJsonObject jsonOf(const Origin& origin)
{
    constexpr std::size_t most = 1 << 16; // characters of what lay beside the tensors
    std::size_t length = 0;
    QJsonArray others;
    for (const auto& other : origin.others) {
        length += other.name.size() + other.text.size();
        if (length <= most)
            others.append(QJsonArray{QString::fromStdString(other.name), QString::fromStdString(other.text)});
    }
    return {{QStringLiteral("title"), origin.title},
            {QStringLiteral("path"), origin.path},
            {QStringLiteral("folder"), origin.folder},
            {QStringLiteral("tensors"), origin.tensors},
            {QStringLiteral("names"), QJsonArray::fromStringList(origin.names)},
            {QStringLiteral("others"), others}};
}

OriginPtr originFrom(const QJsonObject& entry)
{
    Origin origin{entry[QLatin1String("title")].toString(), entry[QLatin1String("path")].toString(),
                  entry[QLatin1String("folder")].toString(), entry[QLatin1String("tensors")].toInt(1)};
    for (const auto name : entry[QLatin1String("names")].toArray())
        origin.names << name.toString();
    for (const auto value : entry[QLatin1String("others")].toArray())
        origin.others.push_back(
            {value.toArray()[0].toString().toStdString(), value.toArray()[1].toString().toStdString()});
    return std::make_shared<const Origin>(std::move(origin));
}

} // namespace

// A tensor on its way back.
struct Session::Kept {
    Subject subject = {};              // without id
    bool isEdited = true;              // or of no file
    QJsonObject copy = {};             // what is kept of it, if it is
    std::optional<Change> change = {}; // to be made once it is there
};

struct Session::Restored {
    std::vector<Kept> tensors;
    int current = 0;
    QStringList lost;
    std::vector<Waiting> waiting;
};

// Two writings may be under way at once, and the older one may come last: one at a time, and never back.
struct Session::Turns {
    std::mutex mutex;
    int last = 0;
    std::map<SubjectId, QJsonObject> copies; // what is kept of each
    std::vector<Waiting> waiting;
};

Session::Session(Workspace& workspace, Jobs& jobs, const QString& folder, ReadDocument readDocument,
                 QObject* parent, std::uint64_t mostBytes)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs), m_folder(folder), m_read(readDocument),
      m_mostBytes(mostBytes), m_turns(std::make_shared<Turns>())
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
    connect(&jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver, const QString& job) {
        if (receiver != this || job != restoreJob() || !m_isRestoring)
            return;
        // What is kept stays as it is: nothing of this run is written over it.
        Q_EMIT told(tr("What was open can't be brought back: %1").arg(text));
        Q_EMIT broughtBack();
    });
}

// The tensors go into a file of another name than those that the last list names, and the list that names it is
// put in place at once: whenever this ends, what is there belongs together. Returns what could not be kept.
QString Session::write(const std::vector<Subject>& all, int current, const QString& folder,
                       std::uint64_t mostBytes, Turns& turns, int turn)
{
    const std::lock_guard lock(turns.mutex);
    if (turn < turns.last)
        return {};
    turns.last = turn;
    if (!QDir().mkpath(folder))
        return tr("The session can't be kept in %1.").arg(folder);

    const auto name = newFileBeside(filesOf(listIn(folder)));
    KeptTensors keeping(name, mostBytes, turns.copies);
    QJsonArray list, origins;
    std::map<const Origin*, int> numbers;
    for (const auto& subject : all) {
        const auto [number, isNew] = numbers.try_emplace(subject.origin.get(), static_cast<int>(numbers.size()));
        if (isNew)
            origins.append(jsonOf(*subject.origin));
        auto entry = subject.origin->path.isEmpty() || !subject.isAsRead() ? keeping.add(subject) : QJsonObject();
        entry.insert(QStringLiteral("name"), subject.name);
        entry.insert(QStringLiteral("origin"), number->second);
        entry.insert(QStringLiteral("index"), subject.index);
        list.append(entry);
    }
    for (auto [origin, entry] : turns.waiting) {
        entry.insert(QStringLiteral("origin"), static_cast<int>(origins.size()));
        origins.append(origin);
        list.append(entry);
    }
    if (!keeping.document().tensors.empty())
        if (const auto saved = saveFile(keeping.document(), QDir(folder).filePath(name).toStdString()); !saved)
            return QString::fromStdString(saved.error().text);
    const QJsonObject content{{QStringLiteral("version"), version},
                              {QStringLiteral("current"), current},
                              {QStringLiteral("origins"), origins},
                              {QStringLiteral("tensors"), list}};
    if (!writeList(content, folder))
        return tr("The session can't be kept in %1.").arg(folder);
    turns.copies = keeping.copies();
    const auto used = filesOf(content);
    for (const auto& file : QDir(folder).entryList({QStringLiteral("tensors-*.json")}, QDir::Files))
        if (!used.contains(file))
            QFile::remove(QDir(folder).filePath(file));
    return keeping.told();
}

// Reads what a list names, each file once: what shares storages goes on doing so.
class Session::Reader
{
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)

public:
    Reader(QString folder, ReadDocument readDocument) : m_folder(std::move(folder)), m_readDocument(readDocument)
    {
    }

    Restored read(const Watch& watch)
    {
        const auto content = listIn(m_folder);
        if (content[QLatin1String("version")].toInt() != version)
            return {};
        for (const auto value : content[QLatin1String("origins")].toArray())
            m_origins.push_back({value.toObject(), originFrom(value.toObject()), {}, false});
        m_commonFile = content[QLatin1String("tensors_in")].toString();
        const auto list = content[QLatin1String("tensors")].toArray();
        const auto current = content[QLatin1String("current")].toInt();
        for (int i = 0; i < list.size(); ++i) {
            if (watch.isStopped())
                return {};
            const auto entry = list[i].toObject();
            const auto origin = entry[QLatin1String("origin")].toInt(-1);
            if (i == current)
                m_restored.current = static_cast<int>(m_restored.tensors.size());
            if (origin >= 0 && static_cast<std::size_t>(origin) < m_origins.size())
                bringBack(entry, m_origins[static_cast<std::size_t>(origin)]);
        }
        for (auto& origin : m_origins)
            addNew(origin);
        return std::move(m_restored);
    }

private:
    struct From {
        QJsonObject json;
        OriginPtr origin;
        std::vector<int> places; // of its tensors in the file as it is now
        bool isReadAnew = false;
    };

    const Result<Document>& document(const QString& path, bool isOurs)
    {
        const auto at = m_documents.find(path);
        if (at != m_documents.end())
            return at->second;
        return m_documents.emplace(path, isOurs ? openFile(path.toStdString()) : m_readDocument(path))
            .first->second;
    }

    void bringBack(const QJsonObject& entry, From& from)
    {
        Kept kept;
        kept.subject.name = entry[QLatin1String("name")].toString();
        kept.subject.index = entry[QLatin1String("index")].toInt(-1);
        const bool hasEdits = entry.contains(QLatin1String("edits"));
        kept.isEdited = entry.contains(QLatin1String("kept"));
        kept.copy = kept.isEdited || hasEdits ? entry : QJsonObject();
        const auto name = kept.subject.name;
        if (kept.isEdited && entry[QLatin1String("kept")].toInt(-1) < 0) {
            m_restored.lost << tr("%1 was too large to be kept").arg(name);
            return;
        }
        const auto tensor = kept.isEdited ? ownTensor(entry) : tensorOfFile(kept.subject, from);
        if (!tensor)
            return lose(name, tensor.error(), entry, from);
        if (hasEdits) {
            const auto& own = document(ownFile(entry), true);
            const auto edits = own ? keptEdits(entry, *own) : own.error();
            if (!edits)
                return lose(name, edits.error(), entry, from);
            auto change = changed(*tensor, *edits);
            if (!change)
                return lose(name, change.error(), entry, from);
            if (!edits->edits.empty())
                kept.change = std::move(*change);
            if (isOfAnotherFile(entry, from.origin->path))
                m_restored.lost
                    << tr("%1: its file has changed; the changes are put on what it holds now").arg(name);
        }
        if (entry[QLatin1String("older")].toBool())
            m_restored.lost << tr("%1: the last changes, which were too large to be kept").arg(name);
        if (kept.isEdited && from.isReadAnew)
            kept.subject.index = placeOf(kept.subject.index, from);
        if (!kept.copy.isEmpty())
            kept.copy.insert(QStringLiteral("in"), QFileInfo(ownFile(entry)).fileName());
        kept.subject.origin = from.origin;
        kept.subject.tensor = std::make_shared<const Tensor>(*tensor);
        m_restored.tensors.push_back(std::move(kept));
    }

    // What is kept of it can't be used now: that is no reason to throw it away.
    void lose(const QString& name, const Error& error, const QJsonObject& entry, const From& from)
    {
        m_restored.lost << tr("%1: %2").arg(name, QString::fromStdString(error.text));
        if (entry.contains(QLatin1String("kept")) || entry.contains(QLatin1String("edits"))) {
            auto waiting = entry;
            waiting.insert(QStringLiteral("in"), QFileInfo(ownFile(entry)).fileName());
            m_restored.waiting.push_back({from.json, waiting});
        }
    }

    QString ownFile(const QJsonObject& entry) const
    {
        return QDir(m_folder).filePath(entry[QLatin1String("in")].toString(m_commonFile));
    }

    static Result<Tensor> tensorAt(const Result<Document>& document, int place)
    {
        if (!document)
            return document.error();
        if (place < 0 || static_cast<std::size_t>(place) >= document->tensors.size())
            return invalidArgument(tr("the file no longer holds this tensor").toStdString());
        return document->tensors[static_cast<std::size_t>(place)].tensor;
    }

    Result<Tensor> ownTensor(const QJsonObject& entry)
    {
        return tensorAt(document(ownFile(entry), true), entry[QLatin1String("kept")].toInt(-1));
    }

    // An origin that knows no names knows its tensors by their numbers.
    static int placeOf(int index, const From& from)
    {
        if (index < 0 || from.places.empty())
            return index;
        return static_cast<std::size_t>(index) < from.places.size() ? from.places[static_cast<std::size_t>(index)]
                                                                    : -1;
    }

    // By its name, as far as names are known.
    Result<Tensor> tensorOfFile(Subject& subject, From& from)
    {
        const auto& read = document(from.origin->path, false);
        if (!read)
            return read.error();
        const auto before = from.isReadAnew ? originFrom(from.json) : from.origin;
        if (!from.isReadAnew) {
            from.places = placesNow(before->names, namesIn(*read));
            from.origin = readAnew(*before, *read);
            from.isReadAnew = true;
        }
        const auto place = placeOf(subject.index, from);
        auto tensor = tensorAt(read, place);
        if (tensor && !before->names.isEmpty() && subject.name == nameFrom(*before, subject.index))
            subject.name = nameFrom(*from.origin, place);
        subject.index = place;
        return tensor;
    }

    void addNew(const From& from)
    {
        if (!from.isReadAnew || from.places.empty())
            return;
        const auto& read = document(from.origin->path, false);
        const auto fresh = newPlaces(from.places, from.origin->tensors);
        for (const auto place : fresh) {
            Kept kept{.isEdited = false};
            kept.subject.name = nameFrom(*from.origin, place);
            kept.subject.origin = from.origin;
            kept.subject.index = place;
            kept.subject.tensor =
                std::make_shared<const Tensor>(read->tensors[static_cast<std::size_t>(place)].tensor);
            m_restored.tensors.push_back(std::move(kept));
        }
    }

    QString m_folder, m_commonFile;
    ReadDocument m_readDocument;
    std::vector<From> m_origins;
    std::map<QString, Result<Document>> m_documents;
    Restored m_restored;
};

void Session::restore()
{
    m_isRestoring = true; // what is kept is not overwritten by what came first
    m_jobs.start(
        this, restoreJob(),
        [folder = m_folder, reader = m_read](const Watch& watch) {
            return std::make_shared<const Restored>(Reader(folder, reader).read(watch));
        },
        [this](const std::shared_ptr<const Restored>& restored) {
            {
                const std::lock_guard lock(m_turns->mutex);
                m_turns->waiting = restored->waiting;
            }
            bringBack(restored, 0, 0);
        });
}

// Some at a time: between them the window is drawn and listens.
void Session::bringBack(const std::shared_ptr<const Restored>& restored, std::size_t from, SubjectId current)
{
    const auto& all = restored->tensors;
    const auto end = std::min(from + mostAtOnce, all.size());
    for (auto i = from; i < end; ++i) {
        const auto& [subject, isEdited, copy, change] = all[i];
        const auto id = m_workspace.add(subject.tensor, subject.name, subject.origin, subject.index, isEdited);
        if (change)
            m_workspace.push(id, *change, tr("changes of the last time"));
        if (!copy.isEmpty()) {
            const std::lock_guard lock(m_turns->mutex);
            m_turns->copies[id] = copy;
        }
        if (static_cast<int>(i) == restored->current || current == 0)
            current = id;
    }
    if (end < all.size()) {
        m_jobs.start(
            this, restoreJob(), [](const Watch&) { return 0; },
            [this, restored, end, current](int) { bringBack(restored, end, current); }, Jobs::Kind::looks);
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
        [all = m_workspace.subjects(), current = m_workspace.positionOf(m_workspace.current()), folder = m_folder,
         mostBytes = m_mostBytes, turns = m_turns,
         turn = ++m_turn](const Watch&) { return write(all, current, folder, mostBytes, *turns, turn); },
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

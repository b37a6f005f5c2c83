// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session_reader.h"

#include "io/open.h"
#include "io/small_file.h"
#include "tensor/own_storages.h"
#include "workspace/kept_edits.h"
#include "workspace/places_in_file.h"
#include "workspace/session_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>

#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace tscope {

namespace {

// Reads what a list names, each file once: what shares storages goes on doing so.
class SessionReader
{
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)

public:
    SessionReader(QString folder, ReadDocument readDocument)
        : m_folder(std::move(folder)), m_readDocument(readDocument)
    {
    }

    RestoredSession read(const Watch& watch)
    {
        const auto list = listIn(m_folder);
        if (!list.isWhole)
            setAside();
        const auto& content = list.content;
        if (!isReadable(content))
            return std::move(m_restored);
        for (const auto value : content[QLatin1String("origins")].toArray())
            m_origins.push_back({value.toObject(), originFrom(value.toObject()), {}, {}, false});
        m_commonFile = content[QLatin1String("tensors_in")].toString();
        m_storages.emplace(m_folder);
        const auto tensors = content[QLatin1String("tensors")].toArray();
        const auto current = content[QLatin1String("current")].toInt();
        m_restored.canvas = content[QLatin1String("canvas")].toObject();
        m_restored.contract = content[QLatin1String("contract")].toString();
        for (const auto value : tensors)
            if (auto* from = originOf(value.toObject()))
                from->hasEdits = from->hasEdits ||
                                 (value.toObject().contains(QLatin1String("kept")) && !isPart(value.toObject()));
        for (int i = 0; i < tensors.size(); ++i) {
            if (watch.isStopped())
                return {};
            const auto entry = tensors[i].toObject();
            if (i == current)
                m_restored.current = static_cast<int>(m_restored.tensors.size());
            if (auto* from = originOf(entry))
                bringBack(i, entry, *from);
        }
        readSteps(content[QLatin1String("steps")].toArray());
        m_restored.lineages = readLineages(content[QLatin1String("lineage")].toArray());
        for (auto& origin : m_origins)
            addNew(origin);
        m_restored.storages = m_storages->made();
        return std::move(m_restored);
    }

private:
    // Files that cannot be parsed are kept aside, so that the user can still recover them.
    void setAside()
    {
        std::vector<std::string> names{"session.json"};
        for (const auto& file : keptFilesIn(m_folder))
            names.push_back(file.toStdString());
        const auto aside = tscope::setAside(m_folder.toStdString(), names);
        if (!aside)
            throw std::runtime_error(aside.error().text); // and so nothing is written over it either
        m_isAside = true;
        m_folder = QDir(m_folder).filePath(QString::fromStdString(*aside));
        m_restored.notes
            << tr("What was kept of the last time is damaged, and may not all be back. It is set aside in %1.")
                   .arg(m_folder);
    }

    struct From {
        QJsonObject json;
        OriginPtr before, now;   // the latter null until its file is read
        std::vector<int> places; // of its tensors in the file as it is now
        bool hasEdits = false;   // of tensors that came from it

        const OriginPtr& origin() const { return now ? now : before; }
    };

    // The readable part of a damaged file, never edited.
    static bool isPart(const QJsonObject& entry) { return entry[QLatin1String("unedited_part")].toBool(); }

    // Null where the entry names none that there is.
    From* originOf(const QJsonObject& entry)
    {
        const auto origin = entry[QLatin1String("origin")].toInt(-1);
        return origin >= 0 && static_cast<std::size_t>(origin) < m_origins.size()
                   ? &m_origins[static_cast<std::size_t>(origin)]
                   : nullptr;
    }

    const Result<Document>& document(const QString& path, bool isOurs)
    {
        const auto at = m_documents.find(path);
        if (at != m_documents.end())
            return at->second;
        if (!isOurs)
            m_stamps[path] = stampOf(path);
        return m_documents.emplace(path, isOurs ? openFile(path.toStdString()) : m_readDocument(path))
            .first->second;
    }

    void bringBack(int number, const QJsonObject& entry, From& from)
    {
        RestoredTensor kept;
        kept.number = number;
        kept.subject.name = entry[QLatin1String("name")].toString();
        kept.subject.index = entry[QLatin1String("index")].toInt(-1);
        kept.isEdited = entry.contains(QLatin1String("kept"));
        if (const auto made = keptLineageOf(entry[QLatin1String("made")].toObject()); made.step >= 0)
            m_restored.made.emplace(number, made);
        if (from.before->isCopy && !kept.isEdited)
            return; // comparing makes it anew
        const auto name = kept.subject.title();
        const bool hasFile = kept.subject.index >= 0 && !from.before->path.isEmpty();
        if (kept.isEdited && entry[QLatin1String("kept")].toInt(-1) < 0) {
            if (!hasFile) {
                m_restored.lost << tr("%1 was too large to be kept").arg(name);
                return;
            }
            if (!isPart(entry))
                m_restored.lost << tr("%1: the last changes, which were too large to be kept").arg(name);
            kept.isEdited = false; // what its file holds is better than nothing
        }
        const auto ofFile = hasFile ? tensorOfFile(kept.subject, from) : notOfFile();
        if (isPart(entry) && ofFile) {
            m_restored.notes << tr("%1: its file, which was damaged, can be read whole now").arg(name);
            kept.isEdited = false; // nothing was
        }
        if (kept.isEdited)
            return bringEditsBack(std::move(kept), entry, from, ofFile);
        if (!ofFile)
            return lose(name, ofFile.error(), entry, from);
        kept.subject.origin = from.origin();
        kept.subject.tensor = std::make_shared<const Tensor>(*ofFile);
        if (!entry.contains(QLatin1String("kept")) && isFileAsKept(from))
            m_restored.versions.now.emplace(number, kept.subject.tensor);
        m_restored.tensors.push_back(std::move(kept));
    }

    // Precondition: the file was read.
    bool isFileAsKept(const From& from)
    {
        const auto& before = from.before->stamp;
        return !from.before->isOnDisk() || (before.isKnown() && before == m_stamps[from.before->path]);
    }

    // As a change of what the file holds, so that this is one step of undo away; alone, if it can't be read.
    void bringEditsBack(RestoredTensor kept, const QJsonObject& entry, const From& from,
                        const Result<Tensor>& ofFile)
    {
        const auto name = kept.subject.title();
        const auto described = ownTensor(entry);
        if (!described)
            return lose(name, described.error(), entry, from);
        if (needsFile(entry) && !ofFile)
            return lose(name, ofFile.error(), entry, from);
        const auto edited = m_storages->fill(*described, entry, ofFile ? &*ofFile : nullptr);
        if (!edited)
            return lose(name, edited.error(), entry, from);
        if (needsFile(entry) && isOfAnotherFile(entry, from.before->path))
            m_restored.notes << tr("%1: its file has changed; the changes are put on what it holds now").arg(name);
        if (entry[QLatin1String("older")].toBool())
            m_restored.lost << tr("%1: the last changes, which were too large to be kept").arg(name);
        if (!m_isAside) {
            kept.copy = entry;
            kept.copy.remove(QStringLiteral("start"));
            kept.copy.remove(QStringLiteral("made")); // by steps of this list
            kept.copy.insert(QStringLiteral("in"), ownName(entry));
        }
        auto tensor = std::make_shared<const Tensor>(*edited);
        if (!entry[QLatin1String("older")].toBool() &&
            (!needsFile(entry) || !isOfAnotherFile(entry, from.before->path)))
            m_restored.versions.now.emplace(kept.number, tensor);
        m_edited[kept.number] = {tensor, ofFile ? std::optional(*ofFile) : std::nullopt};
        kept.isEdited = !ofFile;
        auto start = ofFile ? std::make_shared<const Tensor>(*ofFile)
                            : stepOf(kept.number, entry[QLatin1String("start")].toObject());
        if (start) {
            if (!ofFile || isFileAsKept(from))
                m_restored.versions.first.emplace(kept.number, start);
            kept.change = Change{std::move(tensor), std::nullopt};
            tensor = std::move(start);
        }
        kept.subject.origin = from.origin();
        kept.subject.tensor = std::move(tensor);
        if (isPart(entry))
            kept.subject.readPart = kept.subject.tensor;
        m_restored.tensors.push_back(std::move(kept));
    }

    // What an entry of a step keeps of the tensor with this number; null where it can't be read.
    TensorPtr stepOf(int number, const QJsonObject& entry)
    {
        const auto of = m_edited.find(number);
        if (of == m_edited.end() || !entry.contains(QLatin1String("kept")))
            return nullptr;
        const auto* ofFile = of->second.ofFile ? &*of->second.ofFile : nullptr;
        const auto described = ownTensor(entry);
        if (!described || (needsFile(entry) && ofFile == nullptr))
            return nullptr;
        const auto tensor = m_storages->fill(*described, entry, ofFile);
        return tensor ? std::make_shared<const Tensor>(*tensor) : nullptr;
    }

    // In place of the one step from the file to the edited tensor.
    void readSteps(const QJsonArray& list)
    {
        m_restored.steps = restoredSteps(
            list, [this](int number, const QJsonObject& entry) { return stepOf(number, entry); },
            [this](int number) {
                const auto at = m_edited.find(number);
                return at == m_edited.end() ? nullptr : at->second.now;
            });
        std::set<int> begun; // of which it is known what they were before
        for (const auto& kept : m_restored.tensors)
            if (kept.change)
                begun.insert(kept.number);
        std::set<int> numbers;
        for (auto& step : m_restored.steps) {
            std::erase_if(step.parts, [&](const auto& part) { return !begun.contains(part.first); });
            for (const auto& [number, tensor] : step.parts)
                numbers.insert(number);
        }
        std::erase_if(m_restored.steps, [](const RestoredStep& step) { return step.parts.empty(); });
        for (auto& kept : m_restored.tensors)
            if (numbers.contains(kept.number)) {
                kept.change.reset();
                kept.hasSteps = true;
            }
    }

    static Result<Tensor> notOfFile() { return invalidArgument(tr("it is of no file").toStdString()); }

    // What is kept of it can't be used now: that is no reason to throw it away.
    void lose(const QString& name, const Error& error, const QJsonObject& entry, const From& from)
    {
        m_restored.lost << tr("%1: %2").arg(name, QString::fromStdString(error.text));
        if (!m_isAside && entry.contains(QLatin1String("kept"))) {
            auto waiting = entry;
            waiting.remove(QStringLiteral("made")); // the next list has other steps
            waiting.insert(QStringLiteral("in"), ownName(entry));
            m_restored.waiting.push_back({from.json, waiting});
        }
    }

    QString ownName(const QJsonObject& entry) const { return entry[QLatin1String("in")].toString(m_commonFile); }
    QString ownFile(const QJsonObject& entry) const { return ownPath(m_folder, ownName(entry)); }

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

    // By its name, as far as names are known.
    Result<Tensor> tensorOfFile(Subject& subject, From& from)
    {
        const auto& read = document(from.before->path, false);
        if (!read)
            return read.error();
        if (!from.now) {
            from.places = placesNow(from.before->names, namesIn(*read));
            // The version that was edited stays known, so that saving asks before it replaces another one.
            const auto& edited = from.before->stamp;
            const auto& found = m_stamps[from.before->path];
            const bool isAnother = from.hasEdits && edited.isKnown() && edited != found;
            from.now = readAnew(*from.before, *read, isAnother ? edited : found);
            if (isAnother)
                m_restored.notes
                    << tr("%1 has changed on disk since it was edited: saving asks before it replaces the file")
                           .arg(from.now->title);
        }
        const auto place = placeNow(subject.index, from.places, *read);
        auto tensor = tensorAt(read, place);
        if (tensor && !from.before->names.isEmpty() && subject.name == nameFrom(*from.before, subject.index))
            subject.name = nameFrom(*from.now, place);
        subject.index = place;
        if (tensor && from.before->isCopy) // edits of the tensor beside it do not reach it
            return withOwnStorages(*tensor);
        return tensor;
    }

    void addNew(const From& from)
    {
        if (!from.now || from.places.empty() || from.before->isCopy)
            return;
        const auto& read = document(from.before->path, false);
        const auto fresh = newPlaces(from.places, from.now->tensors);
        if (!fresh.empty())
            m_restored.notes << tr("%1 has changed on disk; new in it: %n tensor(s)", nullptr,
                                   static_cast<int>(fresh.size()))
                                    .arg(from.now->title);
        for (const auto place : fresh) {
            RestoredTensor kept{.isEdited = false};
            kept.subject.name = nameFrom(*from.now, place);
            kept.subject.origin = from.origin();
            kept.subject.index = place;
            kept.subject.tensor =
                std::make_shared<const Tensor>(read->tensors[static_cast<std::size_t>(place)].tensor);
            m_restored.tensors.push_back(std::move(kept));
        }
    }

    QString m_folder, m_commonFile;
    bool m_isAside = false;
    ReadDocument m_readDocument;
    std::vector<From> m_origins;
    std::map<QString, Result<Document>> m_documents;
    std::map<QString, FileStamp> m_stamps; // before they were read
    struct Edited {
        TensorPtr now;
        std::optional<Tensor> ofFile = {};
    };
    std::map<int, Edited> m_edited; // by their numbers in the list
    std::optional<KeptStorages> m_storages;
    RestoredSession m_restored;
};

} // namespace

RestoredSession readSession(const QString& folder, ReadDocument readDocument, const Watch& watch)
{
    return SessionReader(folder, readDocument).read(watch);
}

} // namespace tscope

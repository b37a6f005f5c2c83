// SPDX-License-Identifier: GPL-3.0-or-later
#include "files.h"

#include "base/free_names.h"
#include "io/folder.h"
#include "io/open.h"
#include "jobs/jobs.h"
#include "pasted_paths.h"
#include "workspace/places_in_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tscope {

namespace {

constexpr std::size_t mostOfAFolder = 500; // tensors are looked at one by one
constexpr int mostLookedInto = 50;         // of the files that can't be read
constexpr std::size_t mostNotes = 50;      // on folders; more are counted

// A lone tensor that goes by the name of its file has none of its own.
QString nameToSave(const Subject& subject)
{
    const auto& origin = *subject.origin;
    const bool isNamedByFile = origin.names.value(subject.index).isEmpty() && !origin.path.isEmpty() &&
                               subject.name == QFileInfo(origin.path).completeBaseName();
    return isNamedByFile ? QString() : subject.name;
}

// The tensors of one origin as they go into the workspace. `areAsRead`: they are all that their file holds.
std::vector<Subject> subjectsOf(std::vector<NamedTensor> tensors, Origin from, bool areAsRead)
{
    from.tensors = static_cast<int>(tensors.size());
    for (const auto& each : tensors)
        from.names << QString::fromStdString(each.name);
    const auto origin = std::make_shared<const Origin>(std::move(from));
    std::vector<Subject> subjects;
    subjects.reserve(tensors.size());
    for (auto& each : tensors) {
        const auto index = static_cast<int>(subjects.size());
        subjects.push_back(
            {0, nameFrom(*origin, index), origin, index, std::make_shared<const Tensor>(std::move(each.tensor))});
        if (areAsRead)
            subjects.back().setAsRead();
    }
    return subjects;
}

// What lay beside tensors of one origin goes with them.
Document documentOf(const Snapshot& snapshot)
{
    Document document;
    FreeNames names;
    for (const auto& [name, tensor] : snapshot.tensors)
        document.tensors.push_back({names.take(name.toStdString()), *tensor});
    document.others = snapshot.origin->others;
    return document;
}

} // namespace

Files::Files(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, &Files::tellProgress);
    connect(&m_jobs, &Jobs::failed, this,
            [this](const QString& text, const QObject* receiver, const QString& job) {
                if (receiver == this)
                    failed(text, job);
            });
}

QStringList Files::samples()
{
    QStringList paths;
    for (const auto& entry : QDir(QStringLiteral(":/samples")).entryInfoList())
        paths << entry.filePath();
    return paths;
}

Result<Document> Files::read(const QString& path, const Watch& watch)
{
    if (path.startsWith(QLatin1Char(':'))) {
        QFile file(path); // built in
        if (!file.open(QIODevice::ReadOnly))
            return invalidArgument(tr("there is no such sample").toStdString());
        return openText(file.readAll().toStdString());
    }
    auto document = openFile(path.toStdString(), watch);
    if (document)
        if (auto unpacked = unpackAll(*document, watch); !unpacked) // and not when it is drawn
            return unpacked.error();
    return document;
}

// Replaces each folder by the files in it. What there is to say of a folder goes among the notes.
void Files::listFiles(const QStringList& paths, const Watch& watch, Arriving& all)
{
    const auto note = [&all](const QString& folder, const Error& error) {
        if (all.notes.size() < mostNotes)
            all.notes.push_back({folder, error});
        else
            ++all.moreNotes;
    };
    for (const auto& given : paths) {
        const auto path =
            given.startsWith(QLatin1Char(':')) ? given : QDir::cleanPath(QFileInfo(given).absoluteFilePath());
        if (!QFileInfo(path).isDir()) {
            all.files.push_back({path, {}});
            continue;
        }
        std::size_t taken = 0, found = 0;
        const auto contents = contentsOf(path.toStdString(), watch);
        for (const auto& unseen : contents.unseen)
            note(QString::fromStdString(unseen.path), unseen.error);
        for (const auto& file : contents.files) {
            if (watch.isStopped())
                return;
            if (seemsToHoldTensors(file.path) && ++found <= mostOfAFolder) {
                all.files.push_back({QString::fromStdString(file.path), path});
                ++taken;
            }
        }
        if (found == 0 && contents.unseen.empty())
            note(path, invalidArgument(tr("no file in this folder seems to hold tensors").toStdString()));
        else if (found > taken)
            all.partlyOpened.push_back({path, taken, found});
    }
}

Files::Opened Files::openOne(const Found& file, const Watch& watch, bool isLookedInto)
{
    Opened opened{file.path};
    Origin origin{QFileInfo(file.path).fileName(), file.path, file.folder};
    if (auto document = read(file.path, watch)) {
        opened.warnings = std::move(document->warnings);
        origin.others = std::move(document->others);
        opened.subjects = subjectsOf(std::move(document->tensors), std::move(origin), true);
    } else {
        opened.error = document.error();
        if (isLookedInto)
            opened.seen = lookInto(file.path.toStdString(), *opened.error, {watch.stop, {}});
        opened.subjects = subjectsOf(std::exchange(opened.seen.readable, {}), std::move(origin), false);
    }
    return opened;
}

void Files::open(const QStringList& paths)
{
    const auto job = QStringLiteral("open ") + paths.join(QLatin1Char('\n'));
    ended(job); // the older one of that name is stopped by the newer
    const auto done = std::make_shared<std::atomic<double>>(0);
    m_readings.push_back({job,
                          paths.size() == 1 ? QFileInfo(paths.front()).fileName()
                                            : tr("%n file(s)", nullptr, static_cast<int>(paths.size())),
                          done});
    m_tick.start();
    m_jobs.start(
        this, job,
        [paths, job, done](const Watch& watch) {
            auto all = std::make_shared<Arriving>(Arriving{job, done});
            listFiles(paths, watch, *all);
            all->looksLeft = mostLookedInto;
            return all;
        },
        [this](const ArrivingPtr& all) { readNext(all); });
}

// Notes on folders come first.
void Files::readNext(const ArrivingPtr& all)
{
    for (; all->note < all->notes.size(); ++all->note) {
        all->opened = std::move(all->notes[all->note]);
        arrived(*all);
    }
    if (const int more = std::exchange(all->moreNotes, 0); more > 0)
        Q_EMIT noticed({}, tr("%n more folder(s) were not looked into, or hold no tensors", nullptr, more));
    if (all->file == all->files.size()) {
        for (const auto& [folder, opened, found] : all->partlyOpened)
            Q_EMIT noticed(QFileInfo(folder).fileName(),
                           tr("only the first %1 of %2 files in this folder were opened").arg(opened).arg(found));
        if (!all->refusals.empty())
            Q_EMIT refused(all->refusals, !all->isAnyRead);
        return ended(all->job);
    }
    const auto before = static_cast<double>(all->file), count = static_cast<double>(all->files.size());
    m_jobs.start(
        this, all->job,
        [file = all->files[all->file], done = all->done, before, count,
         isLookedInto = all->looksLeft > 0](const Watch& watch) {
            const auto tell = [&](double part) { *done = (before + part) / count; };
            auto opened = openOne(file, {watch.stop, tell}, isLookedInto);
            tell(1);
            return std::make_shared<Opened>(std::move(opened));
        },
        [this, all](const std::shared_ptr<Opened>& opened) {
            all->opened = std::move(*opened);
            all->subject = 0;
            all->looksLeft -= all->opened.error ? 1 : 0;
            ++all->file;
            arrive(all);
        });
}

void Files::stop()
{
    for (const auto& reading : m_readings)
        m_jobs.stop(this, reading.job);
    m_readings.clear();
    for (auto& saving : m_savings)
        saving.stop.request_stop(); // it may be too late: save() tells what became of the file
    m_savings.clear();
    tellProgress();
}

void Files::ended(const QString& job)
{
    std::erase_if(m_readings, [&](const Reading& reading) { return reading.job == job; });
    if (m_readings.empty())
        tellProgress();
}

void Files::saved(const QString& job)
{
    std::erase_if(m_savings, [&](const Saving& saving) { return saving.job == job; });
    if (m_savings.empty())
        tellProgress();
}

// What was to be read or written is not any more: said, and no longer shown as under way.
void Files::failed(const QString& text, const QString& job)
{
    if (const auto reading = std::ranges::find(m_readings, job, &Reading::job); reading != m_readings.end()) {
        Q_EMIT noticed(reading->what, text);
        ended(job);
    } else if (const auto saving = std::ranges::find(m_savings, job, &Saving::job); saving != m_savings.end()) {
        Q_EMIT noticed(saving->what, text);
        saved(job);
    }
}

void Files::tellProgress()
{
    if (!m_readings.empty())
        return Q_EMIT reading(m_readings.back().what, *m_readings.back().done);
    if (!m_savings.empty())
        return Q_EMIT saving(m_savings.back().what, *m_savings.back().bytes);
    m_tick.stop();
    Q_EMIT reading({}, 0);
}

// A checkpoint may bring thousands of tensors: some at a time, and between them the window is drawn and listens.
void Files::arrive(const ArrivingPtr& all)
{
    addSome(*all);
    if (all->subject == all->opened.subjects.size()) {
        arrived(*all);
        return readNext(all);
    }
    m_jobs.start(
        this, all->job, [](const Watch&) { return 0; }, [this, all](int) { arrive(all); }, Jobs::Kind::looks);
}

void Files::addSome(Arriving& all)
{
    auto& subjects = all.opened.subjects;
    const auto begin = subjects.begin() + static_cast<std::ptrdiff_t>(all.subject);
    const auto count = std::min(m_workspace.mostInOneTurn(), subjects.size() - all.subject);
    if (count == 0)
        return;
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    const auto first = m_workspace.add({std::make_move_iterator(begin), std::make_move_iterator(end)});
    if (all.subject == 0)
        m_workspace.setCurrent(first);
    all.subject += count;
}

// All tensors of a file are there; what there is to say of it.
void Files::arrived(Arriving& all)
{
    auto opened = std::exchange(all.opened, {});
    const auto name = QFileInfo(opened.path).fileName();
    if (opened.error) {
        Q_EMIT noticed(name, QString::fromStdString(opened.error->text));
        if (!opened.subjects.empty())
            Q_EMIT noticed(name, tr("what of it can be shown all the same is open: %n tensor(s)", nullptr,
                                    static_cast<int>(opened.subjects.size())));
        all.refusals.push_back({opened.path, QString::fromStdString(opened.error->text),
                                QString::fromStdString(opened.error->where), std::move(opened.seen)});
        return;
    }
    all.isAnyRead = true;
    for (const auto& warning : opened.warnings)
        Q_EMIT noticed(name, QString::fromStdString(warning));
    Q_EMIT this->opened(opened.path);
}

void Files::paste(const QString& text)
{
    struct Pasted {
        QStringList paths;
        Result<Document> document;
    };
    m_jobs.start(
        this, QStringLiteral("paste"),
        [text](const Watch&) -> Pasted {
            if (auto paths = pathsIn(text); !paths.isEmpty())
                return {std::move(paths), Document()};
            return {{}, openText(text.toStdString())};
        },
        [this](const Pasted& pasted) {
            if (!pasted.paths.isEmpty())
                return open(pasted.paths);
            if (!pasted.document)
                return Q_EMIT noticed({}, QString::fromStdString(pasted.document.error().text));
            m_workspace.paste(*pasted.document, tr("pasted"));
            for (const auto& warning : pasted.document->warnings)
                Q_EMIT noticed({}, QString::fromStdString(warning));
        });
}

SnapshotPtr Files::snapshotOf(const Subject& subject)
{
    return std::make_shared<const Snapshot>(Snapshot{subject.origin, {{nameToSave(subject), subject.tensor}}});
}

SnapshotPtr Files::snapshotOfDocument(const Subject& subject) const
{
    Snapshot all{subject.origin, {}};
    for (const auto& each : m_workspace.subjects())
        if (each.origin == subject.origin)
            all.tensors.push_back({each.name, each.tensor});
    if (all.tensors.size() == 1)
        return snapshotOf(subject);
    return std::make_shared<const Snapshot>(std::move(all));
}

// What the format has no room for is told by the writer.
void Files::save(const SnapshotPtr& snapshot, const QString& path)
{
    const auto job = QStringLiteral("save ") + path;
    const auto file = QFileInfo(path).fileName();
    for (auto& older : m_savings) // into the same file
        if (older.job == job)
            older.stop.request_stop();
    saved(job);
    const auto bytes = std::make_shared<std::atomic<std::int64_t>>(0);
    m_savings.push_back({job, file, bytes});
    m_tick.start();
    m_jobs.start(
        this, job,
        [snapshot, path, bytes, stop = m_savings.back().stop.get_token()](const Watch&) {
            const auto tell = [bytes](std::int64_t written) { *bytes = written; };
            return saveFile(documentOf(*snapshot), path.toStdString(), {stop, tell});
        },
        [this, job, file](const Result<std::vector<std::string>>& notes) {
            saved(job);
            if (!notes && notes.error().code == ErrorCode::cancelled)
                return Q_EMIT told(tr("%1 was not saved.").arg(file));
            if (!notes)
                return Q_EMIT noticed(file, QString::fromStdString(notes.error().text));
            Q_EMIT told(tr("Saved %1.").arg(file));
            for (const auto& note : *notes)
                Q_EMIT noticed(file, QString::fromStdString(note));
        },
        Jobs::Kind::writes);
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

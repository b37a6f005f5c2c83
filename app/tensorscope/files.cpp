// SPDX-License-Identifier: GPL-3.0-or-later
#include "files.h"

#include "io/folder.h"
#include "io/open.h"
#include "jobs/jobs.h"
#include "pasted_paths.h"
#include "timing/session_json.h"
#include "workspace/places_in_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tscope {

namespace {

constexpr std::size_t mostOfAFolder = 500; // tensors are looked at one by one
constexpr int mostLookedInto = 50;         // of the files that can't be read
constexpr std::size_t mostNotes = 50;      // on folders; more are counted

// The tensors of one origin as they go into the workspace.
std::vector<Subject> subjectsOf(std::vector<NamedTensor> tensors, Origin from)
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
        if (origin->isPart)
            subjects.back().readPart = subjects.back().tensor;
        else
            subjects.back().setAsRead();
    }
    return subjects;
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

QString Files::openingReason()
{
    return QStringLiteral("open");
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

Result<Document> Files::readAsShown(const QString& path, const Watch& watch)
{
    auto document = read(path, watch);
    if (document || document.error().code == ErrorCode::cancelled)
        return document;
    auto seen = lookInto(path.toStdString(), document.error(), watch);
    if (seen.readable.empty())
        return document;
    Document shown;
    shown.tensors = std::move(seen.readable);
    shown.warnings = std::move(seen.notes);
    shown.partly = std::move(seen.partly);
    return shown;
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
    opened.holdsTimes = timing::beginsLikeSession(file.path.toStdString());
    if (opened.holdsTimes)
        return opened;
    Origin origin{QFileInfo(file.path).fileName(), file.path, file.folder};
    origin.stamp = stampOf(file.path);
    if (auto document = read(file.path, watch)) {
        opened.warnings = std::move(document->warnings);
        origin.unread = document->unread;
        origin.leftOut = document->leftOut;
        origin.partly = QString::fromStdString(document->partly);
        origin.others = std::move(document->others);
        opened.subjects = subjectsOf(std::move(document->tensors), std::move(origin));
    } else {
        opened.error = document.error();
        if (isLookedInto)
            opened.seen = lookInto(file.path.toStdString(), *opened.error, {watch.stop, {}});
        origin.isPart = true;
        origin.partly = QString::fromStdString(opened.seen.partly);
        opened.warnings = std::exchange(opened.seen.notes, {});
        opened.subjects = subjectsOf(std::exchange(opened.seen.readable, {}), std::move(origin));
    }
    return opened;
}

void Files::open(const QStringList& given)
{
    QStringList paths, lessons;
    for (const auto& path : given)
        (path.endsWith(QLatin1String(".lesson")) ? lessons : paths) << path;
    if (!lessons.isEmpty())
        Q_EMIT lessonsGiven(lessons);
    if (paths.isEmpty() && !lessons.isEmpty())
        return;
    const auto job = QStringLiteral("open ") + paths.join(QLatin1Char('\n'));
    if (m_readings.empty()) // what could not be read before has been seen
        Q_EMIT reasonGone(openingReason());
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
        Q_EMIT noticed({}, tr("%n more folder(s) were not looked into, or hold no tensors", nullptr, more),
                       openingReason());
    for (; all->file < all->files.size() && showOpen(all->files[all->file].path); ++all->file)
        all->isAnyRead = true;
    if (all->file == all->files.size()) {
        for (const auto& [folder, opened, found] : all->partlyOpened)
            Q_EMIT noticed(QFileInfo(folder).fileName(),
                           tr("only the first %1 of %2 files in this folder were opened").arg(opened).arg(found),
                           openingReason());
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
            leaveOutOpen(all->opened);
            all->subject = 0;
            all->looksLeft -= all->opened.error ? 1 : 0;
            ++all->file;
            arrive(all);
        });
}

std::vector<const Subject*> Files::openOf(const QString& path) const
{
    std::vector<const Subject*> open;
    for (const auto& subject : m_workspace.subjects())
        if (subject.index >= 0 && subject.origin->path == path && !subject.origin->isCopy)
            open.push_back(&subject);
    return open;
}

// A file that is open is not opened again: its tensors are looked at. False where some of them are missing.
bool Files::showOpen(const QString& path)
{
    const auto open = openOf(path);
    if (open.empty() || std::ssize(open) < open.front()->origin->tensors ||
        std::ranges::any_of(open, [](const Subject* subject) { return !subject->asRead; }))
        return false;
    const bool isEdited = std::ranges::any_of(open, [](const Subject* subject) { return !subject->isSaved(); });
    const bool hasChanged = open.front()->origin->stamp.isKnown() && open.front()->origin->stamp != stampOf(path);
    const auto* current = m_workspace.currentSubject();
    if (std::ranges::find(open, current) == open.end())
        m_workspace.setCurrent(open.front()->id);
    const auto name = QFileInfo(path).fileName();
    Q_EMIT opened(path);
    Q_EMIT told(isEdited
                    ? tr("%1 is open already, with edits that are not saved. File, Reload takes what is on disk.")
                          .arg(name)
                    : tr("%1 is open already.").arg(name));
    if (hasChanged)
        Q_EMIT changedOnDisk(path);
    return true;
}

// Leaves out the tensors of a file that are open already.
void Files::leaveOutOpen(Opened& opened)
{
    const auto open = openOf(opened.path);
    if (open.empty() || opened.subjects.empty())
        return;
    const auto nameOf = [](const Subject& subject) { return subject.origin->names.value(subject.index); };
    QSet<QString> names;
    for (const auto* subject : open)
        names.insert(nameOf(*subject));
    std::erase_if(opened.subjects, [&](const Subject& subject) { return names.contains(nameOf(subject)); });
    for (auto& subject : opened.subjects)
        if (subject.origin->names == open.front()->origin->names)
            subject.origin = open.front()->origin; // they are saved together
    if (opened.subjects.empty())
        m_workspace.setCurrent(open.front()->id);
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

// What was to be read or written is not any more: said, and no longer shown as under way.
void Files::failed(const QString& text, const QString& job)
{
    if (const auto reading = std::ranges::find(m_readings, job, &Reading::job); reading != m_readings.end()) {
        Q_EMIT noticed(reading->what, text, openingReason());
        ended(job);
    } else if (const auto saving = std::ranges::find(m_savings, job, &Saving::job); saving != m_savings.end()) {
        Q_EMIT noticed(saving->what, text, job);
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
        auto text = QString::fromStdString(opened.error->text);
        // What can be read stands in front of the page that tells where the fault is.
        if (!opened.subjects.empty() && !opened.error->where.empty())
            text += QStringLiteral(" (%1)").arg(QString::fromStdString(opened.error->where));
        Q_EMIT noticed(name, text, openingReason());
        if (!opened.subjects.empty()) {
            const auto partly = QString::fromStdString(opened.seen.partly);
            const auto count = static_cast<int>(opened.subjects.size());
            Q_EMIT noticed(name,
                           partly.isEmpty()
                               ? tr("what of it can be shown all the same is open: %n tensor(s)", nullptr, count)
                               : tr("partly read: %1").arg(partly),
                           openingReason());
            for (const auto& note : opened.warnings)
                Q_EMIT noticed(name, QString::fromStdString(note), openingReason());
            // A pickle that would have run something is told of before its tensors are seen.
            all.isAnyRead = all.isAnyRead || opened.seen.sight != RefusedFile::Sight::pickle;
        }
        all.refusals.push_back({opened.path, QString::fromStdString(opened.error->text),
                                QString::fromStdString(opened.error->where), std::move(opened.seen)});
        return;
    }
    all.isAnyRead = true;
    if (opened.holdsTimes)
        return Q_EMIT timesGiven(opened.path);
    for (const auto& warning : opened.warnings)
        Q_EMIT noticed(name, QString::fromStdString(warning), openingReason());
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
            if (m_readings.empty()) // what was said of an older paste has been seen
                Q_EMIT reasonGone(openingReason());
            if (!pasted.document)
                return Q_EMIT noticed({}, QString::fromStdString(pasted.document.error().text), openingReason());
            m_workspace.paste(*pasted.document, tr("pasted"));
            Q_EMIT this->pasted();
            for (const auto& warning : pasted.document->warnings)
                Q_EMIT noticed({}, QString::fromStdString(warning), openingReason());
        });
}

} // namespace tscope

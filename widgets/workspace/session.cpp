// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"

#include "io/open.h"
#include "jobs/jobs.h"
#include "workspace/kept_edits.h"
#include "workspace/kept_lineages.h"
#include "workspace/session_list.h"
#include "workspace/session_reader.h"

#include <QDir>
#include <QJsonArray>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

namespace tscope {

namespace {

QString restoreJob()
{
    return QStringLiteral("restore");
}

QString saveJob()
{
    return QStringLiteral("save");
}

} // namespace

// Two writings may be under way at once, and the older one may come last: one at a time, and never back.
struct Session::Turns {
    std::mutex mutex;
    int last = 0;
    KeptCopies copies;
    std::vector<WaitingTensor> waiting;
};

Session::Session(Workspace& workspace, Tabs& tabs, Jobs& jobs, const QString& folder, ReadDocument readDocument,
                 QObject* parent, std::uint64_t mostBytes)
    : QObject(parent), m_workspace(workspace), m_tabs(tabs), m_jobs(jobs), m_folder(folder), m_read(readDocument),
      m_mostBytes(mostBytes), m_turns(std::make_shared<Turns>())
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &Session::save);
    const auto changed = [this] {
        // Thousands of changes may come at once, and the list of thousands takes its time.
        if (!m_soon.isActive())
            m_soon.start(500 + static_cast<int>(m_workspace.subjects().size() / 10));
    };
    connect(&workspace, &Workspace::subjectsAdded, this, changed);
    connect(&workspace, &Workspace::subjectsRemoved, this, changed);
    connect(&workspace, &Workspace::subjectChanged, this, changed);
    connect(&workspace, &Workspace::currentChanged, this, changed);
    connect(&workspace, &Workspace::contractChanged, this, changed);
    connect(&tabs, &Tabs::changed, this, changed);
    connect(&jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver, const QString& job) {
        if (receiver == this && job == saveJob())
            return written(failedToKeep(m_workspace.subjects(), m_turn, text));
        if (receiver != this || job != restoreJob() || !m_isRestoring)
            return;
        // What is kept stays as it is: nothing of this run is written over it.
        Q_EMIT told(tr("What was open can't be brought back: %1").arg(text));
        Q_EMIT broughtBack();
    });
}

Session::Written Session::failedToKeep(const std::vector<Subject>& all, int turn, const QString& reason)
{
    Written written{turn, tr("Edits can't be kept after you quit: %1").arg(reason), {}};
    for (const auto& subject : all)
        if (!subject.isSaved())
            written.unkept.push_back(subject.id);
    return written;
}

// Writes into files of other names than those that the last list names, and then replaces the list in one step. So
// list and files belong together whenever the process ends.
Session::Written Session::write(const Sight& sight, const QString& folder, std::uint64_t mostBytes, Turns& turns,
                                int turn)
{
    const std::lock_guard lock(turns.mutex);
    if (turn < turns.last)
        return {turn, {}, {}};
    turns.last = turn;
    return writeOne(sight, folder, mostBytes, turns, turn);
}

Session::Written Session::writeOne(const Sight& sight, const QString& folder, std::uint64_t mostBytes,
                                   Turns& turns, int turn)
{
    const auto failed = [&](const QString& reason) {
        removeOthers(filesOf(listIn(folder).content), folder); // they may have filled the disk
        return failedToKeep(sight.all, turn, reason);
    };
    if (!QDir().mkpath(folder))
        return failed(tr("the folder %1 can't be written to").arg(folder));

    KeptTensors keeping(folder, filesOf(listIn(folder).content), mostBytes, turns.copies);
    QJsonArray list, origins;
    std::map<const Origin*, int> numbers;
    for (const auto& subject : sight.all) {
        const auto [number, isNew] = numbers.try_emplace(subject.origin.get(), static_cast<int>(numbers.size()));
        if (isNew)
            origins.append(jsonOf(*subject.origin));
        // What was read of a damaged file can't be read from it again like others.
        auto entry = subject.isSaved() && !subject.isUneditedPart() ? QJsonObject() : keeping.add(subject);
        if (subject.isUneditedPart())
            entry.insert(QStringLiteral("unedited_part"), true);
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
    const auto kept = keepSteps(sight.steps, sight.all, keeping);
    const auto lineages = writeLineages(sight.all, kept.first);
    const auto add = [&](const std::map<SubjectId, QJsonObject>& of, const QString& name) {
        for (const auto& [id, object] : of) {
            const auto number = std::ranges::lower_bound(sight.all, id, {}, &Subject::id) - sight.all.begin();
            auto entry = list[number].toObject();
            entry.insert(name, object);
            list[number] = entry;
        }
    };
    add(kept.starts, QStringLiteral("start"));
    add(lineages.of, QStringLiteral("made"));
    if (const auto saved = keeping.write(); !saved) {
        if (!sight.steps.empty()) // without them there may be room
            return writeOne({sight.all, {}, sight.current, sight.canvas, sight.contract}, folder, mostBytes, turns,
                            turn);
        return failed(QString::fromStdString(saved.error().text));
    }
    const QJsonObject content{
        {QStringLiteral("version"), sessionVersion},  {QStringLiteral("current"), sight.current},
        {QStringLiteral("canvas"), sight.canvas},     {QStringLiteral("origins"), origins},
        {QStringLiteral("steps"), kept.steps},        {QStringLiteral("tensors"), list},
        {QStringLiteral("contract"), sight.contract}, {QStringLiteral("lineage"), lineages.steps}};
    if (!writeList(content, folder))
        return failed(tr("the folder %1 can't be written to").arg(folder));
    turns.copies = keeping.copies();
    removeOthers(filesOf(content), folder);
    return {turn, keeping.told(), keeping.unkept()};
}

void Session::restore()
{
    m_isRestoring = true; // what is kept is not overwritten by what came first
    m_jobs.start(
        this, restoreJob(),
        [folder = m_folder, reader = m_read](const Watch& watch) {
            return std::make_shared<const RestoredSession>(readSession(folder, reader, watch));
        },
        [this](const std::shared_ptr<const RestoredSession>& restored) {
            {
                const std::lock_guard lock(m_turns->mutex);
                m_turns->waiting = restored->waiting;
                m_turns->copies.storages = restored->storages;
            }
            if (const auto contract = contractNamed(restored->contract.toStdString()))
                m_workspace.setContract(**contract); // before there is anything to check
            bringBack(restored, 0, 0);
        });
}

// Some at a time: between them the window is drawn and listens.
void Session::bringBack(const std::shared_ptr<const RestoredSession>& restored, std::size_t from,
                        SubjectId current)
{
    const auto& all = restored->tensors;
    const auto end = std::min(from + m_workspace.mostInOneTurn(), all.size());
    std::vector<Subject> some;
    for (auto i = from; i < end; ++i) {
        some.push_back(all[i].subject);
        if (!all[i].isEdited)
            some.back().setAsRead();
    }
    auto id = some.empty() ? 0 : m_workspace.add(std::move(some));
    for (auto i = from; i < end; ++i, ++id) { // ids follow each other
        const auto& [subject, number, isEdited, copy, change, hasSteps] = all[i];
        m_broughtBack[number] = id;
        if (change)
            m_workspace.push(id, *change, tr("edits of the last session"));
        if ((change || hasSteps) && !isEdited)
            m_edited.push_back(id);
        if (!copy.isEmpty()) {
            const std::lock_guard lock(m_turns->mutex);
            m_turns->copies.tensors[id] = copy;
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
    const auto idOf = [this](int number) {
        const auto at = m_broughtBack.find(number);
        return at == m_broughtBack.end() || number < 0 ? 0 : at->second;
    };
    pushSteps(m_workspace, restored->steps, idOf);
    restoreLineages(m_workspace, restored->lineages, restored->made, idOf, restored->versions);
    m_isRestoring = false;
    m_workspace.setCurrent(current);
    tscope::restore(m_tabs, restored->canvas, idOf);
    m_broughtBack.clear();
    Q_EMIT broughtBack();
    if (const auto edited = std::exchange(m_edited, {}); !edited.empty())
        Q_EMIT editsBroughtBack(edited);
    if (!restored->lost.isEmpty())
        Q_EMIT told(tr("Not brought back: %1").arg(restored->lost.join(QStringLiteral("; "))));
    for (const auto& note : restored->notes)
        Q_EMIT told(note);
}

void Session::save()
{
    if (m_isRestoring)
        return m_soon.start();
    Sight sight;
    std::ranges::copy_if(m_workspace.subjects(), std::back_inserter(sight.all),
                         [](const Subject& each) { return !each.origin->isOfLesson && !each.isUneditedCopy(); });
    const auto numberOf = [&all = sight.all](SubjectId id) {
        const auto at = std::ranges::lower_bound(all, id, {}, &Subject::id);
        return at != all.end() && at->id == id ? static_cast<int>(at - all.begin()) : -1;
    };
    sight.steps = doneSteps(m_workspace);
    sight.current = numberOf(m_workspace.current());
    sight.canvas = jsonOf(m_tabs, numberOf);
    sight.contract = QString::fromUtf8(m_workspace.contract().name());
    m_jobs.start(
        this, saveJob(),
        [sight = std::move(sight), folder = m_folder, mostBytes = m_mostBytes, turns = m_turns,
         turn = ++m_turn](const Watch&) { return write(sight, folder, mostBytes, *turns, turn); },
        [this](const Written& ended) { written(ended); }, Jobs::Kind::writes);
}

void Session::written(const Written& ended)
{
    m_written = ended.turn;
    m_reason = ended.reason;
    m_unkept = ended.unkept;
    Q_EMIT kept();
}

bool Session::isKept() const
{
    return !m_soon.isActive() && m_written == m_turn && m_reason.isEmpty();
}

void Session::keepNow()
{
    m_soon.stop();
    save();
}

void Session::finish()
{
    if (!m_soon.isActive() || m_isRestoring)
        return;
    m_soon.stop();
    save();
}

} // namespace tscope

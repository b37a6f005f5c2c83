// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/kept_times.h"

#include "build/words.h"
#include "io/small_file.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"
#include "timing/session_json.h"
#include "timing/stop.h"
#include "timings/kept_times_reader.h"
#include "workspace/session_list.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace tscope {

namespace {

constexpr int soonMs = 500, whileMeasuredMs = 10'000;

QString restoreTimesJob()
{
    return QStringLiteral("restore times");
}

QString keepTimesJob()
{
    return QStringLiteral("keep times");
}

struct TimesFile {
    QString name;
    std::int64_t bytes = 0;
};

} // namespace

// Two writings may be under way at once, and the older one may come last: one at a time, and never back. Sessions
// never change, so that what was written once serves all later lists.
struct KeptTimes::Turns {
    std::mutex mutex;
    int last = 0;
    std::map<TimingSessionPtr, TimesFile> files; // that the list names
};

KeptTimes::KeptTimes(Timings& timings, Jobs& jobs, const QString& folder, QObject* parent, std::int64_t mostBytes)
    : QObject(parent), m_timings(timings), m_jobs(jobs), m_folder(folder), m_mostBytes(mostBytes),
      m_turns(std::make_shared<Turns>())
{
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (m_isRestoring) // what is kept is not overwritten by what came first
            return m_soon.start(soonMs);
        save(m_timings.unsavedSessions());
        if (m_timings.isRunning())
            m_soon.start(whileMeasuredMs);
    });
    connect(&m_timings, &Timings::runningChanged, this, &KeptTimes::saveSoon);
    connect(&m_timings, &Timings::roundEnded, this, &KeptTimes::saveSoon);
    connect(&m_timings, &Timings::listChanged, this, &KeptTimes::saveSoon);
    connect(&m_timings, &Timings::savedChanged, this, &KeptTimes::saveSoon);
    connect(&m_jobs, &Jobs::failed, this,
            [this](const QString& text, const QObject* receiver, const QString& job) {
                if (receiver != this)
                    return;
                // Files that can't be brought back are not overwritten: no file is written in this run.
                tellOnce(job == restoreTimesJob() ? tr("Kept measurements can't be brought back: %1").arg(text)
                                                  : tr("Measurements can't be kept after you quit: %1").arg(text));
            });
}

void KeptTimes::saveSoon()
{
    if (!m_soon.isActive() || m_soon.interval() > soonMs)
        m_soon.start(soonMs);
}

// Into files of other names than those that the last list names, and then the list is replaced in one step.
// Returns what was not kept, for people.
QString KeptTimes::write(const Sessions& wanted, const QString& folder, std::int64_t mostBytes, Turns& turns,
                         int turn)
{
    const std::lock_guard lock(turns.mutex);
    if (turn < turns.last)
        return {};
    turns.last = turn;
    const auto path = keptTimesList(folder);
    const auto removeOthers = [&] {
        QStringList kept;
        for (const auto& [session, file] : turns.files)
            kept << file.name;
        for (const auto& name : keptTimesFilesIn(folder))
            if (!kept.contains(name) && !ownPath(folder, name).isEmpty())
                QDir(folder).remove(name);
    };
    const auto failed = [&](const QString& why) {
        removeOthers(); // they may have filled the disk
        return tr("Measurements can't be kept after you quit: %1").arg(why);
    };
    if (wanted.empty()) {
        turns.files.clear();
        if (const auto list = QFileInfo(path).fileName(); !ownPath(folder, list).isEmpty())
            QDir(folder).remove(list);
        removeOthers();
        return {};
    }
    if (!QDir().mkpath(folder))
        return failed(tr("the folder %1 can't be written to").arg(folder));
    QStringList taken, tooLarge;
    for (const auto& [session, file] : turns.files)
        taken << file.name;
    const auto newName = [&] {
        for (int number = 1;; ++number)
            if (auto name = QStringLiteral("times-%1.json").arg(number);
                !taken.contains(name) && !ownPath(folder, name).isEmpty())
                return name;
    };
    std::map<TimingSessionPtr, TimesFile> files;
    QJsonArray list;
    for (auto each = wanted.rbegin(); each != wanted.rend(); ++each) { // of too many the newest
        const auto known = turns.files.find(each->session);
        const bool isThere =
            known != turns.files.end() && QFileInfo::exists(QDir(folder).filePath(known->second.name));
        // A session that is read again is measured no longer.
        const auto kept = each->isGrowing
                              ? std::make_shared<const timing::Session>(timing::interrupted(*each->session))
                              : each->session;
        const auto title = each->isGrowing ? Timings::titleOf(each->title, *kept) : each->title;
        std::string text;
        TimesFile file;
        if (isThere) {
            file = known->second;
        } else {
            text = sessionText(*kept);
            file = {newName(), static_cast<std::int64_t>(text.size())};
        }
        if (file.bytes > mostBytes || list.size() == mostKeptTimes) {
            tooLarge.prepend(each->title);
            continue;
        }
        if (!isThere)
            if (const auto written = writeWholeFile(QDir(folder).filePath(file.name).toStdString(), text);
                !written)
                return failed(qt(written.error().text));
        mostBytes -= file.bytes;
        taken << file.name;
        files.emplace(each->session, file);
        list.prepend(QJsonObject{{QStringLiteral("title"), title}, {QStringLiteral("in"), file.name}});
    }
    const QJsonObject content{{QStringLiteral("version"), keptTimesVersion}, {QStringLiteral("sessions"), list}};
    if (ownPath(folder, QFileInfo(path).fileName()).isEmpty())
        return failed(tr("%1 is no file of this program").arg(path));
    if (const auto written = writeWholeFile(path.toStdString(), QJsonDocument(content).toJson().toStdString());
        !written)
        return failed(qt(written.error().text));
    turns.files = std::move(files);
    removeOthers();
    return tooLarge.isEmpty()
               ? QString()
               : tr("Measurements are too large to keep after you quit: %1. Save them in the Timing "
                    "panel.")
                     .arg(tooLarge.join(QStringLiteral("; ")));
}

void KeptTimes::save(Sessions wanted)
{
    m_jobs.start(
        this, keepTimesJob(),
        [wanted = std::move(wanted), folder = m_folder, mostBytes = m_mostBytes, turns = m_turns,
         turn = ++m_turn](const Watch&) { return write(wanted, folder, mostBytes, *turns, turn); },
        [this](const QString& problem) { tellOnce(problem); }, Jobs::Kind::writes);
}

void KeptTimes::restore()
{
    m_isRestoring = true;
    m_jobs.start(
        this, restoreTimesJob(),
        [folder = m_folder, mostBytes = m_mostBytes](const Watch& watch) {
            return readKeptTimes(folder, mostBytes, watch);
        },
        [this](const RestoredTimes& restored) {
            Sessions all;
            QStringList titles;
            {
                const std::lock_guard lock(m_turns->mutex);
                for (const auto& [title, file, session, bytes] : restored.all)
                    m_turns->files.emplace(session, TimesFile{file, bytes});
            }
            for (const auto& each : restored.all) {
                all.push_back({each.title, each.session});
                titles << each.title;
            }
            m_isRestoring = false;
            if (!restored.aside.isEmpty()) {
                saveSoon(); // the list still names what is set aside
                Q_EMIT told(
                    tr("What was kept of measurements is damaged, and may not all be back. It is set aside "
                       "in %1.")
                        .arg(restored.aside));
            }
            if (all.empty())
                return;
            m_timings.bringBack(std::move(all));
            Q_EMIT broughtBack(titles);
        });
}

void KeptTimes::finish(bool areDropped)
{
    if (m_isRestoring)
        return;
    if (!areDropped && !m_soon.isActive())
        return; // all is kept
    m_soon.stop();
    save(areDropped ? Sessions() : m_timings.unsavedSessions());
}

// Each change is written: what fails once fails with each.
void KeptTimes::tellOnce(const QString& text)
{
    if (std::exchange(m_told, text) != text && !text.isEmpty())
        Q_EMIT told(text);
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of measuring in files: opened, saved, and which of them would be lost.
#include "build/words.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "timing/session_json.h"
#include "timing/stop.h"
#include "timings/timings.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tscope {

QString Timings::titleOf(const QString& name, const timing::Session& session)
{
    const auto stop = session.isPartial ? timing::stopOf(session) : std::nullopt;
    if (!stop)
        return name;
    if (stop->isInterrupted)
        return stop->rounds > 0 ? tr("%1, interrupted in round %2 of %3")
                                      .arg(name, QString::number(stop->round), QString::number(stop->rounds))
                                : tr("%1, interrupted").arg(name);
    return stop->rounds > 0 ? tr("%1, stopped in round %2 of %3")
                                  .arg(name, QString::number(stop->round), QString::number(stop->rounds))
                            : tr("%1, stopped").arg(name);
}

void Timings::open(const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("open ") + path,
        [path](const Watch& watch) { return timing::readSessionFile(path.toStdString(), watch); },
        [this, path](Result<timing::Session> session) {
            if (!session) {
                Q_EMIT failed(qt(sentenceOf(session.error())));
                return;
            }
            auto opened = std::make_shared<const timing::Session>(std::move(*session));
            add({titleOf(QFileInfo(path).fileName(), *opened), opened, {}, opened});
            Q_EMIT told(tr("Opened %1.").arg(path));
        });
}

void Timings::save(const QString& path, const ComparedSessions& compared)
{
    if (shown() == nullptr)
        return;
    m_jobs.start(
        this, QStringLiteral("save ") + path,
        [path, compared, session = shown()->session, isGrowing = shown()->isGrowing](const Watch&) {
            return saveSession(isGrowing ? timing::interrupted(*session) : *session, path, compared);
        },
        [this, path, session = shown()->session](const Result<void>& saved) {
            if (!saved) {
                Q_EMIT failed(qt(saved.error().text));
                return;
            }
            if (canBeOpened(path))
                setSaved(session);
            Q_EMIT told(tr("Saved %1.").arg(path));
        },
        Jobs::Kind::writes);
}

std::vector<TakenSession> Timings::unsavedSessions() const
{
    std::vector<TakenSession> all;
    std::ranges::copy_if(m_sessions, std::back_inserter(all), &TakenSession::isLostUnsaved);
    return all;
}

QStringList Timings::unsaved() const
{
    QStringList titles;
    for (const auto& taken : unsavedSessions())
        titles << taken.title;
    return titles;
}

void Timings::bringBack(std::vector<TakenSession> sessions)
{
    if (sessions.empty())
        return;
    for (auto& each : sessions) {
        each.request.reset(); // what came from a file may say anything
        each.isBroughtBack = true;
    }
    const auto count = static_cast<int>(sessions.size());
    m_sessions.insert(m_sessions.begin(), std::make_move_iterator(sessions.begin()),
                      std::make_move_iterator(sessions.end()));
    m_grows += m_grows < 0 ? 0 : count;
    m_shown += m_shown < 0 ? 0 : count;
    const bool isNoneShown = m_shown < 0;
    if (isNoneShown)
        m_shown = count - 1;
    Q_EMIT listChanged();
    if (isNoneShown)
        Q_EMIT shownChanged();
}

void Timings::saveAll(const QString& folder, const std::function<void(bool areSaved)>& then)
{
    std::vector<std::pair<QString, TimingSessionPtr>> wanted;
    for (const auto& taken : unsavedSessions())
        wanted.emplace_back(taken.title, taken.session);
    m_jobs.start(
        this, QStringLiteral("save all sessions"),
        [folder, wanted](const Watch&) -> Result<void> {
            for (const auto& [title, session] : wanted)
                if (auto saved = saveSession(*session, freePath(folder, title)); !saved)
                    return saved;
            return {};
        },
        [this, folder, wanted, then](const Result<void>& saved) {
            if (saved) {
                for (const auto& [title, session] : wanted)
                    setSaved(session);
                Q_EMIT told(tr("Saved %1.").arg(folder));
            } else {
                Q_EMIT failed(qt(saved.error().text));
            }
            then(saved.operator bool());
        },
        Jobs::Kind::writes);
}

void Timings::setSaved(const TimingSessionPtr& session)
{
    for (auto& taken : m_sessions)
        if (taken.session == session)
            taken.saved = session;
    Q_EMIT savedChanged();
}

} // namespace tscope

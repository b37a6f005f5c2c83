// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of measuring in files: opened, saved, and which of them would be lost.
#include "build/words.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "timing/session_json.h"
#include "timings/session_files.h"
#include "timings/timings.h"

#include <QFileInfo>

#include <utility>

namespace tscope {

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
            add({QFileInfo(path).fileName(), opened, {}, opened});
        });
}

void Timings::save(const QString& path)
{
    if (shown() == nullptr)
        return;
    m_jobs.start(
        this, QStringLiteral("save ") + path,
        [path, session = shown()->session](const Watch&) { return saveSession(*session, path); },
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

QStringList Timings::unsaved() const
{
    QStringList titles;
    for (const auto& taken : m_sessions)
        if (taken.request && !taken.isSaved())
            titles << taken.title;
    return titles;
}

void Timings::saveAll(const QString& folder, const std::function<void(bool areSaved)>& then)
{
    std::vector<std::pair<QString, TimingSessionPtr>> wanted;
    for (const auto& taken : m_sessions)
        if (taken.request && !taken.isSaved())
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
}

} // namespace tscope

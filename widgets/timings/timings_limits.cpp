// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of this machine, measured again for a session that is shown.
#include "build/words.h"
#include "jobs/jobs.h"
#include "timing/limits.h"
#include "timings/timings.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

bool isOfThisMachine(const timing::Session& session)
{
    const auto here = timing::thisMachine();
    return session.machine.processor == here.processor && session.machine.threads == here.threads &&
           session.machine.memoryBytes == here.memoryBytes;
}

} // namespace

QString Timings::limitsJob()
{
    return QStringLiteral("measure limits");
}

QString Timings::whyLimitsStay() const
{
    if (shown() == nullptr || shown()->session->limits.empty())
        return tr("There is no session with limits");
    if (isRunning() || m_areLimitsMeasured)
        return tr("A measurement is running");
    return isOfThisMachine(*shown()->session) ? QString() : tr("The session was measured on another machine");
}

void Timings::measureLimits()
{
    Q_ASSERT(whyLimitsStay().isEmpty());
    std::vector<std::string> devices;
    for (const auto& limits : shown()->session->limits)
        devices.push_back(limits.device);
    m_areLimitsMeasured = true;
    Q_EMIT limitsChanged();
    m_jobs.start(
        this, limitsJob(),
        [devices, worker = m_worker](const Watch& watch) { return worker->measureLimits(devices, watch); },
        [this, session = shown()->session](const Result<std::vector<timing::Limits>>& limits) {
            endLimits();
            if (!limits)
                Q_EMIT failed(qt(limits.error().text));
            else
                setLimits(session, *limits);
        });
}

void Timings::endLimits()
{
    m_areLimitsMeasured = false;
    Q_EMIT limitsChanged();
}

void Timings::setLimits(const TimingSessionPtr& session, const std::vector<timing::Limits>& limits)
{
    const auto taken = std::ranges::find(m_sessions, session, &TakenSession::session);
    if (taken == m_sessions.end())
        return;
    auto changed = std::make_shared<timing::Session>(*session);
    for (const auto& each : limits)
        if (const auto old = std::ranges::find(changed->limits, each.device, &timing::Limits::device);
            old != changed->limits.end())
            *old = each;
    taken->session = std::move(changed);
    Q_EMIT shownChanged();
    Q_EMIT told(tr("The limits were measured again."));
}

} // namespace tscope

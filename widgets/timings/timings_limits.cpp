// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of this machine, measured again for a session that is shown.
#include "build/words.h"
#include "jobs/jobs.h"
#include "timing/limits.h"
#include "timings/timings.h"

#include <algorithm>
#include <memory>

namespace tscope {

namespace {

TimingSessionPtr withLimits(const timing::Session& session, const std::vector<timing::Limits>& limits)
{
    auto changed = std::make_shared<timing::Session>(session);
    for (const auto& each : limits)
        if (const auto old = std::ranges::find(changed->limits, each.device, &timing::Limits::device);
            old != changed->limits.end())
            *old = each;
    return changed;
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
    return timing::isThisMachine(shown()->session->machine) ? QString()
                                                            : tr("The session was measured on another machine");
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
        [devices, session = shown()->session, worker = m_worker](const Watch& watch) -> Result<TimingSessionPtr> {
            const auto limits = worker->measureLimits(devices, watch);
            if (!limits)
                return limits.error();
            return withLimits(*session, *limits);
        },
        [this, session = shown()->session](const Result<TimingSessionPtr>& changed) {
            endLimits();
            if (!changed)
                Q_EMIT failed(qt(changed.error().text));
            else
                replace(session, *changed);
        });
}

void Timings::endLimits()
{
    m_areLimitsMeasured = false;
    Q_EMIT limitsChanged();
}

void Timings::replace(const TimingSessionPtr& session, const TimingSessionPtr& changed)
{
    const auto taken = std::ranges::find(m_sessions, session, &TakenSession::session);
    if (taken == m_sessions.end())
        return;
    taken->session = changed;
    Q_EMIT savedChanged();
    Q_EMIT shownChanged();
    Q_EMIT told(tr("The limits were measured again."));
}

} // namespace tscope

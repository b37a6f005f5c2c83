// SPDX-License-Identifier: GPL-3.0-or-later
// The list of sessions, and which of them is shown.
#include "timings/timings.h"

#include <utility>

namespace tscope {

void Timings::add(TakenSession taken)
{
    m_sessions.push_back(std::move(taken));
    m_shown = static_cast<int>(m_sessions.size()) - 1;
    Q_EMIT listChanged();
    Q_EMIT shownChanged();
}

const TakenSession* Timings::shown() const
{
    return m_shown < 0 ? nullptr : &m_sessions[static_cast<std::size_t>(m_shown)];
}

bool Timings::isGrowing() const
{
    return isRunning() && m_grows >= 0 && m_shown == m_grows;
}

void Timings::rename(const QString& title)
{
    if (shown() == nullptr || title.isEmpty() || title == shown()->title)
        return;
    auto& taken = m_sessions[static_cast<std::size_t>(m_shown)];
    taken.title = title;
    taken.isNamed = true;
    Q_EMIT listChanged();
}

void Timings::show(int at)
{
    if (at == m_shown || at < 0 || at >= static_cast<int>(m_sessions.size()))
        return;
    m_shown = at;
    Q_EMIT shownChanged();
}

} // namespace tscope

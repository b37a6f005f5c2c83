// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/preview_goal.h"

#include "facts/member_changes.h"
#include "jobs/jobs.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr std::size_t mostRuns = 1000; // as many as lists of places show at once

QString jobName()
{
    return QStringLiteral("changed slots");
}

} // namespace

PreviewGoal::PreviewGoal(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_jobs(jobs)
{
    connect(&workspace, &Workspace::previewChanged, this, &PreviewGoal::follow);
}

void PreviewGoal::follow()
{
    const auto* subject = m_workspace.currentSubject();
    // What follows the mouse is where the user is already.
    if (subject == nullptr || !subject->preview || subject->preview->isLive)
        return goBack();
    if (m_before && m_before->subject != subject->id)
        goBack();
    if (!m_before)
        m_before = Before{subject->id, subject->tensor, m_selection.selected()};
    const auto& after = subject->preview->change.tensor;
    if (m_after == after)
        return; // only seen otherwise
    m_after = after;
    if (!std::exchange(m_places, {}).empty()) // of another change
        Q_EMIT moved();
    m_jobs.start(
        this, jobName(),
        [before = subject->tensor, after](const Watch& watch) {
            return changedSlots(*before, *after, mostRuns + 1, watch);
        },
        [this](std::vector<Slots> places) { list(std::move(places)); }, Jobs::Kind::looks);
}

void PreviewGoal::list(std::vector<Slots> places)
{
    m_isCut = places.size() > mostRuns;
    places.resize(std::min(places.size(), mostRuns));
    m_places = std::move(places);
    if (!m_places.empty())
        return goTo(0);
    // It changes a claim, or all of it: what another preview has changed before it is of no interest.
    giveBack();
    Q_EMIT moved();
}

// What was selected before a preview led elsewhere; what the user has picked meanwhile stays.
void PreviewGoal::giveBack()
{
    const bool isWanted = isSelected();
    m_goal.reset();
    if (isWanted)
        m_selection.restore(m_before->selected);
}

bool PreviewGoal::isSelected() const
{
    const auto& selected = m_selection.selected();
    return m_goal && m_before && selected && selected->subject == m_before->subject &&
           selected->place == *m_goal && m_selection.pickedIn() == nullptr;
}

const Slots* PreviewGoal::place() const
{
    return m_at < m_places.size() ? &m_places[m_at] : nullptr;
}

void PreviewGoal::step(int direction)
{
    if (const auto count = std::ssize(m_places); count > 0)
        goTo(static_cast<std::size_t>((static_cast<std::ptrdiff_t>(m_at) + direction + count) % count));
}

void PreviewGoal::goTo(std::size_t place)
{
    m_at = place;
    m_goal = m_places[place];
    auto others = m_places;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    m_selection.select(m_before->subject, m_places[place], nullptr, std::move(others));
    Q_EMIT moved();
}

void PreviewGoal::goBack()
{
    m_jobs.stop(this, jobName());
    m_after = nullptr;
    if (!std::exchange(m_places, {}).empty())
        Q_EMIT moved();
    const auto* subject = m_before ? m_workspace.find(m_before->subject) : nullptr;
    if (subject != nullptr && subject->tensor == m_before->tensor) // else it was applied
        giveBack();
    else if (isSelected() && m_selection.areSeveralSeen())
        m_selection.clear(); // beside another tensor what is marked looks like what differs
    m_before.reset();
    m_goal.reset();
}

} // namespace tscope

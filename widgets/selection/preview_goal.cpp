// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/preview_goal.h"

#include "facts/member_changes.h"
#include "jobs/jobs.h"

#include <utility>

namespace tscope {

namespace {

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
    constexpr std::size_t mostRuns = 1000; // as many as lists of places show at once
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
    m_jobs.start(
        this, jobName(),
        [before = subject->tensor, after](const Watch& watch) {
            return changedSlots(*before, *after, mostRuns, watch);
        },
        [this, id = subject->id](std::vector<Slots> places) { goTo(id, std::move(places)); }, Jobs::Kind::looks);
}

void PreviewGoal::goTo(SubjectId subject, std::vector<Slots> places)
{
    if (places.empty()) // it changes a claim, or all of it
        return;
    const auto first = places.front();
    places.erase(places.begin());
    m_goal = first;
    m_selection.select(subject, first, nullptr, std::move(places));
}

void PreviewGoal::goBack()
{
    m_jobs.stop(this, jobName());
    m_after = nullptr;
    const auto before = std::exchange(m_before, std::nullopt);
    const auto goal = std::exchange(m_goal, std::nullopt);
    const auto* subject = before ? m_workspace.find(before->subject) : nullptr;
    const auto& selected = m_selection.selected();
    // The same place may have been picked by the user meanwhile, who then stays there.
    const bool isOurs = goal && selected && before && selected->subject == before->subject &&
                        selected->place == *goal && m_selection.pickedIn() == nullptr;
    if (isOurs && subject != nullptr && subject->tensor == before->tensor) // else it was applied
        m_selection.restore(before->selected);
}

} // namespace tscope

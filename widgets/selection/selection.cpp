// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/selection.h"

#include "jobs/jobs.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostRelated = 1000; // elements; more are told as a number

} // namespace

Selection::Selection(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
    connect(&workspace, &Workspace::subjectsRemoved, this, &Selection::forget);
    connect(&workspace, &Workspace::subjectChanged, this, &Selection::refresh);
}

void Selection::hover(SubjectId subject, const Place& place)
{
    if (m_hovered && m_hovered->subject == subject && m_hovered->place == place)
        return;
    m_hovered = Pointed{subject, place, {}};
    relate(m_hovered, "hover", &Selection::hoverChanged);
    Q_EMIT hoverChanged();
}

void Selection::leave()
{
    if (!m_hovered)
        return;
    m_hovered.reset();
    m_jobs.stop(this, QStringLiteral("hover"));
    Q_EMIT hoverChanged();
}

void Selection::select(SubjectId subject, const Place& place, const QObject* pickedIn)
{
    m_pickedIn = pickedIn;
    m_selected = Pointed{subject, place, {}};
    relate(m_selected, "select", &Selection::selectionChanged, &Selection::wentTo);
    Q_EMIT selectionChanged();
}

void Selection::clear()
{
    if (!m_selected)
        return;
    m_selected.reset();
    m_jobs.stop(this, QStringLiteral("select"));
    Q_EMIT selectionChanged();
}

void Selection::relate(std::optional<Pointed>& pointed, const char* name, Signal changed, Signal then)
{
    const auto* subject = m_workspace.find(pointed->subject);
    if (subject == nullptr)
        return;
    m_jobs.start(
        this, QString::fromLatin1(name),
        [tensor = subject->shown().tensor, place = pointed->place](const Watch& watch) {
            return related(*tensor, place, mostRelated, watch);
        },
        [this, &pointed, changed, then](Related found) {
            if (!pointed)
                return;
            pointed->related = std::move(found);
            Q_EMIT(this->*changed)();
            if (then != nullptr)
                Q_EMIT(this->*then)();
        },
        Jobs::Kind::looks);
}

void Selection::forget(const std::vector<SubjectId>& subjects)
{
    if (m_hovered && std::ranges::binary_search(subjects, m_hovered->subject))
        leave();
    if (m_selected && std::ranges::binary_search(subjects, m_selected->subject))
        clear();
}

// The same place of another tensor value: what it is related to may have changed.
void Selection::refresh(SubjectId subject)
{
    if (m_hovered && m_hovered->subject == subject)
        relate(m_hovered, "hover", &Selection::hoverChanged);
    if (m_selected && m_selected->subject == subject)
        relate(m_selected, "select", &Selection::selectionChanged);
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/tabs.h"

#include <algorithm>
#include <utility>

namespace tscope {

Tabs::Tabs(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_tabs.front().panes.front().subject = workspace.current();
    remember(workspace.current());
    connect(&workspace, &Workspace::currentChanged, this, &Tabs::remember);
    connect(&workspace, &Workspace::currentChanged, this, &Tabs::follow);
    connect(&workspace, &Workspace::subjectsRemoved, this, &Tabs::forget);
}

SubjectId Tabs::beside() const
{
    return tab().isSplit() ? tab().panes[1 - tab().active].subject : 0;
}

SubjectId Tabs::partner() const
{
    const auto& all = m_workspace.subjects();
    const auto* own = m_workspace.currentSubject();
    if (own == nullptr || all.size() < 2)
        return 0;
    const auto [from, made] = m_workspace.derivationOf(own->id);
    if (made == own->id)
        return from;
    const auto isOfSameSize = [own](const Subject& other) {
        return own->outline && other.outline && own->outline->size && own->outline->size == other.outline->size;
    };
    for (auto id = m_lookedAt.rbegin(); id != m_lookedAt.rend(); ++id)
        if (const auto* other = m_workspace.find(*id); other != nullptr && other != own && isOfSameSize(*other))
            return *id;
    if (made != 0)
        return made;
    const auto at = static_cast<std::size_t>(m_workspace.positionOf(own->id));
    for (std::size_t step = 1; step < all.size(); ++step)
        if (const auto& other = all[(at + step) % all.size()]; isOfSameSize(other))
            return other.id;
    return all[(at + 1) % all.size()].id;
}

void Tabs::remember(SubjectId current)
{
    constexpr std::size_t mostRemembered = 32;
    std::erase(m_lookedAt, current);
    if (m_lookedAt.size() == mostRemembered)
        m_lookedAt.erase(m_lookedAt.begin());
    m_lookedAt.push_back(current);
}

void Tabs::open(SubjectId subject)
{
    m_tabs.insert(m_tabs.begin() + static_cast<std::ptrdiff_t>(m_current) + 1, Tab{{Pane{subject}}});
    ++m_current;
    tell();
}

void Tabs::close(std::size_t tab)
{
    if (m_tabs.size() < 2 || tab >= m_tabs.size())
        return;
    m_tabs.erase(m_tabs.begin() + static_cast<std::ptrdiff_t>(tab));
    if (m_current > tab || m_current == m_tabs.size())
        --m_current;
    tell();
}

void Tabs::setCurrent(std::size_t tab)
{
    if (tab >= m_tabs.size() || tab == m_current)
        return;
    m_current = tab;
    tell();
}

void Tabs::split(SubjectId beside, Qt::Orientation way)
{
    auto& tab = m_tabs[m_current];
    if (!tab.isSplit())
        tab.panes.push_back({0, tab.activePane().picture});
    tab.panes[1 - tab.active].subject = beside;
    tab.way = way;
    tell();
}

void Tabs::closePane(std::size_t pane)
{
    auto& tab = m_tabs[m_current];
    if (!tab.isSplit() || pane > 1)
        return;
    tab.panes.erase(tab.panes.begin() + static_cast<std::ptrdiff_t>(pane));
    tab.active = 0;
    tell();
}

void Tabs::activate(std::size_t pane)
{
    auto& tab = m_tabs[m_current];
    if (pane >= tab.panes.size() || pane == tab.active)
        return;
    tab.active = pane;
    tell();
}

void Tabs::show(std::size_t pane, SubjectId subject)
{
    auto& tab = m_tabs[m_current];
    if (pane >= tab.panes.size() || tab.panes[pane].subject == subject)
        return;
    tab.panes[pane].subject = subject;
    tell();
}

void Tabs::setPicture(std::size_t pane, const QString& picture)
{
    auto& tab = m_tabs[m_current];
    if (pane >= tab.panes.size() || tab.panes[pane].picture == picture)
        return;
    tab.panes[pane].picture = picture;
    tell();
}

void Tabs::beginComparison()
{
    auto& tab = m_tabs[m_current];
    if (!tab.before)
        tab.before = Tab::Before{tab.panes, tab.way};
    else if (!tab.isSplit()) // begun again, with another tensor
        tab.before->panes = {Pane{tab.activePane().subject, pictureBefore(tab, tab.active)}};
}

void Tabs::endComparison()
{
    for (auto& tab : m_tabs) {
        if (!tab.before)
            continue;
        if (const auto& panes = tab.before->panes; panes.size() == 1 && tab.isSplit()) {
            const auto kept = std::ranges::find(tab.panes, panes.front().subject, &Pane::subject);
            tab.panes = {kept == tab.panes.end() ? tab.activePane() : *kept};
            tab.active = 0;
        }
        for (std::size_t pane = 0; pane < tab.panes.size(); ++pane)
            tab.panes[pane].picture = pictureBefore(tab, pane);
        tab.way = tab.before->way;
        tab.before.reset();
    }
    tell();
}

// Precondition: a comparison began in the tab.
QString Tabs::pictureBefore(const Tab& tab, std::size_t pane)
{
    const auto& panes = tab.before->panes;
    if (panes.size() == tab.panes.size())
        return panes[pane].picture;
    const auto same = std::ranges::find(panes, tab.panes[pane].subject, &Pane::subject);
    return same == panes.end() ? panes.front().picture : same->picture;
}

void Tabs::restore(std::vector<Tab> tabs, std::size_t current)
{
    std::erase_if(tabs, [this](Tab& tab) { return lose(tab); });
    if (tabs.empty())
        return;
    m_tabs = std::move(tabs);
    m_current = std::min(current, m_tabs.size() - 1);
    tell();
}

void Tabs::tell()
{
    m_workspace.setCurrent(tab().activePane().subject); // which follow() finds to be so
    Q_EMIT changed();
}

// Chosen elsewhere: it is seen where it is seen already, or in the active pane.
void Tabs::follow(SubjectId current)
{
    auto& tab = m_tabs[m_current];
    const auto shown = tab.activePane().subject;
    if (shown == current)
        return;
    if (shown != 0 && m_workspace.find(shown) == nullptr)
        return; // it was removed: forget() comes next
    if (current != 0 && current == beside())
        tab.active = 1 - tab.active;
    else
        tab.panes[tab.active].subject = current;
    Q_EMIT changed();
}

bool Tabs::lose(Tab& tab) const
{
    const auto isGone = [this](const Pane& pane) { return m_workspace.find(pane.subject) == nullptr; };
    if (std::ranges::all_of(tab.panes, isGone))
        return true;
    if (std::erase_if(tab.panes, isGone) > 0)
        tab.active = 0;
    return false;
}

// Panes and tabs go with their tensors; the last tab stays and shows what is current now.
void Tabs::forget()
{
    std::vector<Tab> left;
    std::size_t current = 0;
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        if (i == m_current)
            current = left.size();
        if (auto tab = m_tabs[i]; !lose(tab))
            left.push_back(std::move(tab));
    }
    if (left.empty()) {
        left.push_back({{Pane{m_workspace.current(), tab().activePane().picture}}});
        left.back().before = tab().before;
    }
    m_tabs = std::move(left);
    m_current = std::min(current, m_tabs.size() - 1);
    tell();
}

} // namespace tscope

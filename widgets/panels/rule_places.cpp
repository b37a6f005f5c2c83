// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rule_places.h"

#include "facts/remark_place.h"
#include "jobs/jobs.h"
#include "panels/place_walk.h"
#include "panels/rules_tree.h"
#include "rules/places.h"
#include "selection/selection.h"

#include <utility>
#include <vector>

namespace tscope {

RulePlaces::RulePlaces(const PanelContext& context, RulesTree& tree, PlaceWalk& walk, QObject* parent)
    : QObject(parent), m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs),
      m_tree(tree), m_walk(walk)
{
    connect(m_tree.selectionModel(), &QItemSelectionModel::currentChanged, this, &RulePlaces::moveTo);
    connect(&m_tree, &QTreeView::activated, this, &RulePlaces::goTo);
    connect(&m_tree, &QTreeView::clicked, this, &RulePlaces::goTo);
    connect(&m_walk, &PlaceWalk::zoomWanted, &m_selection, &Selection::zoomWanted);
    connect(&m_walk, &PlaceWalk::ruleChosen, this, [this](const QModelIndex& rule) {
        m_selection.markRule(m_walk.rule());
        goTo(rule);
        if (rule.isValid())
            m_tree.showAlone(rule);
    });
    connect(&m_walk, &PlaceWalk::moreWanted, this, &RulePlaces::loadPlaces);
}

QString RulePlaces::ruleThatLedTo(const Slots& slots) const
{
    return m_place == slots ? m_rule : QString();
}

// Views go to the first of all places of a rule, and to the places of a remark one after the other.
void RulePlaces::goTo(const QModelIndex& index)
{
    if (const auto remark = index.data(RulesModel::RemarkRole).toString(); !remark.isEmpty())
        return goToRemark(remark.toStdString());
    if (const auto rule = m_tree.rows().moreOf(index); rule.isValid())
        return loadPlaces(rule);
    if (auto places = m_tree.rows().placesOf(index); !places.empty()) {
        const auto first = places.front();
        places.erase(places.begin());
        m_rule = index.data(RulesModel::RuleRole).toString();
        m_place = first;
        m_selection.select(m_workspace.current(), first, nullptr, std::move(places));
    }
}

// By keys: to a place, which is where views go; on a rule its places light up. The first row of all becomes the
// current one when the tree gets the focus, which is no request.
void RulePlaces::moveTo(const QModelIndex& current, const QModelIndex& before)
{
    if (current.data(RulesModel::PlaceRole).isValid() || m_tree.rows().moreOf(current).isValid())
        goTo(current);
    else if (before.isValid())
        m_tree.lightUp(current);
}

// The next places of a rule: the report keeps the first ones only.
void RulePlaces::loadPlaces(const QModelIndex& rule)
{
    constexpr std::int64_t perPage = 1000;
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !m_tree.rows().hasMore(rule))
        return;
    const auto id = rule.data(RulesModel::RuleRole).toString();
    const auto listed = m_tree.rows().listedOf(rule);
    m_jobs.start(
        this, QStringLiteral("places"),
        [shown = subject->shown(), id = id.toStdString(), listed,
         contract = &m_workspace.contract()](const Watch& watch) {
            std::vector<Witness> places;
            std::int64_t met = 0;
            Places(*shown.tensor, *contract, watch)
                .forEach(*shown.report->find(id), listed + perPage, [&](const Witness& witness) {
                    if (met++ >= listed)
                        places.push_back(witness);
                    return !watch.isStopped();
                });
            return std::pair(shown.report, std::move(places));
        },
        [this, id, listed](const std::pair<ReportPtr, std::vector<Witness>>& found) {
            auto& rows = m_tree.rows();
            const auto now = rows.ruleNamed(id);
            if (found.first != m_report || !now.isValid() || rows.listedOf(now) != listed)
                return; // the rows are others by now
            rows.add(id, found.second);
            m_walk.goOn(rows.index(static_cast<int>(listed), 0, now));
        });
}

void RulePlaces::goToRemark(const std::string& remark)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    const auto& selected = m_selection.selected();
    const auto* here = selected ? selected->in(subject->id) : nullptr;
    const auto* slots = here == nullptr ? nullptr : std::get_if<Slots>(&here->place);
    const auto from = slots == nullptr ? std::nullopt : std::optional(*slots);
    m_jobs.start(
        this, QStringLiteral("remark"),
        [tensor = subject->shown().tensor, remark, from](const Watch& watch) {
            return remarkPlace(*tensor, remark, from, watch);
        },
        [this, id = subject->id](const std::optional<Slots>& place) {
            if (place && m_workspace.find(id) != nullptr)
                m_selection.select(id, *place);
        });
}

} // namespace tscope

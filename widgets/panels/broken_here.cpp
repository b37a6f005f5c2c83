// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/broken_here.h"

#include "facts/cause_place.h"
#include "panels/rule_places.h"
#include "panels/rules_tree.h"
#include "selection/selection.h"
#include "views/lit_places.h"

#include <algorithm>

namespace tscope {

namespace {

bool doTouch(const Slots& a, const Slots& b)
{
    return a.member == b.member && a.begin <= b.end && b.begin <= a.end;
}

} // namespace

BrokenHere::BrokenHere(const PanelContext& context, RulesTree& tree, const RulePlaces& places, QWidget* parent)
    : QLabel(parent), m_workspace(context.workspace), m_selection(context.selection), m_tree(tree),
      m_places(places)
{
    setObjectName(QStringLiteral("broken here"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&m_selection, &Selection::hoverChanged, this, &BrokenHere::markPointed);
    connect(&m_selection, &Selection::selectionChanged, this, &BrokenHere::followSelection);
    connect(&m_selection, &Selection::wentTo, this, &BrokenHere::bringMarkedIntoSight);
    connect(&m_selection, &Selection::nextPlaceWanted, this, &BrokenHere::goToNextOfMarked);
}

void BrokenHere::setReport(const ReportPtr& report)
{
    m_report = report;
    markPointed();
    setVisible(report && !report->valid); // an empty line, so that nothing moves when it says something
}

// A row is no longer current when its place is deselected elsewhere.
void BrokenHere::followSelection()
{
    if (!m_selection.selected())
        m_tree.setCurrentIndex({});
    markPointed();
}

void BrokenHere::markPointed()
{
    const auto& pointed = m_selection.hovered() ? m_selection.hovered() : m_selection.selected();
    m_leading.clear();
    QString caused;
    if (const auto* here = pointed ? pointed->in(m_workspace.current()) : nullptr) {
        const LitPlaces lit(here->place, here->related);
        const auto* slots = std::get_if<Slots>(&here->place);
        if (slots != nullptr) {
            caused = ruleCausedAt(*slots);
            m_leading = m_places.ruleThatLedTo(*slots);
            if (m_leading.isEmpty())
                m_leading = caused;
        }
        // A rule that compares a slot with the one beside it may have its place there.
        m_tree.rows().mark([&](const QString& rule, const Slots& place) {
            return lit.has(place) || (!caused.isEmpty() && rule == caused && doTouch(*slots, place));
        });
    } else {
        m_tree.rows().mark([](const QString&, const Slots&) { return false; });
    }
    QStringList ids;
    for (const auto& rule : m_tree.rows().markedRules())
        ids << rule.data(RulesModel::RuleRole).toString();
    if (ids.removeOne(m_leading) || (!caused.isEmpty() && m_leading == caused))
        ids.prepend(m_leading);
    else
        m_leading.clear();
    setText(ids.isEmpty() ? QString() : tr("Broken here: %1").arg(ids.join(QStringLiteral(", "))));
    setToolTip(text()); // of many not all have room
}

// The rule that fails because of this slot, if the report names it as a likely cause.
QString BrokenHere::ruleCausedAt(const Slots& slots) const
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !m_report)
        return {};
    const auto found = std::ranges::find_if(m_report->causes, [&](const Cause& cause) {
        return !cause.rules.empty() && placeOf(*subject->shown().tensor, cause) == slots;
    });
    return found == m_report->causes.end() ? QString() : QString::fromStdString(found->rules.front());
}

// The rule that led there. Else the row that the user has come to in the tree, if it is broken there, which may be
// far below the row of its rule; else any of the broken rules.
void BrokenHere::bringMarkedIntoSight()
{
    const auto marked = m_tree.rows().markedRules();
    const auto isInSight = [&](const QModelIndex& rule) { return m_tree.isInSight(rule); };
    const auto current = m_tree.currentIndex();
    const auto leading = m_tree.rows().ruleNamed(m_leading);
    if (leading.isValid() && leading != current && leading != current.parent()) {
        if (!isInSight(leading))
            m_tree.scrollTo(leading);
    } else if (current.data(RulesModel::MarkedRole).toBool()) {
        m_tree.scrollTo(current);
    } else if (!marked.empty() && std::ranges::none_of(marked, isInSight)) {
        m_tree.scrollTo(marked.front());
    }
}

// From the place that is selected to the one behind it, round and round, of the rule that is broken there.
void BrokenHere::goToNextOfMarked()
{
    auto& rows = m_tree.rows();
    const auto marked = rows.markedRules();
    const auto leading = rows.ruleNamed(m_leading);
    const auto rule = leading.isValid() ? leading : marked.empty() ? QModelIndex() : marked.front();
    const auto places = rows.placesOf(rule);
    if (places.empty())
        return;
    const auto& selected = m_selection.selected();
    const auto* here = selected ? std::get_if<Slots>(&selected->place) : nullptr;
    int next = 0;
    for (int row = 0; row < static_cast<int>(places.size()); ++row) {
        const auto place = rows.index(row, 0, rule);
        const auto slots = rows.placesOf(place);
        const bool isHere = here != nullptr && std::ranges::find(slots, *here) != slots.end();
        // Neighbours that touch what is selected are marked, too.
        if (isHere || place.data(RulesModel::MarkedRole).toBool())
            next = (row + 1) % static_cast<int>(places.size());
        if (isHere)
            break;
    }
    m_tree.setCurrentIndex(rows.index(next, 0, rule));
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QModelIndex>
#include <QObject>

#include <optional>
#include <string>

namespace tscope {

class PlaceWalk;
class RulesTree;

// Takes all views to the places of the rows that the user goes to in a tree of rules.
class RulePlaces : public QObject
{
    Q_OBJECT

public:
    RulePlaces(const PanelContext& context, RulesTree& tree, PlaceWalk& walk, QObject* parent);

    void setReport(const ReportPtr& report) { m_report = report; } // that the rows are of
    // The rule by whose row these slots were gone to last; empty: they were not.
    QString ruleThatLedTo(const Slots& slots) const;

private:
    void goTo(const QModelIndex& index);
    void moveTo(const QModelIndex& current, const QModelIndex& before);
    void loadPlaces(const QModelIndex& rule);
    void goToRemark(const std::string& remark);

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    RulesTree& m_tree;
    PlaceWalk& m_walk;
    ReportPtr m_report;
    QString m_rule;               // that was gone to last
    std::optional<Slots> m_place; // and where that is
};

} // namespace tscope

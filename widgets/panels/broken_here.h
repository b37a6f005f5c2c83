// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QLabel>

namespace tscope {

class RulePlaces;
class RulesTree;

// Which rules are broken at the place that is pointed at, or selected: in words, and with marks at their rows in a
// tree of rules. First the one that led there.
class BrokenHere : public QLabel
{
    Q_OBJECT

public:
    BrokenHere(const PanelContext& context, RulesTree& tree, const RulePlaces& places, QWidget* parent = nullptr);

    void setReport(const ReportPtr& report); // that the rows of the tree are of

private:
    void markPointed();
    void followSelection();
    void bringMarkedIntoSight();
    void goToNextOfMarked();
    QString ruleCausedAt(const Slots& slots) const;

    Workspace& m_workspace;
    Selection& m_selection;
    RulesTree& m_tree;
    const RulePlaces& m_places;
    ReportPtr m_report;
    QString m_leading; // the rule that led to what is pointed at, or is broken by this very number
};

} // namespace tscope

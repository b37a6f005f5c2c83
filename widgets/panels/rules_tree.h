// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rules_model.h"
#include "views/whole_tree.h"

#include <set>

namespace tscope {

class Selection;

// The rules of a contract with their places. Rows stay open or folded as the user leaves them, also when they are
// made anew. The places of the row that is pointed at, or that keys have come to, light up in all views.
class RulesTree : public WholeTree
{
    Q_OBJECT

public:
    RulesTree(const Workspace& workspace, Selection& selection, QWidget* parent = nullptr);

    RulesModel& rows() const { return *m_rows; }
    // Makes the rows anew; null: there is no tensor, or its check is not done.
    void setSubject(const TensorPtr& tensor, const ReportPtr& report, const Contract& contract);
    void lightUp(const QModelIndex& index);
    // Opens this rule and folds the others, and scrolls it to the top.
    void showAlone(const QModelIndex& rule);

protected:
    bool viewportEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void noteFold(const QModelIndex& index, bool isOpen);
    void copy() const; // what the current row says

    const Workspace& m_workspace;
    Selection& m_selection;
    RulesModel* m_rows;
    // The open rows: groups by their state, rules by their id.
    std::set<int> m_openGroups{static_cast<int>(RulesModel::State::violated),
                               static_cast<int>(RulesModel::State::advisory),
                               static_cast<int>(RulesModel::State::remark)};
    std::set<QString> m_openRules;
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/contract_verdicts.h"
#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;

namespace tscope {

class FindingsButton;

// The verdict on the current tensor under the chosen contract and for whom it is another one, the choice of the
// contract, and the report for others.
class VerdictRow : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictRow(const PanelContext& context, QWidget* parent = nullptr);

    // Of the current tensor as it is shown.
    void refresh(const Shown& shown);
    QWidget& details() { return *m_details; } // lines below the row, for the owner to place

protected:
    void changeEvent(QEvent* event) override;

private:
    void showContract();
    void tellCall(const Shown& shown);
    void askOthers(const Shown& shown);
    void tellOthers(const std::vector<ContractVerdict>& verdicts);
    void colourVerdict();

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    QComboBox* m_contract;
    QLabel* m_summary;
    FindingsButton* m_findings;
    QWidget* m_details;
    QLabel* m_call;                   // which call of the consumer's raises
    QLabel* m_others;                 // who says something else
    ReportPtr m_report;               // that the others are held against
    const Layout* m_layout = nullptr; // of the tensor under m_report
    bool m_isPart = false;            // the verdict is on a part of a damaged file
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace tscope {

// What every contract says of a tensor, side by side: a press chooses that contract.
class ContractLine : public QWidget
{
    Q_OBJECT

public:
    ContractLine(Workspace& workspace, Jobs& jobs, QWidget* parent = nullptr);

    // Of this tensor under the contract of the report; without a report nothing is known.
    void tell(const Shown& shown);

private:
    void mark(const QString& sign, const QString& text, std::size_t contract);
    void showChosen();

    Workspace& m_workspace;
    Jobs& m_jobs;
    ReportPtr m_report;                  // that the verdicts belong to
    std::vector<QToolButton*> m_buttons; // in the order of contracts()
};

} // namespace tscope

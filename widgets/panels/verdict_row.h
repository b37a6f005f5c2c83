// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace tscope {

class ContractLine;
class FindingsButton;

// The verdict on the current tensor under the chosen contract, the choice of another one, what every contract says,
// and the report for others.
class VerdictRow : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictRow(const PanelContext& context, QWidget* parent = nullptr);

    // Of the current tensor as it is shown.
    void refresh(const Shown& shown);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showContract();
    void colourVerdict();

    Workspace& m_workspace;
    Log& m_log;
    QComboBox* m_contract;
    QLabel* m_summary;
    FindingsButton* m_findings;
    ContractLine* m_contracts;
    bool m_isPart = false; // the verdict is on a part of a damaged file
};

} // namespace tscope

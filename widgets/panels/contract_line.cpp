// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/contract_line.h"

#include "facts/contract_verdicts.h"
#include "jobs/jobs.h"
#include "views/flow_layout.h"

#include <QToolButton>

namespace tscope {

namespace {

QString contractsJob()
{
    return QStringLiteral("contracts");
}

QString signOf(ContractVerdict::Kind kind)
{
    switch (kind) {
    case ContractVerdict::Kind::valid:
        return QStringLiteral("\u2713");
    case ContractVerdict::Kind::broken:
        return QStringLiteral("\u25b2");
    default:
        return QStringLiteral("\u2013");
    }
}

} // namespace

ContractLine::ContractLine(Workspace& workspace, Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_jobs(jobs)
{
    setObjectName(QStringLiteral("contracts"));
    auto* layout = new FlowLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (const auto& contract : contracts()) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("contract ") + QString::fromUtf8(contract.name()));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        m_buttons.push_back(button);
        connect(button, &QToolButton::clicked, this, [this, &contract] {
            m_workspace.setContract(contract);
            showChosen(); // also where it was the chosen one before
        });
    }
    connect(&m_workspace, &Workspace::contractChanged, this, &ContractLine::showChosen);
    showChosen();
    tell({});
}

void ContractLine::showChosen()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(&contracts()[i] == &m_workspace.contract());
}

void ContractLine::mark(const QString& sign, const QString& text, std::size_t contract)
{
    const auto name = QString::fromUtf8(contracts()[contract].name());
    auto& button = *m_buttons[contract];
    button.setText(sign.isEmpty() ? name : sign + QLatin1Char(' ') + name);
    button.setToolTip(text.isEmpty() ? tr("Check under the contract %1").arg(name) : text);
    button.setAccessibleName(text.isEmpty() ? name : text);
}

void ContractLine::tell(const Shown& shown)
{
    if (shown.report != nullptr && shown.report == m_report)
        return;
    m_jobs.stop(this, contractsJob());
    m_report = shown.report;
    if (m_report == nullptr) {
        for (std::size_t i = 0; i < m_buttons.size(); ++i)
            mark({}, {}, i);
        return;
    }
    m_jobs.start(
        this, contractsJob(),
        [shown](const Watch& watch) { return verdictsOfContracts(*shown.tensor, *shown.report, watch); },
        [this, report = m_report](const std::vector<ContractVerdict>& verdicts) {
            if (report != m_report)
                return;
            for (std::size_t i = 0; i < verdicts.size(); ++i)
                mark(signOf(verdicts[i].kind), QString::fromStdString(verdicts[i].text), i);
        });
}

} // namespace tscope

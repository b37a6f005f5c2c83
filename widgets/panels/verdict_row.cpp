// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/verdict_row.h"

#include "models/subject_told.h"
#include "panels/contract_line.h"
#include "panels/findings_button.h"
#include "panels/nothing_open.h"
#include "style/glossary.h"
#include "style/palette.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace tscope {

VerdictRow::VerdictRow(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_log(context.log)
{
    m_contract = new QComboBox;
    m_contract->setObjectName(QStringLiteral("contract"));
    m_contract->setAccessibleName(tr("Contract"));
    m_contract->setToolTip(meaningOf("contract"));
    for (const auto& contract : contracts())
        m_contract->addItem(QString::fromUtf8(contract.name()));
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("verdict"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_findings = new FindingsButton(context);
    m_contracts = new ContractLine(context.workspace, context.jobs);

    auto* row = new QHBoxLayout;
    row->addWidget(m_summary, 1);
    row->addWidget(m_contract);
    row->addWidget(m_findings);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_contracts);

    connect(m_contract, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_workspace.setContract(contracts()[static_cast<std::size_t>(index)]); });
    connect(&m_workspace, &Workspace::contractChanged, this, &VerdictRow::showContract);
    showContract();
}

void VerdictRow::showContract()
{
    const QSignalBlocker blocker(m_contract);
    m_contract->setCurrentText(QString::fromUtf8(m_workspace.contract().name()));
}

// Amber where only part of a file was read.
void VerdictRow::colourVerdict()
{
    QPalette colours;
    if (m_isPart)
        colours.setColor(QPalette::WindowText, Palette::behind(palette())[Ink::warning]);
    m_summary->setPalette(colours);
}

void VerdictRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourVerdict();
}

void VerdictRow::refresh(const Shown& shown)
{
    const auto* subject = m_workspace.currentSubject();
    const auto& report = shown.report;
    m_findings->refresh();
    m_contracts->tell(shown);
    m_contracts->setVisible(subject != nullptr);
    m_isPart = report && report->valid && !subject->origin->partly.isEmpty();
    colourVerdict();
    if (!report) {
        m_summary->setText(subject == nullptr ? whyNothingIsOpen(m_log) : tr("checking"));
        return;
    }
    const auto sign = !report->valid ? QStringLiteral("\u25b2 ")
                      : m_isPart     ? QStringLiteral("\u25c6 ")
                                     : QStringLiteral("\u2713 ");
    const auto verdict = sign + verdictOn(*subject, *report);
    m_summary->setText(report == subject->report ? verdict : tr("%1 (preview)").arg(verdict));
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/verdict_row.h"

#include "build/words.h"
#include "jobs/jobs.h"
#include "models/subject_told.h"
#include "panels/findings_button.h"
#include "panels/nothing_open.h"
#include "rules/contract_calls.h"
#include "style/glossary.h"
#include "style/palette.h"
#include "views/contract_list.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStringList>
#include <QVBoxLayout>

namespace tscope {

namespace {

QString contractsJob()
{
    return QStringLiteral("contracts");
}

QString namesOf(const std::vector<ContractVerdict>& verdicts, ContractVerdict::Kind kind)
{
    QStringList names;
    for (const auto& verdict : verdicts)
        if (verdict.kind == kind)
            names << qt(verdict.contract->name());
    return names.join(QStringLiteral(", "));
}

} // namespace

VerdictRow::VerdictRow(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log)
{
    m_contract = new QComboBox;
    m_contract->setObjectName(QStringLiteral("contract"));
    m_contract->setAccessibleName(tr("Contract"));
    m_contract->setToolTip(meaningOf("contract"));
    describeContracts(*m_contract);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("verdict"));
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_others = new QLabel;
    m_others->setObjectName(QStringLiteral("other contracts"));
    m_others->setWordWrap(true);
    m_others->setForegroundRole(QPalette::PlaceholderText);
    m_others->hide();
    m_call = new QLabel;
    m_call->setObjectName(QStringLiteral("judging call"));
    m_call->setWordWrap(true);
    m_call->setForegroundRole(QPalette::PlaceholderText);
    m_call->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_call->hide();
    auto anyWidth = m_call->sizePolicy(); // calls have long words, which the panel is not to be widened for
    anyWidth.setHorizontalPolicy(QSizePolicy::Ignored);
    m_call->setSizePolicy(anyWidth);
    m_findings = new FindingsButton(context);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_summary, 1);
    row->addWidget(m_contract);
    row->addWidget(m_findings);
    m_details = new QWidget;
    auto* lines = new QVBoxLayout(m_details);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(m_call);
    lines->addWidget(m_others);

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
    m_isPart = report && report->valid && !subject->origin->partly.isEmpty();
    colourVerdict();
    tellCall(shown);
    askOthers(shown);
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

// A broken tensor is in sight of those who want to know which call of theirs raises. Of a valid one a tip says it.
void VerdictRow::tellCall(const Shown& shown)
{
    const auto text = shown.report ? qt(judgingText(m_workspace.contract(), *shown.tensor->layout)) : QString();
    m_call->setText(text);
    m_call->setVisible(!text.isEmpty() && !shown.report->valid);
    m_details->setVisible(!m_call->isHidden() || !m_others->isHidden());
    m_summary->setToolTip(text);
}

// What every other contract says of the tensor under the report.
void VerdictRow::askOthers(const Shown& shown)
{
    if (shown.report != nullptr && shown.report == m_report)
        return;
    m_jobs.stop(this, contractsJob());
    m_report = shown.report;
    m_layout = shown.report ? shown.tensor->layout : nullptr;
    tellOthers({});
    if (m_report == nullptr)
        return;
    m_jobs.start(
        this, contractsJob(),
        [shown](const Watch& watch) { return verdictsOfContracts(*shown.tensor, *shown.report, watch); },
        [this, report = m_report](const std::vector<ContractVerdict>& verdicts) {
            if (report == m_report)
                tellOthers(verdicts);
        });
}

// Those that agree need no words; the list of contracts has all of them. A tip says of each what it is, its
// verdict and which call of the consumer's judges.
void VerdictRow::tellOthers(const std::vector<ContractVerdict>& verdicts)
{
    using Kind = ContractVerdict::Kind;
    QString others;
    const auto differs = m_report != nullptr && m_report->valid ? Kind::broken : Kind::valid;
    if (m_report != nullptr)
        others = namesOf(verdicts, differs);
    QStringList reasons;
    for (const auto& verdict : verdicts)
        if (verdict.kind == differs && !verdict.why.empty())
            reasons << tr("%1: %2").arg(qt(verdict.contract->name()), qt(verdict.why));
    m_others->setToolTip(reasons.join(QLatin1Char('\n')));
    if (reasons.size() == 1) // where all say so for one reason, it has room
        others = reasons.front();
    m_others->setVisible(!others.isEmpty());
    m_details->setVisible(!m_call->isHidden() || !m_others->isHidden());
    m_others->setText(m_report != nullptr && m_report->valid ? tr("broken under %1").arg(others)
                                                             : tr("valid under %1").arg(others));
    for (int i = 0; i < m_contract->count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        QStringList lines{qt(purposeOf(contracts()[at]))};
        if (at < verdicts.size()) {
            lines << qt(verdicts[at].text);
            if (const auto call = judgingText(contracts()[at], *m_layout); !call.empty())
                lines << qt(call);
        }
        const auto text = lines.join(QLatin1Char('\n'));
        m_contract->setItemData(i, text, Qt::ToolTipRole);
        m_contract->setItemData(i, text, Qt::AccessibleDescriptionRole);
    }
}

} // namespace tscope

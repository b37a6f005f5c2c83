// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/comparison_report.h"

#include "facts/diff_report.h"
#include "io/file_identity.h"
#include "jobs/jobs.h"
#include "panels/report_head.h"
#include "style/disabled_reason.h"
#include "workspace/log.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QMenu>

#include <utility>

namespace tscope {

ComparisonReport::ComparisonReport(const PanelContext& context, QWidget* parent)
    : QToolButton(parent), m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log)
{
    setObjectName(QStringLiteral("comparison report"));
    setText(tr("Report"));
    setToolTip(tr("A report on how the two differ, to be sent to others"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(tr("Comparison"), this); // the title tells its commands from those on other reports
    menu->addAction(tr("Save report..."), this, &ComparisonReport::save)
        ->setObjectName(QStringLiteral("save comparison"));
    menu->addAction(tr("Copy report"), this, &ComparisonReport::copy)
        ->setObjectName(QStringLiteral("copy comparison"));
    setMenu(menu);
    clear();
}

void ComparisonReport::setPair(Side first, Side second, const Tolerance& tolerance)
{
    m_first = std::move(first);
    m_second = std::move(second);
    m_tolerance = tolerance;
    enable(true);
}

void ComparisonReport::clear()
{
    m_first = m_second = {};
    enable(false);
}

// The commands are found without the button, too.
void ComparisonReport::enable(bool isPossible)
{
    setEnabled(isPossible);
    for (auto* action : menu()->actions())
        enableOrSay(*action, isPossible, tr("Compare two tensors first."));
}

std::function<std::string(const Watch& watch)> ComparisonReport::text() const
{
    struct Told {
        TensorPtr tensor;
        FindingsHead head;
        FileStamp stamp;
    };
    const auto toldOf = [this](const Side& side) {
        const auto& subject = *m_workspace.find(side.subject);
        Told told{side.tensor, reportHeadOf(subject), subject.origin->stamp};
        told.head.isPreview = side.isPreview;
        told.head.isEdited = told.head.isEdited || (!side.isPreview && side.tensor != subject.tensor);
        told.head.checkedAt = timeText(QDateTime::currentSecsSinceEpoch());
        return told;
    };
    return [first = toldOf(m_first), second = toldOf(m_second), tolerance = m_tolerance](const Watch& watch) {
        auto a = first.head, b = second.head;
        addFileIdentity(a, first.stamp, watch);
        addFileIdentity(b, second.stamp, watch);
        const auto report = differenceReport(*first.tensor, a, *second.tensor, b, watch, {.tolerance = tolerance});
        return report ? *report : report.error().text + '\n';
    };
}

void ComparisonReport::save()
{
    const auto *first = m_workspace.find(m_first.subject), *second = m_workspace.find(m_second.subject);
    if (first == nullptr || second == nullptr)
        return;
    askAndSaveReport(*this, m_jobs, m_log, tr("Save report"), folderOf(*first),
                     QStringLiteral("%1-%2-differences").arg(first->title(), second->title()), text());
}

void ComparisonReport::copy()
{
    if (m_workspace.find(m_first.subject) == nullptr || m_workspace.find(m_second.subject) == nullptr)
        return;
    m_jobs.start(this, QStringLiteral("copy"), text(), [this](const std::string& report) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(report));
        m_log.add(Log::Kind::done, tr("The report is on the clipboard."));
    });
}

} // namespace tscope

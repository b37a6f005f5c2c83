// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/findings_button.h"

#include "base/checked_math.h"
#include "facts/findings_report.h"
#include "facts/report_json.h"
#include "facts/sarif.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "panels/report_head.h"
#include "rules/outcome.h"
#include "workspace/log.h"
#include "workspace/saved_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cstring>

namespace tscope {

namespace {

// The report as the panel has it by now: with what each repair achieves, which no report on a large tensor has.
// With very large ones it would take minutes, and the program does not end while it writes.
Report withOutcomes(const Tensor& tensor, Report report, const Contract& contract, const Watch& watch)
{
    constexpr std::int64_t mostBytes = std::int64_t{32} << 20;
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members)
        bytes = saturatingAdd(bytes, member.array.storage->byteSize());
    if (bytes <= mostBytes)
        tryOut(report.repairs, tensor, contract, report, watch);
    return report;
}

constexpr std::array endings{".md", ".json", ".sarif"};

bool endsAs(const QString& name, const char* ending)
{
    return name.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
}

// Another format is chosen: the name gets its ending.
void followFilter(QFileDialog& dialog, const QString& filter)
{
    const auto* ending = *std::ranges::find_if(
        endings, [&](const char* each) { return filter.contains(QLatin1String(each) + QLatin1Char(')')); });
    dialog.setDefaultSuffix(QLatin1String(ending + 1));
    auto name = QFileInfo(dialog.selectedFiles().value(0)).fileName();
    for (const auto* old : endings)
        if (endsAs(name, old))
            name.chop(static_cast<qsizetype>(std::strlen(old)));
    if (name.isEmpty() || QFileInfo(dialog.selectedFiles().value(0)).isDir())
        return;
    name += QLatin1String(ending);
    // While it is shown, Qt's own dialog takes a name in its field only.
    if (auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        field->setText(name);
    else
        dialog.selectFile(name);
}

} // namespace

FindingsButton::FindingsButton(const PanelContext& context, QWidget* parent)
    : QToolButton(parent), m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log)
{
    setObjectName(QStringLiteral("findings"));
    setText(tr("Findings"));
    setToolTip(tr("A report on what was found, to be sent to others"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(this);
    menu->addAction(tr("Save findings..."), this, &FindingsButton::save)
        ->setObjectName(QStringLiteral("save findings"));
    menu->addAction(tr("Copy findings"), this, &FindingsButton::copy)
        ->setObjectName(QStringLiteral("copy findings"));
    setMenu(menu);
    refresh();
}

void FindingsButton::refresh()
{
    const auto* subject = m_workspace.currentSubject();
    setEnabled(subject != nullptr && subject->report);
}

FindingsButton::MakeText FindingsButton::textOf(const Subject& subject) const
{
    return [tensor = subject.tensor, report = subject.report, contract = &m_workspace.contract(),
            stamp = subject.origin->stamp, known = reportHeadOf(subject)](const Watch& watch) {
        auto head = known;
        addFileIdentity(head, stamp, watch);
        return findingsText(*tensor, withOutcomes(*tensor, *report, *contract, watch), *contract, head, watch);
    };
}

FindingsButton::MakeText FindingsButton::jsonOf(const Subject& subject) const
{
    return [tensor = subject.tensor, report = subject.report, head = reportHeadOf(subject),
            contract = &m_workspace.contract()](const Watch& watch) {
        ReportJson asked{head.name, head.file, *contract, head.mostPlaces};
        if (!head.partly.empty())
            asked.partly = head.partly;
        return reportJsonText(*tensor, withOutcomes(*tensor, *report, *contract, watch), asked, watch);
    };
}

FindingsButton::MakeText FindingsButton::sarifOf(const Subject& subject) const
{
    const auto version = QCoreApplication::applicationVersion().toStdString();
    return [tensor = subject.tensor, report = subject.report, head = reportHeadOf(subject),
            contract = &m_workspace.contract(), version](const Watch&) {
        const JudgedTensor judged{head.name, tensor->layout->name, report,
                                  std::make_shared<const FirstPlaces>(firstPlacesOf(*tensor, *report))};
        return sarifText(head.file, judged, {"tensorscope", version}, contract->name());
    };
}

void FindingsButton::save()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !subject->report)
        return;
    auto* dialog = new QFileDialog(this, tr("Save findings"), folderOf(*subject));
    const QStringList filters{tr("Markdown (*.md)"), tr("JSON (*.json)"), tr("SARIF (*.sarif)")};
    dialog->setNameFilters(filters);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(reportFileName(subject->title() + QStringLiteral("-findings")) + QStringLiteral(".md"));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog](const QString& filter) { followFilter(*dialog, filter); });
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, saved = *subject](const QString& path) { saveAs(saved, path); });
    dialog->open();
}

void FindingsButton::saveAs(const Subject& subject, const QString& path)
{
    if (endsAs(path, ".json"))
        return saveText(*this, m_jobs, m_log, path, jsonOf(subject));
    if (endsAs(path, ".sarif"))
        return saveText(*this, m_jobs, m_log, path, sarifOf(subject));
    const auto asMarkdown = endsAs(path, ".md") ? path : path + QStringLiteral(".md");
    if (asMarkdown != path && QFileInfo::exists(asMarkdown)) // which was not asked for
        return m_log.add(
            Log::Kind::error,
            tr("Findings are saved as .md, .json or .sarif. %1 ends otherwise, and %2 is there already.")
                .arg(QFileInfo(path).fileName(), QFileInfo(asMarkdown).fileName()));
    saveText(*this, m_jobs, m_log, asMarkdown, textOf(subject));
}

void FindingsButton::copy()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !subject->report)
        return;
    m_jobs.start(this, QStringLiteral("copy"), textOf(*subject), [this](const std::string& text) {
        QGuiApplication::clipboard()->setText(QString::fromStdString(text));
        m_log.add(Log::Kind::done, tr("The findings are on the clipboard."));
    });
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/findings_button.h"

#include "facts/findings_report.h"
#include "facts/wording.h"
#include "io/file_identity.h"
#include "jobs/jobs.h"
#include "workspace/log.h"
#include "workspace/saved_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QRegularExpression>

namespace tscope {

namespace {

// "fc1.weight-findings.md", without what a file system could take for a folder.
QString fileNameFor(const QString& title)
{
    static const QRegularExpression odd(QStringLiteral("[^\\w.-]+"),
                                        QRegularExpression::UseUnicodePropertiesOption);
    auto name = title;
    name.replace(odd, QStringLiteral("_"));
    return name + QStringLiteral("-findings.md");
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

std::function<std::string(const Watch& watch)> FindingsButton::textOf(const Subject& subject) const
{
    constexpr std::int64_t mostPlaces = 1000; // of each rule: a report is read, all places are in --json
    FindingsHead known{.name = subject.title().toStdString(),
                       .file = subject.origin->isOnDisk() ? subject.origin->path.toStdString() : std::string(),
                       .mostPlaces = mostPlaces,
                       .isEdited = !subject.isAsRead() && !subject.isUneditedPart(),
                       .checkedAt = timeText(subject.checkedAt),
                       .program = "tensorscope " + QCoreApplication::applicationVersion().toStdString()};
    return [tensor = subject.tensor, report = subject.report, contract = &m_workspace.contract(),
            stamp = subject.origin->stamp, known = std::move(known)](const Watch& watch) {
        auto head = known;
        // Of a file that is another one by now its sum would be wrong.
        const bool isSame = !head.file.empty() && stampOf(QString::fromStdString(head.file)) == stamp;
        if (auto identity = isSame ? identityOf(head.file, watch) : std::nullopt) {
            head.sha256 = std::move(identity->sha256);
            head.modified = std::move(identity->modified);
            head.bytes = identity->bytes;
        }
        return findingsText(*tensor, *report, *contract, head, watch);
    };
}

void FindingsButton::save()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !subject->report)
        return;
    const auto folder = subject->origin->isOnDisk() ? QFileInfo(subject->origin->path).path() : QString();
    auto* dialog = new QFileDialog(this, tr("Save findings"), folder, tr("Markdown (*.md)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(fileNameFor(subject->title()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, saved = *subject](const QString& path) { saveAs(saved, path); });
    dialog->open();
}

void FindingsButton::saveAs(const Subject& subject, const QString& path)
{
    saveText(*this, m_jobs, m_log, path, textOf(subject));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cause_box.h"

#include "facts/cause_place.h"
#include "facts/member_changes.h"
#include "jobs/jobs.h"
#include "panels/repair_list.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "style/glossary.h"
#include "views/linked_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// The text with the place that it names as a link, after some words of the window's.
LinkedLine lineOf(const QString& words, const Tensor& tensor, const Cause& cause, bool hasPlace)
{
    const auto before = words.indexOf(QLatin1String("%1"));
    const auto whole = brief(QString::fromStdString(cause.text), longestLine);
    LinkedLine line{words.arg(whole)};
    if (!hasPlace)
        return line;
    const auto part = namedPart(tensor, cause);
    const auto lengthOf = [&](std::size_t bytes) {
        return QString::fromStdString(cause.text.substr(0, bytes)).size();
    };
    line.linkBegin = std::min(before + lengthOf(part.begin), line.text.size());
    line.linkEnd = std::min(before + lengthOf(part.end), line.text.size());
    return line;
}

QString changesJob()
{
    return QStringLiteral("changes");
}

} // namespace

CauseBox::CauseBox(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs)
{
    m_causes = new LinkedText;
    m_causes->setObjectName(QStringLiteral("cause"));
    m_causes->setAccessibleName(tr("Likely causes"));
    m_title = new QLabel(tr("Suggested repairs (select to preview)"));
    m_title->setWordWrap(true);
    m_repairs = new RepairList(context.workspace, context.jobs);
    m_title->setBuddy(m_repairs);
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("repair note"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_apply = new QPushButton(tr("Apply"));
    m_apply->setObjectName(QStringLiteral("apply repair"));
    m_apply->setToolTip(tr("Make the change that all views show"));
    m_discard = new QPushButton(tr("Discard"));
    m_discard->setObjectName(QStringLiteral("drop repair"));
    m_discard->setToolTip(tr("Show the tensor as it is again (Esc)"));

    auto* decide = new QHBoxLayout;
    decide->addWidget(m_apply);
    decide->addWidget(m_discard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_causes);
    layout->addWidget(m_title);
    layout->addWidget(m_repairs);
    layout->addWidget(m_note);
    layout->addLayout(decide);

    connect(m_causes, &LinkedText::activated, this, [this](std::size_t line) {
        if (const auto place = placeAt(line))
            m_selection.select(m_workspace.current(), *place);
    });
    connect(m_causes, &LinkedText::hovered, this, [this](std::optional<std::size_t> line) {
        if (const auto place = line ? placeAt(*line) : std::nullopt)
            m_selection.hover(m_workspace.current(), *place);
        else
            m_selection.leave();
    });
    connect(m_apply, &QPushButton::clicked, &m_workspace, &Workspace::applyPreview);
    connect(m_discard, &QPushButton::clicked, &m_workspace, &Workspace::dropPreview);
    connect(m_repairs, &QListWidget::itemSelectionChanged, this, &CauseBox::preview);
    connect(m_repairs, &QListWidget::itemActivated, &m_workspace, &Workspace::applyPreview);
    connect(&m_workspace, &Workspace::previewChanged, this, &CauseBox::followPreview);
    connect(&m_workspace, &Workspace::previewFailed, this, [this](const QString& why) {
        m_repairs->choose(-1);
        tellNote(why);
    });
}

void CauseBox::refresh()
{
    const auto* subject = m_workspace.currentSubject();
    listOffers(subject);
    tellCauses();
}

void CauseBox::showRepairs()
{
    if (m_repairs->offers().empty())
        return;
    for (auto* above = parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* room = qobject_cast<QScrollArea*>(above))
            room->ensureWidgetVisible(m_repairs);
    m_repairs->setFocus(Qt::OtherFocusReason);
}

std::optional<Slots> CauseBox::placeAt(std::size_t line) const
{
    return line < m_places.size() ? m_places[line] : std::nullopt;
}

void CauseBox::setPatterns(const ReportPtr& report, std::map<QString, QString> patterns)
{
    m_patternsOf = report;
    m_patterns = std::move(patterns);
    tellCauses();
}

QString CauseBox::patternOf(const ReportPtr& report, const Cause& cause) const
{
    if (report != m_patternsOf || cause.rules.empty())
        return {};
    const auto found = m_patterns.find(QString::fromStdString(cause.rules.front()));
    return found == m_patterns.end() ? QString() : found->second;
}

void CauseBox::tellCauses()
{
    m_places.clear();
    const auto* subject = m_workspace.currentSubject();
    // While an offer is looked at, what it is for stays, as what was before it.
    const bool isOffer = subject != nullptr && subject->preview && !subject->preview->isLive;
    const auto shown = subject == nullptr ? Shown()
                       : isOffer          ? Shown{subject->tensor, subject->report}
                                          : subject->shown();
    const auto& report = shown.report;
    std::vector<LinkedLine> lines;
    if (report) {
        for (const auto& cause : report->causes) {
            m_places.push_back(placeOf(*shown.tensor, cause));
            lines.push_back(lineOf(isOffer ? tr("Before: %1") : tr("Likely cause: %1"), *shown.tensor, cause,
                                   m_places.back().has_value()));
            if (const auto pattern = patternOf(report, cause); !pattern.isEmpty())
                lines.back().text += QStringLiteral(": ") + pattern;
            lines.back().tip = meaningOfRule(cause.rules.empty() ? std::string() : cause.rules.front());
        }
        for (const auto& misreading : report->misreadings)
            lines.push_back({brief(QString::fromStdString(misreading.text), longestLine)});
    }
    if (!lines.empty())
        lines.front().isLarge = true;                     // it is the answer
    const auto before = isOffer ? m_causes->height() : 0; // a shorter text would move what is below it
    m_causes->setVisible(!lines.empty());
    m_causes->setLines(std::move(lines));
    m_causes->setMinimumHeight(std::max(before, m_causes->heightForWidth(m_causes->width()))); // never squeezed
    m_causes->updateGeometry();
}

// What can be done about what was found: of the tensor as it is, whatever is seen of it.
void CauseBox::listOffers(const Subject* subject)
{
    const auto report = subject == nullptr ? nullptr : subject->report;
    if (m_repairs->isOf(report))
        return;
    m_repairs->list(subject == nullptr ? nullptr : subject->tensor, report);
    for (auto* widget : std::initializer_list<QWidget*>{m_title, m_repairs, m_apply, m_discard})
        widget->setVisible(!m_repairs->offers().empty());
    tellNote({});
    followPreview();
}

// Made and seen, not done.
void CauseBox::preview()
{
    tellNote({});
    if (const auto* chosen = m_repairs->chosen())
        m_workspace.preview(chosen->title, chosen->make);
}

void CauseBox::followPreview()
{
    const auto* subject = m_workspace.currentSubject();
    const bool isOn = subject != nullptr && subject->preview && !subject->preview->isLive;
    m_apply->setEnabled(isOn);
    m_discard->setEnabled(isOn);
    if (!isOn) {
        m_jobs.stop(this, changesJob());
        if (m_tellsChanges)
            tellNote({});
        return m_repairs->choose(-1);
    }
    tellChanges();
}

// What is lost is told before it is applied.
void CauseBox::tellChanges()
{
    const auto* subject = m_workspace.currentSubject();
    m_jobs.start(
        this, changesJob(),
        [before = subject->tensor, after = subject->preview->after.tensor](const Watch& watch) {
            QStringList lines;
            for (const auto& change : memberChanges(*before, *after, watch))
                lines << brief(QString::fromStdString(change), longestLine);
            return lines;
        },
        [this](const QStringList& lines) {
            tellNote(lines.join(QLatin1Char('\n')));
            m_tellsChanges = true;
        });
}

void CauseBox::tellNote(const QString& text)
{
    m_tellsChanges = false;
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

} // namespace tscope

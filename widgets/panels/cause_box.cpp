// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cause_box.h"

#include "facts/member_changes.h"
#include "jobs/jobs.h"
#include "panels/cause_text.h"
#include "panels/repair_list.h"
#include "style/brief.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

QString changesJob()
{
    return QStringLiteral("changes");
}

} // namespace

CauseBox::CauseBox(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_jobs(context.jobs)
{
    m_causes = new CauseText(context);
    m_title = new QLabel(tr("Suggested repairs (select to preview)"));
    m_title->setWordWrap(true);
    m_repairs = new RepairList(context.workspace, context.jobs);
    m_repairs->setToolTip(m_title->text());
    m_repairs->setAccessibleDescription(m_title->text());
    m_title->setBuddy(m_repairs);
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("repair note"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("more repairs"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setAutoRaise(true);
    m_apply = new QPushButton(tr("Apply"));
    m_apply->setObjectName(QStringLiteral("apply repair"));
    m_apply->setToolTip(tr("Make the change that all views show"));
    m_discard = new QPushButton(tr("Discard"));
    m_discard->setObjectName(QStringLiteral("drop repair"));
    m_discard->setToolTip(tr("Show the tensor as it is again (Esc)"));

    m_content = new QWidget;
    auto* lines = new QVBoxLayout(m_content);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(spacing);
    lines->addWidget(m_causes);
    lines->addWidget(m_title);
    lines->addWidget(m_repairs);
    lines->addWidget(m_note);
    m_area = new QScrollArea;
    m_area->setObjectName(QStringLiteral("causes and repairs"));
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(m_content);
    m_content->installEventFilter(this); // for its height
    m_buttons = new QWidget;
    auto* decide = new QHBoxLayout(m_buttons);
    decide->setContentsMargins(0, 0, 0, 0);
    decide->addWidget(m_more);
    decide->addStretch(1);
    decide->addWidget(m_apply);
    decide->addWidget(m_discard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    layout->addWidget(m_area);
    layout->addWidget(m_buttons);
    m_causes->setFolded(m_isFolded);
    m_repairs->setFolded(m_isFolded);
    m_title->hide();
    tellNote({});

    connect(m_apply, &QPushButton::clicked, &m_workspace, &Workspace::applyPreview);
    connect(m_discard, &QPushButton::clicked, &m_workspace, &Workspace::dropPreview);
    connect(m_more, &QToolButton::clicked, this, [this] {
        setFolded(!m_isFolded);
        if (!m_isFolded)
            Q_EMIT unfolded();
    });
    connect(m_repairs, &RepairList::listed, this, &CauseBox::followOffers);
    connect(m_repairs, &QListWidget::currentRowChanged, this, &CauseBox::bringIntoSight);
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
    m_causes->refresh();
    tellFolded();
}

void CauseBox::scrollToTop()
{
    m_area->verticalScrollBar()->setValue(0);
}

void CauseBox::showRepairs()
{
    if (m_repairs->offers().empty())
        return;
    m_area->ensureWidgetVisible(m_repairs, 0, 0);
    for (auto* above = parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* room = qobject_cast<QScrollArea*>(above))
            room->ensureWidgetVisible(m_repairs);
    m_repairs->setFocus(Qt::OtherFocusReason);
}

void CauseBox::setPatterns(const ReportPtr& report, std::map<QString, QString> patterns)
{
    m_causes->setPatterns(report, std::move(patterns));
}

// The offers are for the tensor as it is, also while a preview of it is seen.
void CauseBox::listOffers(const Subject* subject)
{
    const auto report = subject == nullptr ? nullptr : subject->report;
    if (m_repairs->isOf(report))
        return;
    m_repairs->list(subject == nullptr ? nullptr : subject->tensor, report);
    tellNote({});
    followPreview();
}

void CauseBox::followOffers()
{
    const bool any = !m_repairs->offers().empty();
    for (auto* widget : std::initializer_list<QWidget*>{m_repairs, m_apply, m_discard})
        widget->setVisible(any);
    m_title->setVisible(any && !m_isFolded);
    tellFolded();
    if (m_isFolded && m_repairs->currentRow() > 0) // rows were sorted anew, and one is chosen
        setFolded(false);
}

void CauseBox::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    m_causes->setFolded(isFolded);
    m_repairs->setFolded(isFolded);
    followOffers();
}

void CauseBox::tellFolded()
{
    const auto behindFirst = [](std::size_t count) { return count > 1 ? static_cast<int>(count) - 1 : 0; };
    const auto causes = behindFirst(m_causes->count()), repairs = behindFirst(m_repairs->offers().size());
    const auto count = causes + repairs;
    m_more->setArrowType(m_isFolded ? Qt::RightArrow : Qt::DownArrow);
    m_more->setText(!m_isFolded    ? tr("Fewer")
                    : causes == 0  ? tr("More repairs: %1").arg(count)
                    : repairs == 0 ? tr("More causes: %1").arg(count)
                                   : tr("More: %1").arg(count));
    m_more->setAccessibleName(m_isFolded ? tr("More causes and repairs: %1").arg(count)
                                         : tr("Fewer causes and repairs"));
    m_more->setToolTip(
        m_isFolded ? tr("Show all causes and repairs; more causes: %1, repairs: %2").arg(causes).arg(repairs)
                   : tr("Show the first cause and the first repair alone"));
    m_more->setVisible(count > 0);
    m_buttons->setVisible(count > 0 || !m_repairs->offers().empty());
    setVisible(m_causes->count() > 0 || !m_repairs->offers().empty());
}

int CauseBox::leastHeight() const
{
    const auto width = m_area->width();
    int height = 0;
    const auto add = [&](const QWidget& part, int own) {
        if (!part.isHidden())
            height += (height > 0 ? spacing : 0) + own;
    };
    add(*m_causes, m_isFolded ? m_causes->heightOfLines(1, width) : m_causes->heightForWidth(width));
    add(*m_title, m_title->heightForWidth(width));
    add(*m_repairs, m_isFolded ? m_repairs->heightOfFirst() : m_repairs->heightOfRows(mostInSight));
    add(*m_buttons, m_buttons->sizeHint().height());
    return height;
}

void CauseBox::setRoom(int usual, int most)
{
    m_usual = usual;
    m_most = most;
    fit();
}

void CauseBox::fit()
{
    const auto below = m_buttons->isHidden() ? 0 : spacing + m_buttons->sizeHint().height();
    const auto room = std::max(m_note->isHidden() ? m_usual : std::max(m_usual, m_most), leastHeight()) - below;
    const auto* lines = m_content->layout();
    const auto wanted =
        lines->hasHeightForWidth() ? lines->totalHeightForWidth(m_area->width()) : lines->totalSizeHint().height();
    m_area->setFixedHeight(std::min(wanted, room));
}

bool CauseBox::eventFilter(QObject* object, QEvent* event)
{
    // The type first: the last events come while the content is half gone.
    if (event->type() == QEvent::LayoutRequest && object == m_content) {
        fit();
        Q_EMIT needsRoom();
    }
    return QWidget::eventFilter(object, event);
}

void CauseBox::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        fit();
        Q_EMIT needsRoom();
    }
}

// One that is folded away is shown with all others.
void CauseBox::bringIntoSight(int repair)
{
    if (repair < 0)
        return;
    if (m_isFolded && repair > 0)
        setFolded(false);
    QCoreApplication::sendPostedEvents(m_content, QEvent::LayoutRequest);
    const auto row = m_repairs->visualItemRect(m_repairs->item(repair));
    for (auto* above = m_repairs->parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(above)) {
            const auto top = m_repairs->viewport()->mapTo(area->widget(), row.topLeft()).y();
            area->ensureVisible(0, top + row.height(), 0, 0);
            area->ensureVisible(0, top, 0, 0); // its first line, where not all has room
        }
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

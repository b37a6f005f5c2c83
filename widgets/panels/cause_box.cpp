// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cause_box.h"

#include "facts/cause_place.h"
#include "facts/member_changes.h"
#include "jobs/jobs.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "views/linked_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace tscope {

namespace {

constexpr int causeLines = 8, repairLines = 5; // seen at once

// As high as its rows are, up to a few lines; no row is cut.
class RepairList : public QListWidget
{
public:
    void fit()
    {
        doItemsLayout(); // rows wrap, so how high they are depends on the width
        const auto line = fontMetrics().lineSpacing();
        int height = 0;
        for (int row = 0; row < count(); ++row) {
            const auto end = visualItemRect(item(row)).bottom() + 1 + verticalOffset();
            if (row > 0 && end > line * repairLines)
                break;
            height = end;
        }
        setFixedHeight(2 * frameWidth() + std::max(height, line));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QListWidget::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            fit();
    }
};

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

} // namespace

namespace {

QString changesJob()
{
    return QStringLiteral("changes");
}

} // namespace

// Causes take as many lines as they have, up to a few; what is more is scrolled to.
class CauseArea : public QScrollArea
{
public:
    explicit CauseArea(LinkedText& text) : m_text(text)
    {
        setWidget(&text);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        viewport()->setAutoFillBackground(false);
        text.setAutoFillBackground(false);
    }
    void fit()
    {
        const auto most = fontMetrics().lineSpacing() * causeLines;
        const auto whole = m_text.heightForWidth(width());
        setVerticalScrollBarPolicy(whole > most ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
        setFixedHeight(std::min(whole, most));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            fit();
    }

private:
    LinkedText& m_text;
};

CauseBox::CauseBox(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs)
{
    m_causes = new LinkedText;
    m_causes->setObjectName(QStringLiteral("cause"));
    m_causes->setAccessibleName(tr("Likely causes"));
    m_area = new CauseArea(*m_causes);
    m_title = new QLabel(tr("Suggested repairs (select to preview)"));
    m_title->setWordWrap(true);
    m_repairs = new RepairList;
    m_repairs->setObjectName(QStringLiteral("repairs"));
    m_repairs->setAccessibleName(tr("Repairs"));
    m_repairs->setWordWrap(true);
    m_repairs->setResizeMode(QListView::Adjust);
    m_repairs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_repairs->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_repairs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
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
    layout->addWidget(m_area);
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
        choose(-1);
        tellNote(why);
    });
}

void CauseBox::refresh()
{
    const auto* subject = m_workspace.currentSubject();
    listOffers(subject == nullptr ? nullptr : subject->report);
    tellCauses();
}

std::optional<Slots> CauseBox::placeAt(std::size_t line) const
{
    return line < m_places.size() ? m_places[line] : std::nullopt;
}

void CauseBox::tellCauses()
{
    m_places.clear();
    const auto* subject = m_workspace.currentSubject();
    // While an offer is looked at, what it is for stays: the list below would move under the mouse else.
    const bool isOffer = subject != nullptr && subject->preview && !subject->preview->isLive;
    const auto shown = subject == nullptr ? Shown()
                       : isOffer          ? Shown{subject->tensor, subject->report}
                                          : subject->shown();
    const auto& report = shown.report;
    std::vector<LinkedLine> lines;
    if (report) {
        for (const auto& cause : report->causes) {
            m_places.push_back(placeOf(*shown.tensor, cause));
            lines.push_back(lineOf(tr("Likely cause: %1"), *shown.tensor, cause, m_places.back().has_value()));
        }
        for (const auto& misreading : report->misreadings)
            lines.push_back({brief(QString::fromStdString(misreading.text), longestLine)});
    }
    if (!lines.empty())
        lines.front().isLarge = true; // it is the answer
    m_area->setVisible(!lines.empty());
    m_causes->setLines(std::move(lines));
    m_area->fit();
}

// What can be done about what was found: of the tensor as it is, whatever is seen of it.
void CauseBox::listOffers(const ReportPtr& report)
{
    if (report == m_offered)
        return;
    m_offered = report;
    m_offers = report ? offersFor(*report) : std::vector<Offer>();
    const QSignalBlocker blocker(m_repairs);
    m_repairs->clear();
    for (const auto& offer : m_offers)
        m_repairs->addItem(offer.title);
    for (auto* widget : std::initializer_list<QWidget*>{m_title, m_repairs, m_apply, m_discard})
        widget->setVisible(!m_offers.empty());
    static_cast<RepairList*>(m_repairs)->fit();
    tellNote({});
    followPreview();
}

// Made and seen, not done.
void CauseBox::preview()
{
    const auto row = m_repairs->selectedItems().isEmpty() ? -1 : m_repairs->currentRow();
    tellNote({});
    if (row < 0)
        return;
    const auto& chosen = m_offers[static_cast<std::size_t>(row)];
    m_workspace.preview(chosen.title, chosen.make);
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
        return choose(-1);
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

void CauseBox::choose(int row)
{
    const QSignalBlocker blocker(m_repairs);
    m_repairs->setCurrentRow(row);
    if (row < 0)
        m_repairs->clearSelection();
}

void CauseBox::tellNote(const QString& text)
{
    m_tellsChanges = false;
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

} // namespace tscope

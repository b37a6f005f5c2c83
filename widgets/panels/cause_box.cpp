// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cause_box.h"

#include "facts/cause_place.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "views/limited_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace tscope {

namespace {

constexpr int causeLines = 9, repairLines = 6; // seen at once

// As high as its rows are, up to a few lines.
class RepairList : public QListWidget
{
public:
    void fit()
    {
        doItemsLayout(); // rows wrap, so how high they are depends on the width
        setFixedHeight(2 * frameWidth() + std::clamp(contentsSize().height(), fontMetrics().lineSpacing(),
                                                     fontMetrics().lineSpacing() * repairLines));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QListWidget::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            fit();
    }
};

QString linkTo(qsizetype cause, const QString& text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(QString::number(cause), text.toHtmlEscaped());
}

// A cause in which the place that it names is a link.
QString linked(const Tensor& tensor, const Cause& cause, qsizetype number)
{
    const auto part = namedPart(tensor, cause);
    const auto text = QByteArray::fromStdString(cause.text);
    const auto piece = [&](std::size_t begin, std::size_t end) {
        return QString::fromUtf8(text.mid(static_cast<qsizetype>(begin), static_cast<qsizetype>(end - begin)));
    };
    if (text.size() > longestLine)
        return linkTo(number, brief(QString::fromUtf8(text), longestLine));
    return piece(0, part.begin).toHtmlEscaped() + linkTo(number, piece(part.begin, part.end)) +
           piece(part.end, cause.text.size()).toHtmlEscaped();
}

} // namespace

CauseBox::CauseBox(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_selection(context.selection)
{
    m_causes = new LimitedLabel(causeLines);
    m_causes->label().setObjectName(QStringLiteral("cause"));
    m_causes->label().setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_causes->setAccessibleName(tr("Likely causes"));
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
    layout->addWidget(m_causes);
    layout->addWidget(m_title);
    layout->addWidget(m_repairs);
    layout->addWidget(m_note);
    layout->addLayout(decide);

    connect(&m_causes->label(), &QLabel::linkActivated, this, [this](const QString& link) {
        if (const auto place = placeOf(link))
            m_selection.select(m_workspace.current(), *place);
    });
    connect(&m_causes->label(), &QLabel::linkHovered, this, [this](const QString& link) {
        if (const auto place = placeOf(link))
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

std::optional<Slots> CauseBox::placeOf(const QString& link) const
{
    bool isNumber = false;
    const auto number = link.toULongLong(&isNumber);
    return isNumber && number < m_places.size() ? m_places[number] : std::nullopt;
}

void CauseBox::tellCauses()
{
    m_places.clear();
    const auto* subject = m_workspace.currentSubject();
    const auto shown = subject == nullptr ? Shown() : subject->shown();
    const auto& report = shown.report;
    const bool any = report && (!report->causes.empty() || !report->misreadings.empty());
    m_causes->setVisible(any);
    if (!any)
        return m_causes->setHtml({});
    QString html;
    const auto add = [&](const QString& text) { // the first one is the answer
        const auto size = html.isEmpty() ? font().pointSizeF() * 1.3 : font().pointSizeF();
        html += QStringLiteral("<p style=\"margin:0 0 4px 0; font-size:%1pt\">%2</p>").arg(size).arg(text);
    };
    for (const auto& cause : report->causes) {
        m_places.push_back(tscope::placeOf(*shown.tensor, cause));
        add(tr("Likely cause: %1")
                .arg(m_places.back() ? linked(*shown.tensor, cause, std::ssize(m_places) - 1)
                                     : brief(QString::fromStdString(cause.text), longestLine).toHtmlEscaped()));
    }
    for (const auto& misreading : report->misreadings)
        add(brief(QString::fromStdString(misreading.text), longestLine).toHtmlEscaped());
    m_causes->setHtml(html);
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
    if (!isOn)
        choose(-1);
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
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

} // namespace tscope

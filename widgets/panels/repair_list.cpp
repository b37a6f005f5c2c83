// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/repair_list.h"

#include "facts/wording.h"
#include "jobs/jobs.h"
#include "rules/outcome.h"

#include <QResizeEvent>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>

namespace tscope {

namespace {

QString outcomesJob()
{
    return QStringLiteral("outcomes");
}

QString achieves(const RepairOutcome& outcome)
{
    const bool isAnswer = outcome.placesAfter == 0;
    return (isAnswer ? QStringLiteral("\u2713 ") : QStringLiteral("\u25b2 ")) +
           QString::fromStdString(outcomeText(outcome));
}

// Those that help, with what they achieve.
std::vector<Repair> triedOut(const Tensor& tensor, const Report& report, const Contract& contract,
                             const Watch& watch)
{
    auto repairs = report.repairs;
    tryOut(repairs, tensor, contract, report, watch);
    return repairs;
}

} // namespace

RepairList::RepairList(const Workspace& workspace, Jobs& jobs, QWidget* parent)
    : QListWidget(parent), m_workspace(workspace), m_jobs(jobs)
{
    setObjectName(QStringLiteral("repairs"));
    setAccessibleName(tr("Repairs"));
    setWordWrap(true);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // what is around it scrolls
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void RepairList::list(const TensorPtr& tensor, const ReportPtr& report)
{
    if (m_report == report)
        return;
    m_jobs.stop(this, outcomesJob());
    m_report = report;
    m_offers = report ? offersFor(*report, report->repairs) : std::vector<Offer>();
    const bool isTrying = std::ranges::any_of(m_offers, [](const Offer& offer) { return !offer.outcome; });
    fill(isTrying);
    if (isTrying)
        tryOut(tensor);
    Q_EMIT listed();
}

void RepairList::tryOut(const TensorPtr& tensor)
{
    m_jobs.start(
        this, outcomesJob(),
        [tensor, report = *m_report, contract = &m_workspace.contract()](const Watch& watch) {
            return triedOut(*tensor, *report, *contract, watch);
        },
        [this, report = *m_report](const std::vector<Repair>& repairs) {
            if (m_report != report)
                return;
            const auto* seen = chosen(); // stays chosen wherever its row is now
            const auto id = seen == nullptr ? std::string() : seen->id;
            m_offers = offersFor(*report, repairs);
            fill(false);
            const auto at = std::ranges::find(m_offers, id, &Offer::id);
            choose(at == m_offers.end() ? -1 : static_cast<int>(at - m_offers.begin()));
            Q_EMIT listed();
        });
}

void RepairList::fill(bool isTrying)
{
    const QSignalBlocker blocker(this);
    clear();
    for (const auto& offer : m_offers) {
        const auto result = offer.outcome ? achieves(*offer.outcome) : isTrying ? tr("Trying out") : QString();
        addItem(result.isEmpty() ? offer.title : offer.title + QLatin1Char('\n') + result);
    }
    fit();
}

const Offer* RepairList::chosen() const
{
    const auto row = selectedItems().isEmpty() ? -1 : currentRow();
    return row < 0 ? nullptr : &m_offers[static_cast<std::size_t>(row)];
}

void RepairList::choose(int row)
{
    const QSignalBlocker blocker(this);
    setCurrentRow(row);
    if (row < 0)
        clearSelection();
}

void RepairList::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    fit();
}

int RepairList::heightOfFirst() const
{
    const auto row =
        count() > 1 ? visualItemRect(item(1)).top() - visualItemRect(item(0)).top() : contentsSize().height();
    return 2 * frameWidth() + std::max(row, fontMetrics().lineSpacing());
}

int RepairList::heightOfRows(int most) const
{
    const auto rows = std::min(most, count());
    const auto own = rows == 0 ? 0 : visualItemRect(item(rows - 1)).bottom() + 1 - visualItemRect(item(0)).top();
    return 2 * frameWidth() + std::max(own, fontMetrics().lineSpacing());
}

void RepairList::fit()
{
    doItemsLayout(); // rows wrap, so how high they are depends on the width
    setFixedHeight(m_isFolded ? heightOfFirst()
                              : 2 * frameWidth() + std::max(contentsSize().height(), fontMetrics().lineSpacing()));
    if (m_isFolded)
        scrollToTop();
}

void RepairList::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
    updateGeometries(); // the range of the bar, at once: a list of full height has none
}

// The area around the list scrolls; rows that are folded away do not come into sight by the wheel.
void RepairList::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace tscope

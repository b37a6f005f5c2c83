// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_views.h"

#include "build/words.h"
#include "charts/bars_chart.h"
#include "jobs/jobs.h"
#include "models/sorted_lines.h"
#include "panels/frozen_columns.h"
#include "panels/reading_table.h"
#include "timings/baseline_choice.h"
#include "timings/compare_page.h"
#include "timings/headline_bar.h"
#include "timings/whole_titles.h"
#include "timings/work_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tscope {

TimingViews::TimingViews(Workspace& workspace, Jobs& jobs, Calls& calls, Timings& timings, Selection& selection,
                         QWidget* parent)
    : QWidget(parent), m_jobs(jobs), m_timings(timings),
      m_sorted(new SortedLines(m_model, TimingModel::SortRole, this)),
      m_sortedPairs(new SortedLines(m_pairs, PairsModel::SortRole, this))
{
    auto* choices = makeChoices();
    makePages(workspace, calls, selection);
    m_headline = new HeadlineBar(workspace, calls, timings);
    m_split = new QSplitter(Qt::Vertical);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_pages);
    m_split->addWidget(makeVerdicts());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_headline);
    layout->addLayout(choices);
    layout->addWidget(m_split, 1);

    connect(&m_timings, &Timings::listChanged, this, &TimingViews::listSessions);
    connect(&m_timings, &Timings::shownChanged, this, &TimingViews::refresh);
    connect(&m_timings, &Timings::runningChanged, this, &TimingViews::refresh);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString&, const QObject* receiver) {
        if (receiver == this)
            m_isAsked = m_isStale = false; // it said so, and nothing comes any more
    });
    listSessions();
    refresh();
}

// The work that is shown, on the tensor whose pattern it is in other densities.
std::optional<TimedWork> TimingViews::workOfPattern() const
{
    auto work = m_work->work();
    if (work && !m_told.densities.pattern.empty())
        work->tensor = m_told.densities.pattern;
    return work;
}

const TimingViews::Page& TimingViews::currentPage() const
{
    return m_shown[static_cast<std::size_t>(m_tabs->currentIndex())];
}

void TimingViews::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (auto* room = parentWidget())
        room->installEventFilter(this);
    divide();
    refresh();
}

void TimingViews::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    divide();
    m_headline->fitHeight();
}

bool TimingViews::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        divide();
        m_headline->fitHeight();
    }
    return QWidget::eventFilter(watched, event);
}

// Side by side where little height is seen: where that is less than the views need, they are scrolled.
void TimingViews::divide()
{
    const auto* room = parentWidget();
    const auto seen = room != nullptr ? std::min(height(), room->height()) : height();
    const auto orientation = width() > 2 * seen ? Qt::Horizontal : Qt::Vertical;
    if (m_split->orientation() == orientation && m_isDivided)
        return;
    m_isDivided = true;
    m_split->setOrientation(orientation);
    const bool isBeside = orientation == Qt::Horizontal;
    const int pages = 5, pairs = isBeside ? 3 : 2; // which have sentences, and these take some width
    const auto whole = isBeside ? width() : height();
    m_split->setSizes({whole * pages / (pages + pairs), whole * pairs / (pages + pairs)});
    m_split->setStretchFactor(0, pages);
    m_split->setStretchFactor(1, pairs);
}

void TimingViews::listSessions()
{
    const QSignalBlocker quiet(m_sessions);
    m_sessions->clear();
    for (const auto& taken : m_timings.sessions())
        m_sessions->addItem(taken.title);
    m_sessions->setCurrentIndex(m_timings.shownAt());
    showWholeTitles(*m_sessions);
    m_sessions->setEnabled(m_sessions->count() > 1);
    m_row.reset(); // of another one
    m_isListNew = true;
}

void TimingViews::refresh()
{
    if (!isVisible()) // it is asked for again when it is shown
        return;
    m_sessions->setCurrentIndex(m_timings.shownAt());
    m_sessions->setToolTip(m_sessions->currentText());
    const auto* shown = m_timings.shown();
    m_work->setWorks(shown == nullptr ? std::vector<TimedWork>() : timedWorksOf(*shown->session));
    if (std::exchange(m_isListNew, false))
        preferColumns();
    ask();
}

// One at a time: while a session grows faster than it is drawn, each that comes would take the place of the last.
void TimingViews::ask()
{
    m_isStale = m_isAsked;
    const auto* shown = m_timings.shown();
    const auto work = m_work->work();
    if (m_isAsked || shown == nullptr || !work)
        return;
    m_isAsked = true;
    m_jobs.start(
        this, QStringLiteral("timing pages"),
        [session = shown->session, work = *work, time = static_cast<charts::Time>(m_time->currentData().toInt()),
         row = m_row,
         form = m_baseline->form()](const Watch&) { return timingPagesOf(*session, work, time, row, form); },
        [this](TimingPages pages) {
            m_isAsked = false;
            show(std::move(pages));
            if (m_isStale)
                ask();
        },
        Jobs::Kind::looks);
}

void TimingViews::show(TimingPages pages)
{
    m_isChoosing = true;
    m_model.setLines(std::move(pages.lines));
    m_table->setColumnHidden(TimingLine::tensorColumn, !m_model.areTensorsMany());
    m_table->setColumnHidden(TimingLine::reasonColumn, !m_model.isAnyReason());
    m_frozen->freezeBesides(m_model.areDevicesMany() ? TimingLine::deviceColumn : TimingLine::formColumn);
    if (m_told.pairs == nullptr || *m_told.pairs != *pages.pairs) // else what is selected stays so
        setPairs(pages.pairs);
    if (m_notes->toPlainText() != pages.notes)
        m_notes->setPlainText(pages.notes);
    m_headline->setAnswer(pages.answer);
    m_isChoosing = false;
    m_told = std::move(pages);
    m_baseline->setForms(m_told.baselines);
    setSources();
    showPage();
    choose(m_row);
    if (std::exchange(m_isWorkNew, false))
        scrollToWork();
}

// The table has all operations of the session.
void TimingViews::scrollToWork()
{
    const auto* shown = m_timings.shown();
    const auto work = m_work->work();
    for (int line = 0; shown != nullptr && work && line < m_sorted->rowCount(); ++line) {
        const auto row = m_model.rowAt(m_sorted->lineOf(m_sorted->index(line, 0)));
        if (row >= shown->session->rows.size())
            return; // lines of another session
        const auto& cell = shown->session->rows[row];
        if (cell.op != work->op || cell.tensor != work->tensor)
            continue;
        const auto sideways = m_table->horizontalScrollBar()->value();
        m_table->scrollTo(m_sorted->index(line, 0), QAbstractItemView::PositionAtTop);
        return m_table->horizontalScrollBar()->setValue(sideways);
    }
}

// The others get what they show when they are turned to: to lay out all of them takes more than a frame has.
void TimingViews::showPage()
{
    m_pages->setCurrentIndex(m_tabs->currentIndex());
    const auto& page = currentPage();
    if (page.fill)
        page.fill();
    m_log->setEnabled(page.hasScales);
    m_log->setChecked(page.chart != nullptr && page.chart->isLog());
}

void TimingViews::choose(std::optional<std::size_t> row)
{
    const bool isOther = row != m_row;
    m_row = row;
    if (row && isOther)
        m_workBefore.reset(); // its operation stays when the page of columns is left
    m_isChoosing = true;
    chooseLine(*m_table, row ? m_sorted->shownAt(m_model.lineOf(*row)) : -1);
    m_bars->chooseRow(row);
    m_compare->chooseRow(row);
    if (row || isOther) // else a pair that is selected stays selected
        markPairs();
    m_isChoosing = false;
    if (!isOther || !row)
        return;
    // The row of another operation is shown among its own.
    if (const auto* shown = m_timings.shown(); shown != nullptr && *row < shown->session->rows.size()) {
        const auto& cell = shown->session->rows[*row];
        m_work->choose({cell.tensor, cell.op});
    }
    ask();
}

void TimingViews::setPairs(const PairLines& pairs)
{
    m_pairs.setLines(pairs);
    m_bars->lightRows({});
}

void TimingViews::markPairs()
{
    m_bars->lightRows({});
    auto& selection = *m_pairTable->selectionModel();
    QItemSelection lines;
    for (int line = 0; m_row && line < m_sortedPairs->rowCount(); ++line) {
        const auto index = m_sortedPairs->index(line, 0);
        if (m_pairs.lineAt(m_sortedPairs->lineOf(index)).has(*m_row))
            lines.select(index, m_sortedPairs->index(line, PairLine::columns - 1));
    }
    selection.select(lines, QItemSelectionModel::ClearAndSelect);
}

// The bars of all pairs that are selected are marked; none is the chosen one.
void TimingViews::choosePair()
{
    std::vector<std::size_t> rows;
    for (const auto& index : m_pairTable->selectionModel()->selectedRows()) {
        const auto& line = m_pairs.lineAt(m_sortedPairs->lineOf(index));
        rows.insert(rows.end(), {line.a, line.b});
    }
    m_row.reset();
    m_isChoosing = true;
    chooseLine(*m_table, -1);
    m_bars->chooseRow({});
    m_compare->chooseRow({});
    m_isChoosing = false;
    m_bars->lightRows(std::move(rows));
}

const charts::Chart& TimingViews::shownChart()
{
    const auto& page = currentPage();
    if (const auto* chart = page.inUse ? page.inUse() : page.chart; chart != nullptr)
        return *chart;
    m_bars->setBars(m_told.bars);
    return *m_bars;
}

ComparedSessions TimingViews::comparedSessions() const
{
    return m_compare->sessions();
}

void TimingViews::setSources()
{
    if (m_timings.shown() == nullptr || !m_work->work())
        return;
    for (int at = 0; at < m_pages->count(); ++at) {
        auto* page = m_pages->widget(at);
        auto all = page->findChildren<charts::Chart*>();
        if (auto* chart = qobject_cast<charts::Chart*>(page))
            all << chart;
        for (auto* chart : all)
            setSource(*chart, m_shown[static_cast<std::size_t>(at)].source());
    }
}

void TimingViews::setSource(charts::Chart& chart, Source source)
{
    const auto& shown = *m_timings.shown();
    const auto work = *m_work->work();
    if (source == Source::own)
        return;
    if (source == Source::tensor)
        return chart.setSource(shownName(qt(work.tensor)), {});
    const auto subject = source == Source::operation
                             ? qt(work.op)
                             : tr("%1 for tensor %2").arg(qt(work.op), shownName(qt(work.tensor)));
    // Session, processor and the time of day: a picture is read without the window.
    const auto& session = *shown.session;
    chart.setSource(subject, tr("%1. Measured on %2 (%n thread(s)), %3.", nullptr, session.machine.threads)
                                 .arg(shown.title, qt(session.machine.processor), qt(session.takenAt)));
}

} // namespace tscope

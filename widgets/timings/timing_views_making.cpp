// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_views.h"

#include "charts/bars_chart.h"
#include "charts/block_map_chart.h"
#include "charts/break_even_chart.h"
#include "charts/changes_chart.h"
#include "charts/densities_chart.h"
#include "charts/multiples_chart.h"
#include "charts/roofline_chart.h"
#include "charts/row_lengths_chart.h"
#include "charts/sample_series_chart.h"
#include "charts/scaling_chart.h"
#include "jobs/jobs.h"
#include "models/sorted_lines.h"
#include "panels/fitted_columns.h"
#include "panels/frozen_columns.h"
#include "panels/reading_table.h"
#include "panels/table_copying.h"
#include "timings/baseline_choice.h"
#include "timings/block_page.h"
#include "timings/compare_page.h"
#include "timings/measure_page.h"
#include "timings/roofline_page.h"
#include "timings/row_page.h"
#include "timings/work_choice.h"
#include "views/flow_layout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>

namespace tscope {

QWidget* TimingViews::makeVerdicts()
{
    m_pairTable = readingTable(*m_sortedPairs, "timing pairs", tr("Pairs of forms"), PairLine::reasonColumn);
    makeSortable(*m_pairTable);
    makeCopyable(*m_pairTable);
    new FittedColumns(*m_pairTable, PairLine::reasonColumn);
    connect(m_pairTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isChoosing)
            choosePair();
    });
    m_notes = new QPlainTextEdit;
    m_notes->setObjectName(QStringLiteral("timing notes"));
    m_notes->setAccessibleName(tr("Notes on the measurement"));
    m_notes->setReadOnly(true);
    m_notes->setTabChangesFocus(true);
    auto* split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    split->addWidget(m_pairTable);
    split->addWidget(m_notes);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    for (auto* each : std::initializer_list<QWidget*>{m_pairTable, m_notes})
        each->setMinimumHeight(3 * fontMetrics().lineSpacing());
    return split;
}

QLayout* TimingViews::makeChoices()
{
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("timing pages"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_work = new WorkChoice;
    m_time = new QComboBox;
    m_time->setObjectName(QStringLiteral("kind of time"));
    m_time->setAccessibleName(tr("Kind of time"));
    for (const auto time : charts::allTimes)
        m_time->addItem(charts::titleOf(time), static_cast<int>(time));
    m_baseline = new BaselineChoice;
    m_log = new QCheckBox(tr("Logarithmic"));
    m_log->setObjectName(QStringLiteral("logarithmic"));
    m_sessions = new QComboBox;
    m_sessions->setObjectName(QStringLiteral("timing sessions"));
    m_sessions->setAccessibleName(tr("Session"));
    m_sessions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sessions->setMinimumContentsLength(16);
    connect(m_work, &WorkChoice::chosen, this, [this] {
        m_isWorkNew = true;
        m_workBefore.reset();
        choose({});
        ask();
    });
    connect(m_time, &QComboBox::currentIndexChanged, this, &TimingViews::ask);
    connect(m_baseline, &BaselineChoice::chosen, this, &TimingViews::ask);
    connect(m_sessions, &QComboBox::activated, this, [this](int at) {
        m_row.reset(); // of another one
        m_timings.show(at);
    });
    connect(m_log, &QCheckBox::clicked, this, [this](bool isLog) {
        if (currentPage().chart != nullptr)
            currentPage().chart->setLog(isLog);
    });
    auto* row = new FlowLayout;
    for (auto* each : std::initializer_list<QWidget*>{m_tabs, m_work, m_time, m_baseline, m_log, m_sessions})
        row->addWidget(each);
    return row;
}

void TimingViews::makePages(Workspace& workspace, Calls& calls, Selection& selection)
{
    m_pages = new QStackedWidget;
    m_table = readingTable(*m_sorted, "timing table", tr("Times"), TimingLine::checkedColumn);
    constexpr int widest = 40; // characters: the tool tip has the rest
    // Shares of the limit are long texts: at the end they would be cut by the edge of the panel.
    auto& header = *m_table->horizontalHeader();
    header.moveSection(header.visualIndex(TimingLine::shareColumn),
                       header.visualIndex(TimingLine::timeColumn) + 1);
    // They decide on a conversion, so they come before further times. Why there is no time comes last: it is long,
    // most lines have none, and the tool tip has it.
    for (const auto column : {TimingLine::paysColumn, TimingLine::conversionColumn})
        header.moveSection(header.visualIndex(column), header.visualIndex(TimingLine::ratioColumn) + 1);
    m_table->horizontalHeader()->setMaximumSectionSize(widest * fontMetrics().averageCharWidth());
    makeSortable(*m_table);
    makeCopyable(*m_table);
    m_frozen = new FrozenColumns(*m_table, TimingLine::formColumn);
    addPage(tr("Table"), m_table, {});
    m_bars = new charts::BarsChart;
    addPage(tr("Bars"), m_bars, {m_bars, true, [this] {
                                     m_bars->setBars(m_told.bars);
                                     m_bars->chooseRow(m_row);
                                 }});
    auto* rooflinePage = new RooflinePage(m_timings);
    auto* roofline = rooflinePage->chart();
    addPage(tr("Roofline"), rooflinePage, {roofline, true, [=, this] { roofline->setRoofline(m_told.roofline); }});
    auto* breakEven = new charts::BreakEvenChart;
    addPage(tr("Break-even"), breakEven,
            {breakEven, true, [=, this] { breakEven->setBreakEven(m_told.breakEven); }});
    auto* densities = new charts::DensitiesChart;
    auto* densityPage = new MeasurePage(workspace, calls, m_jobs, m_timings, densities, withDensities());
    addPage(tr("Density"), densityPage, {densities, true, [=, this] {
                                             densities->setDensities(m_told.densities);
                                             densityPage->setSentences(m_told.densities.sentences);
                                             densityPage->setWork(workOfPattern());
                                         }});
    auto* scaling = new charts::ScalingChart;
    auto* threadsPage = new MeasurePage(workspace, calls, m_jobs, m_timings, scaling, withThreads());
    addPage(tr("Threads"), threadsPage, {scaling, true, [=, this] {
                                             scaling->setScaling(m_told.scaling);
                                             threadsPage->setSentences(m_told.scaling.sentences);
                                             threadsPage->setWork(m_work->work());
                                         }});
    auto* columns = new charts::ScalingChart(charts::Scaling::Over::columns);
    auto* columnsPage = new MeasurePage(workspace, calls, m_jobs, m_timings, columns, withColumns());
    addPage(tr("Columns k"), columnsPage, {columns, true, [=, this] {
                                               columns->setScaling(m_told.columns);
                                               columnsPage->setSentences(columnSentences());
                                               columnsPage->setWork(m_work->work());
                                           }});
    m_columnsPage = m_pages->indexOf(columnsPage);
    auto* multiples = new charts::MultiplesChart;
    auto* scrolled = new QScrollArea;
    scrolled->setWidget(multiples);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    addPage(tr("Tensors"), scrolled,
            {multiples,
             true,
             [=, this] { multiples->setMultiples(m_told.multiples); },
             {},
             [] { return Source::operation; }});
    auto* blocks = new BlockPage(workspace, calls, m_jobs, m_timings);
    addPage(tr("Block sizes"), blocks,
            {blocks->chart(),
             true,
             [=, this] { blocks->setMap(m_told.blocks, m_told.answer.op); },
             {},
             [this] { return m_told.blocks.measured.empty() ? Source::tensor : Source::work; }});
    auto* samples = new charts::SampleSeriesChart;
    addPage(tr("Samples"), samples, {samples, true, [=, this] { samples->setSeries(m_told.samples); }});
    auto* rows = new RowPage(workspace, m_jobs, selection);
    addPage(tr("Rows"), rows,
            {rows->lengths(), true, [=, this] { rows->setRows(m_told.rows); }, [=] { return rows->chartInUse(); },
             [] { return Source::tensor; }});
    m_compare = new ComparePage(m_jobs, m_timings);
    addPage(tr("Compare"), m_compare, {m_compare->chart(), false, {}, {}, [] { return Source::own; }});
    connect(m_compare, &ComparePage::rowChosen, this, [this](std::size_t row) { choose(row); });
    for (const auto& page : m_shown)
        if (page.chart != nullptr)
            connect(page.chart, &charts::Chart::variantChosen, this, [this](std::size_t row) { choose(row); });
    for (const auto& page : m_shown)
        if (page.chart != nullptr) // which may take another scale for other numbers
            connect(page.chart, &charts::Chart::logChanged, this, [this, chart = page.chart](bool isLog) {
                if (currentPage().chart == chart)
                    m_log->setChecked(isLog);
            });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& line) {
                if (line.isValid() && !m_isChoosing)
                    choose(m_model.rowAt(m_sorted->lineOf(line)));
            });
    connect(m_tabs, &QTabBar::currentChanged, this, [this] {
        showPage();
        // Verdicts are of one of the two sessions that are compared, and take the room of both.
        m_split->widget(1)->setVisible(m_pages->currentWidget() != m_compare);
        if (leaveColumns() || preferColumns()) {
            choose({});
            ask();
        }
    });
    showPage();
}

void TimingViews::addPage(const QString& title, QWidget* widget, Page page)
{
    m_shown.push_back(std::move(page));
    m_pages->addWidget(widget);
    m_tabs->addTab(title);
}

} // namespace tscope

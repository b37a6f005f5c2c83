// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timing_model.h"
#include "timings/timing_pages.h"
#include "timings/timings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace tscope {

namespace charts {
class BarsChart;
class BreakEvenChart;
class Chart;
class RooflineChart;
class SampleSeriesChart;
} // namespace charts

class BlockPage;
class Calls;
class RowPage;
class Selection;

// The session that is shown: as a table and as charts, of which one is seen, and its verdicts in words. A row that
// is chosen in one of them is chosen in all.
class TimingViews : public QWidget
{
    Q_OBJECT

public:
    TimingViews(Workspace& workspace, Jobs& jobs, Calls& calls, Timings& timings, Selection& selection,
                QWidget* parent = nullptr);

    // A picture of the chart that is seen; of the bars where that is the table.
    Result<void> savePicture(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLayout* makeChoices();
    void makePages(BlockPage* blocks);
    void addPage(const QString& title, QWidget* page, charts::Chart* chart);
    void listWorks();
    void listSessions();
    void refresh();
    void ask();
    void show(TimingPages pages);
    void showPage();
    void choose(std::optional<std::size_t> row); // of the session

    Jobs& m_jobs;
    Timings& m_timings;
    TimingModel m_model;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QSplitter* m_split;
    QComboBox* m_sessions;
    QComboBox* m_work;
    QComboBox* m_time;
    QCheckBox* m_log;
    QTableView* m_table;
    charts::BarsChart* m_bars;
    charts::RooflineChart* m_roofline;
    charts::BreakEvenChart* m_breakEven;
    BlockPage* m_blocks;
    charts::SampleSeriesChart* m_samples;
    RowPage* m_rows;
    QPlainTextEdit* m_verdicts;
    TimingPages m_told;
    std::vector<charts::Chart*> m_charts;      // of each page; null: it has none
    std::vector<TimedWork> m_works;            // in the order of the choice
    std::optional<std::size_t> m_row;          // that is chosen
    bool m_isAsked = false, m_isStale = false; // what is shown is being made; and will be old by then
    bool m_isChoosing = false;
    bool m_isDivided = false; // the room between what is shown and the verdicts
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/pairs_model.h"
#include "models/timing_model.h"
#include "timings/timing_pages.h"
#include "timings/timings.h"

#include <QWidget>

#include <functional>

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
class Chart;
} // namespace charts

class BaselineChoice;
class Calls;
class ComparePage;
class FrozenColumns;
class HeadlineBar;
class Selection;
class SortedLines;
class WorkChoice;

// The session that is shown: its answer first, then a table and charts, of which one is seen, and its verdicts in
// pairs. A row that is chosen in one of them is chosen in all.
class TimingViews : public QWidget
{
    Q_OBJECT

public:
    TimingViews(Workspace& workspace, Jobs& jobs, Calls& calls, Timings& timings, Selection& selection,
                QWidget* parent = nullptr);

    // The chart that is seen, or the bars where that is the table.
    const charts::Chart& shownChart();
    ComparedSessions comparedSessions() const; // of the comparison, while that is seen

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // The subject of a page's charts: the work that is chosen, its operation on all tensors, the tensor alone, of
    // which nothing is measured, or something that the page says itself.
    enum class Source : std::uint8_t { work, operation, tensor, own };
    struct Page {
        charts::Chart* chart = nullptr; // null: it has none
        bool hasScales = false;         // that may be logarithmic or not
        std::function<void()> fill = {};
        std::function<charts::Chart*()> inUse = {}; // of several charts the one that is written
        std::function<Source()> source = [] { return Source::work; };
    };

    QLayout* makeChoices();
    std::optional<TimedWork> workOfPattern() const;
    std::optional<TimedWork> workWithColumns() const; // of the same tensor, where the one that is shown has none
    bool preferColumns();                             // on their page; whether another work is shown now
    bool leaveColumns();                              // brings back the work that was shown before their page
    QStringList columnSentences() const;
    void makePages(Workspace& workspace, Calls& calls, Selection& selection);
    void addPage(const QString& title, QWidget* widget, Page page);
    const Page& currentPage() const;
    void divide(); // the room between what is shown and the verdicts
    void listSessions();
    void refresh();
    void ask();
    void show(TimingPages pages);
    void showPage();
    void setSources(); // of the pictures of all charts
    void setSource(charts::Chart& chart, Source source);
    void scrollToWork(); // its first line in the table
    QWidget* makeVerdicts();
    void choose(std::optional<std::size_t> row); // of the session
    void setPairs(const PairLines& pairs);
    void choosePair(); // that is selected in the table of pairs
    void markPairs();  // of the row that is chosen

    Jobs& m_jobs;
    Timings& m_timings;
    TimingModel m_model;
    SortedLines* m_sorted; // the same, in the order of a column
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QSplitter* m_split;
    QComboBox* m_sessions;
    WorkChoice* m_work;
    QComboBox* m_time;
    BaselineChoice* m_baseline;
    QCheckBox* m_log;
    QTableView* m_table;
    FrozenColumns* m_frozen; // its columns that name the rows
    charts::BarsChart* m_bars;
    ComparePage* m_compare;
    int m_columnsPage = -1;
    std::optional<TimedWork> m_workBefore; // the page of columns chose another one
    bool m_isListNew = false;              // another session came
    bool m_isWorkNew = false;              // the user chose another operation
    HeadlineBar* m_headline;
    PairsModel m_pairs;
    SortedLines* m_sortedPairs;
    QTableView* m_pairTable;
    QPlainTextEdit* m_notes;
    TimingPages m_told;
    std::vector<Page> m_shown;                 // in the order of the tabs
    std::optional<std::size_t> m_row;          // that is chosen
    bool m_isAsked = false, m_isStale = false; // what is shown is being made; and will be old by then
    bool m_isChoosing = false;
    bool m_isDivided = false; // the room between what is shown and the verdicts
};

} // namespace tscope

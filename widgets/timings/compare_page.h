// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/changes_model.h"
#include "timings/timings.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QTableView;

namespace tscope {

namespace charts {
class ChangesChart;
}

class LimitedLabel;
class SortedLines;

// What two sessions say of each other.
struct Comparison {
    charts::Changes changes;
    ChangeLines lines; // never null
    QString whyNot;    // there is nothing to compare; empty: there is
};
// Takes medians of all samples: work for a job.
Comparison comparisonOf(const timing::Session& before, const timing::Session& after);

// The session that is shown, held against another one: a table of all cells, and a chart of those that have a time
// in both.
class ComparePage : public QWidget
{
    Q_OBJECT

public:
    ComparePage(Jobs& jobs, Timings& timings, QWidget* parent = nullptr);

    charts::ChangesChart* chart() const { return m_chart; }
    ComparedSessions sessions() const;              // none while the page is not seen, or there are not two
    void chooseRow(std::optional<std::size_t> row); // of the session that is shown; nothing: none is chosen

Q_SIGNALS:
    void rowChosen(std::size_t row); // of the session that is shown, by the user

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Other {
        int at = -1; // in the list of sessions
        QString title;
        bool hasSameTensor = false; // as the session that is shown
        bool operator==(const Other&) const = default;
    };
    struct Pair {
        TimingSessionPtr before, after;           // null: there are not two
        charts::Side shown = charts::Side::after; // where the session that is shown stands
        QString titleBefore, titleAfter;
        bool operator==(const Pair&) const = default;
    };

    void makeTable();
    void refresh();
    void listOthers();
    Pair chosenPair() const;
    void swap();
    void ask();
    void show(const Pair& pair, Comparison comparison);
    void markRow();

    Jobs& m_jobs;
    Timings& m_timings;
    ChangesModel m_model;
    SortedLines* m_sorted;
    QLabel* m_hint; // what is to be done first
    QWidget* m_body;
    QComboBox* m_against;
    QPushButton* m_swap;
    LimitedLabel* m_order; // which session is before and which after
    LimitedLabel* m_heading;
    QSplitter* m_split;
    QTableView* m_table;
    charts::ChangesChart* m_chart;
    std::vector<Other> m_others; // in the order of the choice
    Pair m_shown;                // what is told of
    std::optional<std::size_t> m_row;
    bool m_isAsked = false, m_isStale = false; // a comparison is being made; and will be old by then
    bool m_isMarking = false;
    bool m_isOtherChosen = false;                 // by the user
    std::optional<std::pair<int, int>> m_swapped; // the places in the list of two whose order the user turned
    bool m_isDivided = false;                     // the room between table and chart
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/matrix_part.h"
#include "timings/timed_rows.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSplitter;

namespace tscope {

namespace charts {
class Chart;
class CostMapChart;
class RowLengthsChart;
} // namespace charts

class Jobs;
class Selection;
class Workspace;

// How the entries of a tensor that was measured are spread over its rows, and where in it the bytes of a form lie.
// A part of the matrix that is chosen, or the first row of some length, is selected in the tensor, wherever that
// is seen.
class RowPage : public QWidget
{
    Q_OBJECT

public:
    RowPage(Workspace& workspace, Jobs& jobs, Selection& selection, QWidget* parent = nullptr);

    void setRows(TimedRows rows);
    charts::RowLengthsChart* lengths() const { return m_lengths; }
    charts::CostMapChart* costs() const { return m_costs; }
    charts::Chart* chartInUse() const { return m_inUse; } // the one that had the focus last

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeCosts();
    void showMap();
    void selectTile(const charts::CostTile& tile);
    void selectRow(std::int64_t row); // of all that the spread counts
    void select(const MatrixPart& part);
    void tell(const std::optional<PartPlaces>& found);

    Workspace& m_workspace;
    Jobs& m_jobs;
    Selection& m_selection;
    TimedRows m_rows;
    std::optional<timing::Variant> m_followed; // the form of the row that was chosen last
    QSplitter* m_split;
    charts::RowLengthsChart* m_lengths;
    charts::CostMapChart* m_costs;
    charts::Chart* m_inUse;
    QComboBox* m_forms;
    QComboBox* m_measure;
    QLabel* m_state;
};

} // namespace tscope

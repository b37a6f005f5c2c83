// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/scaling.h"
#include "timings/timing_pages.h"

#include <QWidget>

#include <optional>
#include <vector>

class QPushButton;

namespace tscope {

namespace charts {
class ScalingChart;
}
class Timings;
class Workspace;

// The numbers of threads that are worth measuring: 1, 2, 4 and so on, and all.
std::vector<int> threadChoices();

// What more threads bring, and the button that measures it.
class ThreadsPage : public QWidget
{
    Q_OBJECT

public:
    ThreadsPage(Workspace& workspace, Timings& timings, QWidget* parent = nullptr);

    charts::ScalingChart* chart() const { return m_chart; }
    void show(charts::Scaling scaling, const std::optional<TimedWork>& work);

private:
    void enableMeasure();
    void measure();

    Workspace& m_workspace;
    Timings& m_timings;
    charts::ScalingChart* m_chart;
    QPushButton* m_measure;
    std::optional<TimedWork> m_work;
};

} // namespace tscope

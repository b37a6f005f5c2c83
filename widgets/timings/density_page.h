// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/densities.h"
#include "timings/timing_pages.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace tscope {

namespace charts {
class DensitiesChart;
}

class Timings;
class Workspace;

// How the forms of a tensor would fare if it had fewer or more entries; what is not known yet can be measured.
class DensityPage : public QWidget
{
    Q_OBJECT

public:
    DensityPage(Workspace& workspace, Timings& timings, QWidget* parent = nullptr);

    // `work`: that the session is looked at for; nothing: none is shown.
    void show(charts::Densities densities, const std::optional<TimedWork>& work);
    charts::DensitiesChart* chart() const { return m_chart; }

private:
    void enableMeasure();
    void measure();

    Workspace& m_workspace;
    Timings& m_timings;
    charts::DensitiesChart* m_chart;
    QPushButton* m_measure;
    std::optional<TimedWork> m_work;
};

} // namespace tscope

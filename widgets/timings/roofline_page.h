// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace tscope {

namespace charts {
class RooflineChart;
}

class Timings;

// The roofline, and a button that has the limits in it measured again: other programs may have slowed them down.
class RooflinePage : public QWidget
{
    Q_OBJECT

public:
    explicit RooflinePage(Timings& timings, QWidget* parent = nullptr);

    charts::RooflineChart* chart() const { return m_chart; }

private:
    void enableMeasure();

    Timings& m_timings;
    QPushButton* m_measure;
    charts::RooflineChart* m_chart;
};

} // namespace tscope

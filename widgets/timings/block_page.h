// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/block_map.h"
#include "timings/asked_measurement.h"

#include <QWidget>

#include <array>
#include <optional>
#include <string>

class QLabel;
class QPushButton;

namespace tscope {

namespace charts {
class BlockMapChart;
}

class Calls;
class Jobs;
class Timings;
class Workspace;

// What a tensor that was measured takes in blocks of each size. A size that is chosen can be measured, and the
// tensor converted to it.
class BlockPage : public QWidget
{
    Q_OBJECT

public:
    BlockPage(Workspace& workspace, Calls& calls, Jobs& jobs, Timings& timings, QWidget* parent = nullptr);

    void setMap(charts::BlockMap map, const std::string& op); // that is shown, and would be measured
    charts::BlockMapChart* chart() const { return m_chart; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    TimingChoices choices() const; // of what the button measures
    void choose(std::int64_t rows, std::int64_t columns);
    void enableButtons();
    void convert();
    void measure();

    Workspace& m_workspace;
    Calls& m_calls;
    Timings& m_timings;
    charts::BlockMapChart* m_chart;
    QLabel* m_sentence;
    QPushButton* m_convert;
    QPushButton* m_measure;
    AskedMeasurement m_asked;
    std::string m_tensor, m_op;
    std::optional<std::array<std::int64_t, 2>> m_block; // that is chosen
};

} // namespace tscope

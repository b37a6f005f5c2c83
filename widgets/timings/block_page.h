// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/block_map.h"

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
class Workspace;

// What a tensor that was measured takes in blocks of each size; a size that is chosen is offered as a conversion.
class BlockPage : public QWidget
{
    Q_OBJECT

public:
    BlockPage(Workspace& workspace, Calls& calls, QWidget* parent = nullptr);

    void setMap(charts::BlockMap map);
    charts::BlockMapChart* chart() const { return m_chart; }

private:
    void enableConvert();
    void convert();

    Workspace& m_workspace;
    Calls& m_calls;
    charts::BlockMapChart* m_chart;
    QLabel* m_sentence;
    QPushButton* m_convert;
    std::string m_tensor;
    std::optional<std::array<std::int64_t, 2>> m_block; // that is chosen
};

} // namespace tscope

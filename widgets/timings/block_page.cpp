// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/block_page.h"

#include "calls/calls.h"
#include "charts/block_map_chart.h"
#include "layouts/registry.h"
#include "panels/reading_table.h"
#include "timings/said.h"
#include "views/flow_layout.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

BlockPage::BlockPage(Workspace& workspace, Calls& calls, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_calls(calls), m_chart(new charts::BlockMapChart)
{
    m_convert = new QPushButton(tr("Convert to the selected block size"));
    m_convert->setObjectName(QStringLiteral("convert to block"));
    auto* measure = new QComboBox;
    measure->setObjectName(QStringLiteral("block measure"));
    measure->setAccessibleName(tr("Meaning of the colours"));
    for (const auto each : charts::allBlockMeasures)
        measure->addItem(charts::titleOf(each), static_cast<int>(each));
    connect(measure, &QComboBox::currentIndexChanged, this, [this, measure] {
        m_chart->setMeasure(static_cast<charts::BlockMeasure>(measure->currentData().toInt()));
    });
    connect(m_chart, &charts::BlockMapChart::blockChosen, this, [this](std::int64_t rows, std::int64_t columns) {
        m_block = std::array{rows, columns};
        m_convert->setText(tr("Convert to bsr %1x%2").arg(rows).arg(columns));
        enableConvert();
    });
    connect(m_convert, &QPushButton::clicked, this, &BlockPage::convert);
    connect(&m_workspace, &Workspace::currentChanged, this, &BlockPage::enableConvert);
    connect(&m_calls, &Calls::runningChanged, this, &BlockPage::enableConvert);
    m_sentence = wrappedLabel("block sentence");
    auto* row = new FlowLayout;
    row->addWidget(measure);
    row->addWidget(m_convert);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_sentence);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    enableConvert();
}

void BlockPage::setMap(charts::BlockMap map)
{
    m_tensor = map.tensor;
    m_sentence->setText(map.sentence ? said(*map.sentence) : QString());
    m_sentence->setVisible(map.sentence.has_value());
    m_chart->setMap(std::move(map));
    enableConvert();
}

// It is the current tensor that is converted: that has to be the one that was measured.
void BlockPage::enableConvert()
{
    const auto* subject = m_workspace.currentSubject();
    const bool isMeasured = subject != nullptr && subject->title().toStdString() == m_tensor;
    m_convert->setEnabled(m_block && isMeasured && !m_calls.isRunning());
    m_convert->setToolTip(isMeasured ? QString() : tr("The tensor that was measured is not the current one"));
}

void BlockPage::convert()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || m_calls.isRunning())
        return;
    ConvertRequest request;
    request.layout = layoutNamed("bsr");
    request.block = m_block;
    m_calls.convert(*subject, request);
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/block_page.h"

#include "calls/calls.h"
#include "charts/block_map_chart.h"
#include "layouts/registry.h"
#include "panels/reading_table.h"
#include "timings/measure_page.h"
#include "timings/said.h"
#include "timings/timings.h"
#include "views/flow_layout.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

std::string sizeText(const std::array<std::int64_t, 2>& block)
{
    return std::to_string(block[0]) + 'x' + std::to_string(block[1]);
}

} // namespace

BlockPage::BlockPage(Workspace& workspace, Calls& calls, Jobs& jobs, Timings& timings, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_calls(calls), m_timings(timings),
      m_chart(new charts::BlockMapChart), m_convert(new QPushButton), m_measure(new QPushButton),
      m_asked(calls, jobs, *this, [this] { measure(); })
{
    m_convert->setObjectName(QStringLiteral("convert to block"));
    m_measure->setObjectName(QStringLiteral("measure block"));
    auto* meaning = new QComboBox;
    meaning->setObjectName(QStringLiteral("block measure"));
    meaning->setAccessibleName(tr("Meaning of the colours"));
    for (const auto each : charts::allBlockMeasures)
        meaning->addItem(charts::titleOf(each), static_cast<int>(each));
    connect(meaning, &QComboBox::currentIndexChanged, this, [this, meaning] {
        m_chart->setMeasure(static_cast<charts::BlockMeasure>(meaning->currentData().toInt()));
    });
    connect(m_chart, &charts::BlockMapChart::blockChosen, this, &BlockPage::choose);
    connect(m_convert, &QPushButton::clicked, this, &BlockPage::convert);
    connect(m_measure, &QPushButton::clicked, this, [this] { m_asked.press(m_measure->text()); });
    connect(&m_asked, &AskedMeasurement::foreseenChanged, this, &BlockPage::enableButtons);
    connect(&m_timings, &Timings::choicesChanged, this, &BlockPage::enableButtons);
    connect(&m_workspace, &Workspace::currentChanged, this, &BlockPage::enableButtons);
    connect(&m_calls, &Calls::runningChanged, this, &BlockPage::enableButtons);
    connect(&m_timings, &Timings::runningChanged, this, &BlockPage::enableButtons);
    m_sentence = wrappedLabel("block sentence");
    auto* row = new FlowLayout;
    row->addWidget(meaning);
    row->addWidget(m_measure);
    row->addWidget(m_convert);
    row->addWidget(m_asked.note());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_sentence);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    enableButtons();
}

void BlockPage::setMap(charts::BlockMap map, const std::string& op)
{
    m_tensor = map.tensor;
    m_op = op;
    if (m_block && std::ranges::max(*m_block) > map.side) // it was chosen in a larger one
        m_block.reset();
    QStringList sentences;
    if (map.sentence)
        sentences << said(*map.sentence);
    if (!map.areAllWhole())
        sentences << tr("Small squares: the size does not divide %1 rows and %2 columns, so that the tensor would "
                        "have to be padded first.")
                         .arg(map.sides.rows)
                         .arg(map.sides.columns);
    if (!map.measured.empty())
        sentences << tr("Diamond: measured. Point at it to see the measured time beside the modelled one.");
    m_sentence->setText(sentences.join(QLatin1Char(' ')));
    m_sentence->setVisible(!sentences.isEmpty());
    m_chart->setMap(std::move(map));
    enableButtons();
}

void BlockPage::choose(std::int64_t rows, std::int64_t columns)
{
    m_block = std::array{rows, columns};
    enableButtons();
}

// It is the current tensor that is measured and converted: that has to be the one whose map is shown.
void BlockPage::enableButtons()
{
    m_convert->setText(m_block ? tr("Convert to bsr %1x%2").arg((*m_block)[0]).arg((*m_block)[1])
                               : tr("Convert to the selected block size"));
    m_measure->setText(m_block ? tr("Measure bsr %1x%2").arg((*m_block)[0]).arg((*m_block)[1])
                               : tr("Measure the selected block size"));
    const auto* subject = measuredSubject(m_workspace, m_tensor);
    const auto why = !m_block             ? tr("Choose a block size in the chart first.")
                     : subject == nullptr ? whyNotMeasured()
                                          : m_chart->map().whyNot((*m_block)[0], (*m_block)[1]);
    m_convert->setEnabled(why.isEmpty() && !m_calls.isRunning());
    m_convert->setToolTip(why);
    m_measure->setEnabled(why.isEmpty() && !m_timings.isRunning());
    if (m_measure->isEnabled() && isVisible())
        m_asked.foresee(*subject, choices());
    else
        m_asked.forget();
    QStringList does{tr("The operation in these blocks and in the form as given"), m_asked.text()};
    does.removeAll(QString());
    m_measure->setToolTip(why.isEmpty() ? does.join(QLatin1Char('\n')) : why);
}

void BlockPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    enableButtons();
}

void BlockPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_asked.forget();
}

void BlockPage::convert()
{
    const auto* subject = measuredSubject(m_workspace, m_tensor);
    if (subject == nullptr || !m_block || m_calls.isRunning())
        return;
    ConvertRequest request;
    request.layout = layoutNamed("bsr");
    request.block = m_block;
    m_calls.convert(*subject, request);
}

void BlockPage::measure()
{
    const auto* subject = measuredSubject(m_workspace, m_tensor);
    if (subject == nullptr || !m_block || m_timings.isRunning())
        return;
    m_timings.measure({*subject}, choices());
}

// Precondition: a block is chosen.
TimingChoices BlockPage::choices() const
{
    auto out = m_timings.choices();
    out.ops = {m_op};
    out.layouts = {"bsr"};
    out.blocks = {sizeText(*m_block)};
    return out;
}

} // namespace tscope

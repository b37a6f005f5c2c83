// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/density_page.h"

#include "charts/densities_chart.h"
#include "timings/timings.h"
#include "views/flow_layout.h"
#include "workspace/workspace.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

DensityPage::DensityPage(Workspace& workspace, Timings& timings, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_timings(timings), m_chart(new charts::DensitiesChart)
{
    m_measure = new QPushButton(tr("Measure with fewer and more entries"));
    m_measure->setObjectName(QStringLiteral("measure densities"));
    connect(m_measure, &QPushButton::clicked, this, &DensityPage::measure);
    connect(&m_workspace, &Workspace::currentChanged, this, &DensityPage::enableMeasure);
    connect(&m_timings, &Timings::runningChanged, this, &DensityPage::enableMeasure);
    auto* row = new FlowLayout;
    row->addWidget(m_measure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    enableMeasure();
}

void DensityPage::show(charts::Densities densities, const std::optional<TimedWork>& work)
{
    m_work = work;
    m_chart->setDensities(std::move(densities));
    enableMeasure();
}

// It is the current tensor that is measured: that has to be the one whose session is shown.
void DensityPage::enableMeasure()
{
    const auto* subject = m_workspace.currentSubject();
    const auto& pattern = m_chart->densities().pattern;
    const bool isMeasured = subject != nullptr && m_work &&
                            subject->title().toStdString() == (pattern.empty() ? m_work->tensor : pattern);
    m_measure->setEnabled(isMeasured && !m_timings.isRunning());
    m_measure->setToolTip(isMeasured
                              ? tr("The pattern of the tensor with a sixteenth, a quarter, 4 and 16 times its "
                                   "entries, in all of its forms")
                              : tr("The tensor that was measured is not the current one"));
}

void DensityPage::measure()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !m_work || m_timings.isRunning())
        return;
    auto choices = m_timings.choices();
    choices.ops = {m_work->op};
    choices.densities = {1.0 / 16, 1.0 / 4, 4, 16};
    m_timings.measure({*subject}, choices);
}

} // namespace tscope

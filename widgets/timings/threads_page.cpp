// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/threads_page.h"

#include "base/thread_pool.h"
#include "charts/scaling_chart.h"
#include "timings/timings.h"
#include "views/flow_layout.h"
#include "workspace/workspace.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

std::vector<int> threadChoices()
{
    std::vector<int> out;
    for (int threads = 1; threads < threadCount(); threads *= 2)
        out.push_back(threads);
    out.push_back(threadCount());
    return out;
}

ThreadsPage::ThreadsPage(Workspace& workspace, Timings& timings, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_timings(timings), m_chart(new charts::ScalingChart)
{
    m_measure = new QPushButton(tr("Measure with 1 to %n thread(s)", nullptr, threadCount()));
    m_measure->setObjectName(QStringLiteral("measure threads"));
    connect(m_measure, &QPushButton::clicked, this, &ThreadsPage::measure);
    connect(&m_workspace, &Workspace::currentChanged, this, &ThreadsPage::enableMeasure);
    connect(&m_timings, &Timings::runningChanged, this, &ThreadsPage::enableMeasure);
    auto* row = new FlowLayout;
    row->addWidget(m_measure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    enableMeasure();
}

void ThreadsPage::show(charts::Scaling scaling, const std::optional<TimedWork>& work)
{
    m_work = work;
    m_chart->setScaling(std::move(scaling));
    enableMeasure();
}

// It is the current tensor that is measured: that has to be the one whose session is shown.
void ThreadsPage::enableMeasure()
{
    const auto* subject = m_workspace.currentSubject();
    const bool areSeveral = threadCount() > 1;
    const bool isMeasured = subject != nullptr && m_work && subject->title().toStdString() == m_work->tensor;
    m_measure->setEnabled(areSeveral && isMeasured && !m_timings.isRunning());
    m_measure->setToolTip(!areSeveral  ? tr("This machine has one thread")
                          : isMeasured ? tr("The operation in all forms of the tensor, with ever more threads")
                                       : tr("The tensor that was measured is not the current one"));
}

void ThreadsPage::measure()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !m_work || m_timings.isRunning())
        return;
    auto choices = m_timings.choices();
    choices.ops = {m_work->op};
    choices.devices = {"cpu"};
    choices.threads = threadChoices();
    m_timings.measure({*subject}, choices);
}

} // namespace tscope

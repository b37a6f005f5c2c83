// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/roofline_page.h"

#include "charts/roofline_chart.h"
#include "timings/timings.h"
#include "views/flow_layout.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

RooflinePage::RooflinePage(Timings& timings, QWidget* parent)
    : QWidget(parent), m_timings(timings), m_measure(new QPushButton(tr("Measure the limits again"))),
      m_chart(new charts::RooflineChart)
{
    m_measure->setObjectName(QStringLiteral("measure limits"));
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_timings.whyLimitsStay().isEmpty())
            m_timings.measureLimits();
    });
    for (const auto changed : {&Timings::shownChanged, &Timings::runningChanged, &Timings::limitsChanged})
        connect(&m_timings, changed, this, &RooflinePage::enableMeasure);
    auto* row = new FlowLayout;
    row->addWidget(m_measure);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    enableMeasure();
}

void RooflinePage::enableMeasure()
{
    const auto why = m_timings.whyLimitsStay();
    m_measure->setEnabled(why.isEmpty());
    m_measure->setToolTip(why.isEmpty()
                              ? tr("The bandwidths and rates of each device of this session, a few seconds. "
                                   "The best of all measurements is the limit.")
                              : why);
}

} // namespace tscope

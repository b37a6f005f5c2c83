// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/measure_page.h"

#include "base/thread_pool.h"
#include "charts/chart.h"
#include "convert/target.h"
#include "panels/reading_table.h"
#include "timing/workload.h"
#include "views/flow_layout.h"
#include "workspace/workspace.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::MeasurePage)
};

} // namespace

std::vector<int> threadChoices()
{
    std::vector<int> out;
    for (int threads = 1; threads < threadCount(); threads *= 2)
        out.push_back(threads);
    out.push_back(threadCount());
    return out;
}

const Subject* measuredSubject(const Workspace& workspace, const std::string& tensor)
{
    const auto* subject = workspace.currentSubject();
    return subject != nullptr && subject->title().toStdString() == tensor ? subject : nullptr;
}

QString whyNotMeasured()
{
    return MeasureWords::tr("The tensor that was measured is not the current one");
}

FurtherMeasurement withThreads()
{
    return {QStringLiteral("measure threads"),
            MeasureWords::tr("Measure with 1 to %n thread(s)", nullptr, threadCount()),
            MeasureWords::tr("The operation in all forms of the tensor, with ever more threads"),
            threadCount() > 1 ? QString() : MeasureWords::tr("This machine has one thread"),
            [](TimingChoices& choices, const Subject&) {
                choices.devices = {"cpu"};
                choices.threads = threadChoices();
            }};
}

FurtherMeasurement withDensities()
{
    return {
        QStringLiteral("measure densities"),
        MeasureWords::tr("Measure with fewer and more entries"),
        MeasureWords::tr("The pattern of the tensor with a sixteenth, a quarter, 4 and 16 times its entries, all "
                         "operations of this session in all of its forms"),
        {},
        [](TimingChoices& choices, const Subject&) {
            choices.densities = {1.0 / 16, 1.0 / 4, 4, 16};
        },
        true};
}

FurtherMeasurement withColumns()
{
    return {QStringLiteral("measure columns"),
            MeasureWords::tr("Measure with k from 1 to 256"),
            MeasureWords::tr("The operation in all forms of the tensor, with 1, 4, 16, 64 and 256 columns of the "
                             "dense operand. Of an operation that has none, spmm or linear instead."),
            {},
            [](TimingChoices& choices, const Subject& subject) {
                auto kind = timing::workloadKindOf(choices.ops.front());
                if (timing::columnsIn(choices.ops.front()) == 0)
                    kind = isOfComponents(*subject.tensor->layout) ? "linear" : "spmm";
                choices.ops = {kind};
                choices.columns = {"1", "4", "16", "64", "256"};
            }};
}

MeasurePage::MeasurePage(Workspace& workspace, Calls& calls, Jobs& jobs, Timings& timings, charts::Chart* chart,
                         FurtherMeasurement further, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_timings(timings), m_further(std::move(further)),
      m_measure(new QPushButton(m_further.text)), m_asked(calls, jobs, *this, [this] { measure(); }),
      m_sentences(wrappedLabel("what the chart says"))
{
    m_measure->setObjectName(m_further.name);
    connect(m_measure, &QPushButton::clicked, this, [this] { m_asked.press(m_further.text); });
    connect(&m_asked, &AskedMeasurement::foreseenChanged, this, &MeasurePage::enableMeasure);
    connect(&m_timings, &Timings::choicesChanged, this, &MeasurePage::enableMeasure);
    connect(&m_workspace, &Workspace::currentChanged, this, &MeasurePage::enableMeasure);
    connect(&m_timings, &Timings::runningChanged, this, &MeasurePage::enableMeasure);
    auto* row = new FlowLayout;
    row->addWidget(m_measure);
    row->addWidget(m_asked.note());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_sentences);
    layout->addWidget(chart, 1);
    setSentences({});
    enableMeasure();
}

void MeasurePage::setSentences(const QStringList& sentences)
{
    m_sentences->setText(sentences.join(QLatin1Char('\n')));
    m_sentences->setVisible(!sentences.isEmpty());
}

void MeasurePage::setWork(const std::optional<TimedWork>& work)
{
    m_work = work;
    enableMeasure();
}

// It is the current tensor that is measured: that has to be the one whose session is shown.
void MeasurePage::enableMeasure()
{
    const bool isMeasured = m_work && measuredSubject(m_workspace, m_work->tensor) != nullptr;
    m_measure->setEnabled(m_further.whyNever.isEmpty() && isMeasured && !m_timings.isRunning());
    if (!m_measure->isEnabled() || !isVisible())
        m_asked.forget();
    else if (const auto* subject = measuredSubject(m_workspace, m_work->tensor); subject != nullptr)
        m_asked.foresee(*subject, choicesFor(*subject));
    QStringList does{m_further.does, m_asked.text()};
    does.removeAll(QString());
    m_measure->setToolTip(!m_further.whyNever.isEmpty() ? m_further.whyNever
                          : isMeasured                  ? does.join(QLatin1Char('\n'))
                                                        : whyNotMeasured());
}

void MeasurePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    enableMeasure();
}

void MeasurePage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_asked.forget();
}

void MeasurePage::measure()
{
    const auto* subject = m_work ? measuredSubject(m_workspace, m_work->tensor) : nullptr;
    if (subject == nullptr || m_timings.isRunning())
        return;
    m_timings.measure({*subject}, choicesFor(*subject));
}

TimingChoices MeasurePage::choicesFor(const Subject& subject) const
{
    auto choices = m_timings.choices();
    choices.ops = {m_work->op};
    if (const auto* shown = m_timings.shown(); m_further.isOfAllOps && shown != nullptr) {
        choices.ops.clear();
        for (const auto& work : timedWorksOf(*shown->session))
            if (work.tensor == m_work->tensor)
                choices.ops.push_back(work.op);
    }
    m_further.choose(choices, subject);
    return choices;
}

} // namespace tscope

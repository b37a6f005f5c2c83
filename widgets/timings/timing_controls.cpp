// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_controls.h"

#include "devices/devices.h"
#include "jobs/jobs.h"
#include "timings/foreseen.h"
#include "timings/said.h"
#include "timings/timing_form.h"
#include "views/limited_label.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace tscope {

namespace {

constexpr int progressSteps = 1000;
constexpr int stateLines = 2;
constexpr std::chrono::milliseconds betweenTicks{500}; // of the time that is left

} // namespace

TimingControls::TimingControls(Workspace& workspace, Jobs& jobs, Devices& devices, Timings& timings,
                               QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_jobs(jobs), m_devices(devices), m_timings(timings),
      m_form(new TimingForm(workspace, devices, timings)), m_row(new QHBoxLayout)
{
    makeButtons();
    m_row->addWidget(m_start);
    m_row->addWidget(m_stop);
    m_row->addWidget(m_progress);
    m_row->addWidget(m_state, 1, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(m_row);
    layout->addWidget(m_form);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // several changes at once are one
    connect(&m_soon, &QTimer::timeout, this, &TimingControls::estimate);
    m_tick.setInterval(betweenTicks);
    connect(&m_tick, &QTimer::timeout, this, &TimingControls::tellState);
    connect(m_start, &QPushButton::clicked, this, &TimingControls::start);
    connect(m_stop, &QPushButton::clicked, &m_timings, &Timings::stop);
    connect(m_form, &TimingForm::changed, this, [this] {
        m_isJustMeasured = false;
        if (m_isFailure) // its reason may be gone
            m_said.clear();
        estimateSoon();
    });
    connect(&m_workspace, &Workspace::currentChanged, this, [this] {
        m_said.clear();
        tellState();
    });
    connect(&m_timings, &Timings::offered, this, [this] { m_start->setFocus(Qt::OtherFocusReason); });
    connect(&m_timings, &Timings::runningChanged, this, &TimingControls::followRunning);
    connect(&m_timings, &Timings::shownChanged, this, &TimingControls::tellState);
    const auto say = [this](const QString& text, bool isFailure) {
        m_said = text;
        m_isFailure = isFailure;
        tellState();
    };
    connect(&m_timings, &Timings::told, this, [say](const QString& text) { say(text, false); });
    connect(&m_timings, &Timings::failed, this, [say](const QString& text) { say(text, true); });
    tellState();
}

void TimingControls::makeButtons()
{
    m_start = new QPushButton(tr("Time all layouts"));
    m_start->setObjectName(QStringLiteral("time all"));
    m_stop = new QPushButton(tr("Stop"));
    m_stop->setObjectName(QStringLiteral("stop timing"));
    m_stop->setAccessibleName(tr("Stop measuring"));
    m_state = new LimitedLabel(stateLines);
    m_state->label().setObjectName(QStringLiteral("timing state"));
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("timing progress"));
    m_progress->setAccessibleName(tr("Progress of the measurement"));
    m_progress->setRange(0, progressSteps);
    m_progress->setMaximumWidth(20 * fontMetrics().averageCharWidth());
    m_progress->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_progress->hide();
    // Everything beside and below stays where it is, however long the state is and while a measurement runs.
    auto room = m_progress->sizePolicy();
    room.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(room);
    m_state->holdHeight();
}

void TimingControls::addButton(QWidget* button)
{
    m_row->addWidget(button, 0, Qt::AlignTop);
}

void TimingControls::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_devices.lookOnce();
    estimateSoon();
}

void TimingControls::start()
{
    const auto subjects = timedSubjects(m_workspace, m_timings.choices());
    if (!subjects.empty() && !m_timings.isRunning())
        m_timings.measure(subjects, m_timings.choices());
}

void TimingControls::followRunning()
{
    m_said.clear();
    if (m_timings.isRunning()) {
        m_estimateOf = m_timings.isRunningAsChosen() ? m_estimate : QString();
        m_tick.start();
    } else {
        m_tick.stop();
        m_isJustMeasured = !m_estimateOf.isEmpty();
        estimateSoon();
    }
    tellState();
}

void TimingControls::estimateSoon()
{
    m_estimate.clear();
    m_jobs.stop(this, QStringLiteral("estimate"));
    if (isVisible() && !m_timings.isRunning())
        m_soon.start();
    tellState();
}

void TimingControls::estimate()
{
    const auto subjects = timedSubjects(m_workspace, m_timings.choices());
    if (subjects.empty() || m_timings.isRunning())
        return;
    m_jobs.start(
        this, QStringLiteral("estimate"),
        [tensors = timedTensors(subjects), name = Timings::namesOf(subjects), choices = m_form->choices(),
         proofs = m_proofs](const Watch& watch) {
            const auto foreseen = foreseenOf(tensors, choices, *proofs, watch);
            return foreseen.nanoseconds > 0 ? tr("%1: %2").arg(name, foreseen.text) : foreseen.text;
        },
        [this](const QString& text) {
            // The estimate of the same once more has learnt from it, and is no news.
            if (std::exchange(m_isJustMeasured, false))
                m_estimateOf = text;
            m_estimate = text;
            tellState();
        });
}

// While it runs the estimate stays, beside how much of it is left.
QString TimingControls::stateOfRun() const
{
    if (const auto pace = m_timings.pace())
        return tr("%1: %2").arg(m_timings.running(), said(pace->sentence));
    const auto begins = tr("%1 is being measured.").arg(m_timings.running());
    return m_estimateOf.isEmpty() ? begins : tr("%1 %2").arg(begins, m_estimateOf);
}

void TimingControls::tellState()
{
    const auto isRunning = m_timings.isRunning();
    m_start->setEnabled(m_workspace.currentSubject() != nullptr && !isRunning);
    m_stop->setEnabled(isRunning);
    const auto pace = m_timings.pace();
    m_progress->setVisible(isRunning);
    m_progress->setValue(pace ? static_cast<int>(pace->progress.share * progressSteps) : 0);
    if (isRunning)
        return m_state->setText(stateOfRun());
    if (m_workspace.currentSubject() == nullptr && m_said.isEmpty())
        return m_state->setText(tr("Open a tensor to measure how fast operations are in each layout."));
    QStringList lines{m_said};
    if (m_said.isEmpty() || m_estimate != m_estimateOf) // what came of it says what was estimated
        lines << m_estimate;
    lines.removeAll(QString());
    lines.removeDuplicates();                        // why it can't be measured is known before it is tried, too
    m_state->setText(lines.join(QLatin1Char('\n'))); // the last result, and what the next one would take
}

} // namespace tscope

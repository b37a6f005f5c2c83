// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/asked_measurement.h"

#include "build/words.h"
#include "calls/calls.h"
#include "devices/devices.h"
#include "jobs/jobs.h"
#include "workspace/question.h"
#include "workspace/workspace.h"

#include <QLabel>

#include <utility>

namespace tscope {

namespace {

QString furtherEstimateJob()
{
    return QStringLiteral("further estimate");
}

} // namespace

AskedMeasurement::AskedMeasurement(Calls& calls, Jobs& jobs, QWidget& page, std::function<void()> measure)
    : QObject(&page), m_calls(calls), m_jobs(jobs), m_page(page), m_measure(std::move(measure)),
      m_note(new QLabel(tr("Estimating how long the measurement takes...")))
{
    m_note->setObjectName(QStringLiteral("further note"));
    m_note->hide();
    connect(&m_jobs, &Jobs::failed, this,
            [this](const QString& text, const QObject* receiver, const QString& name) {
                if (receiver == this && name == furtherEstimateJob())
                    take({text});
            });
}

void AskedMeasurement::foresee(const Subject& subject, TimingChoices choices)
{
    if (choices.devices.empty()) { // all that work
        choices.devices = {"cpu"};
        for (const auto& device : m_calls.devices().usable())
            choices.devices.push_back(device.id);
    }
    TimingRequest request{{subject.id}, std::move(choices)};
    if (m_request == request && m_tensor == subject.tensor)
        return;
    m_request = std::move(request);
    m_tensor = subject.tensor;
    m_foreseen = {};
    m_isForeseen = false;
    setAwaited(false);
    m_jobs.start(
        this, furtherEstimateJob(),
        [tensors = timedTensors({subject}), wanted = m_request->choices, proofs = m_proofs](const Watch& watch) {
            return foreseenOf(tensors, wanted, *proofs, watch);
        },
        [this](Foreseen foreseen) { take(std::move(foreseen)); });
}

void AskedMeasurement::forget()
{
    setAwaited(false);
}

void AskedMeasurement::press(const QString& title)
{
    m_title = title;
    if (m_isForeseen)
        askOrMeasure();
    else
        setAwaited(true);
}

void AskedMeasurement::take(Foreseen foreseen)
{
    m_foreseen = std::move(foreseen);
    m_isForeseen = true;
    Q_EMIT foreseenChanged(); // the page may find that something else is to be measured by now, or nothing
    if (!m_isAwaited || !m_isForeseen)
        return;
    setAwaited(false);
    askOrMeasure();
}

void AskedMeasurement::setAwaited(bool isAwaited)
{
    m_isAwaited = isAwaited;
    m_note->setVisible(isAwaited);
}

// One click does not start what takes long, or what may take long as no estimate could be made.
void AskedMeasurement::askOrMeasure()
{
    constexpr double longNs = 30e9;
    if (m_foreseen.nanoseconds > 0 && m_foreseen.nanoseconds <= longNs)
        return m_measure();
    ask(m_page, m_title, m_foreseen.text, {},
        {{"measure", tr("Measure"), m_measure}, {"cancel", tr("Cancel"), [] {}}});
}

} // namespace tscope

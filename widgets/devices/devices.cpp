// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/devices.h"

#include "build/words.h"
#include "dispatch/device_call.h"
#include "facts/wording.h"
#include "jobs/jobs.h"

namespace tscope {

namespace {

QString devicesJob()
{
    return QStringLiteral("devices");
}

} // namespace

Devices::Devices(Jobs& jobs, remote::Worker::Options options, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_worker(std::make_shared<remote::Worker>(std::move(options)))
{
    connect(&m_jobs, &Jobs::failed, this,
            [this](const QString& text, const QObject* receiver, const QString& name) {
                if (receiver != this || name != devicesJob())
                    return;
                m_isLooking = false;
                m_problem = text;
                Q_EMIT changed();
            });
}

void Devices::lookOnce()
{
    if (!m_isKnown && !m_isLooking)
        look();
}

void Devices::look()
{
    m_isLooking = true;
    m_jobs.start(
        this, devicesJob(), [worker = m_worker](const Watch& watch) { return worker->modules(watch); },
        [this](Result<std::vector<ModuleFacts>> found) {
            m_isLooking = false;
            m_isKnown = true;
            m_problem = found ? QString() : qt(sentenceOf(found.error()));
            m_modules = found ? std::move(*found) : std::vector<ModuleFacts>();
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

void Devices::lookAtProcessor()
{
    m_jobs.start(
        this, QStringLiteral("processor"), [](const Watch&) { return timing::processorFacts(); },
        [this](timing::ProcessorFacts found) {
            m_processor = std::move(found);
            Q_EMIT processorChanged();
        },
        Jobs::Kind::looks);
}

std::vector<DeviceFacts> Devices::usable() const
{
    std::vector<DeviceFacts> all;
    for (const auto& module : m_modules)
        all.insert(all.end(), module.devices.begin(), module.devices.end());
    return all;
}

void Devices::noticeEnd(const Error& error)
{
    if (error.reason != remote::workerEnded && error.reason != deviceLost)
        return;
    m_lastFault = qt(sentenceOf(error));
    look();
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/worker.h"
#include "timing/processor_facts.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace tscope {

class Jobs;

// The devices beside the processor. A worker process has them, which is started when somebody first asks: this
// process loads no module, so whatever a driver does costs a message and a new worker.
class Devices : public QObject
{
    Q_OBJECT

public:
    Devices(Jobs& jobs, remote::Worker::Options options = {.program = remote::workerProgram()},
            QObject* parent = nullptr);

    // Asks what there is; changed() tells of the answer.
    void look();
    void lookOnce(); // unless somebody has asked before
    // Reads what is known of the processor; processorChanged() tells of it. Each measurement may add to it.
    void lookAtProcessor();

    bool isLooking() const { return m_isLooking; }
    bool isKnown() const { return m_isKnown; } // there was an answer
    const std::vector<ModuleFacts>& modules() const { return m_modules; }
    const std::optional<timing::ProcessorFacts>& processor() const { return m_processor; } // nothing: not yet read
    const QString& problem() const { return m_problem; } // why the worker could not be asked; empty: it could
    std::vector<DeviceFacts> usable() const;

    // Calls go to it from any thread; who does so keeps it.
    const std::shared_ptr<remote::Worker>& worker() const { return m_worker; }
    // A call ended with this error. Where it took the worker or its device, that is told, and what there is now is
    // asked anew.
    void noticeEnd(const Error& error);
    const QString& lastFault() const { return m_lastFault; }

Q_SIGNALS:
    void changed();          // the devices, or whether they are looked for
    void processorChanged(); // what is known of it; the list of devices is the same

private:
    Jobs& m_jobs;
    std::shared_ptr<remote::Worker> m_worker;
    std::vector<ModuleFacts> m_modules;
    std::optional<timing::ProcessorFacts> m_processor;
    QString m_problem, m_lastFault;
    bool m_isLooking = false, m_isKnown = false;
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/convert.h"
#include "ops/run.h"
#include "workspace/workspace.h"

#include <memory>

namespace tscope {

class Devices;
class Jobs;

// How a conversion or an operation went.
struct CallRecord {
    QString title;                    // "matmul of a, b"
    QString outcome;                  // what came out, or why nothing did
    DispatchTrace trace;              // of one that was done
    std::vector<std::string> changes; // what is not as it was
    bool isDone = false;
    bool isStopped = false;  // by who asked for it
    std::string op = {};     // as support tables name it: "matmul", "convert"
    std::string reason = {}; // of an error, for programs
    SubjectId subject = 0;   // the first input
    SubjectId made = 0;      // what came out; 0: nothing did
};
using CallRecordPtr = std::shared_ptr<const CallRecord>;

// One input of an operation.
struct CallInput {
    QString name;
    TensorPtr tensor;
    SubjectId subject = 0; // which it is; 0: a number, as the name says
};

// Conversions and operations: each a job that proves its tensors first, of which one runs at a time. What comes
// out is a tensor of the workspace, as an undo step.
class Calls : public QObject
{
    Q_OBJECT

public:
    Calls(Workspace& workspace, Jobs& jobs, Devices& devices, QObject* parent = nullptr);

    // On the processor, or by the worker on a device ("cuda:0"). Preconditions: nothing is running.
    void convert(const Subject& subject, const ConvertRequest& request,
                 const QString& device = QStringLiteral("cpu"));
    void run(const OpSpec& op, const std::vector<CallInput>& inputs, const Params& params,
             const QString& device = QStringLiteral("cpu"));
    void stop();

    bool isRunning() const { return !m_running.isEmpty(); }
    const QString& running() const { return m_running; } // the title; empty: nothing is
    const CallRecordPtr& last() const { return m_last; } // null: there was none
    Devices& devices() const { return m_devices; }

Q_SIGNALS:
    void runningChanged();
    void ended(const tscope::CallRecordPtr& record); // it is the last one now

private:
    struct Outcome {
        CallRecord record;
        std::optional<Tensor> tensor; // nothing: it failed
        std::optional<Error> error = {};
    };
    static Outcome failed(const Error& error);
    using Work = std::function<Outcome(const Watch&)>;

    void start(const QString& title, std::string op, const QString& name, const QString& source,
               LineageStepPtr step, Work work);
    void end(CallRecord record);
    SubjectId m_subject = 0; // the first input of the call that runs

    Workspace& m_workspace;
    Jobs& m_jobs;
    Devices& m_devices;
    QString m_running;
    std::string m_runningOp;
    CallRecordPtr m_last;
};

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/calls.h"

#include "build/words.h"
#include "calls/proofs.h"
#include "devices/devices.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "workspace/lineages.h"

#include <utility>

namespace tscope {

namespace {

QString callJob()
{
    return QStringLiteral("call");
}

CallRecord refused(const QString& why)
{
    CallRecord record;
    record.outcome = why;
    return record;
}

CallRecord done(const Tensor& tensor, DispatchTrace trace, std::vector<std::string> changes)
{
    return {{},   QString::fromStdString(summaryOf(info(tensor))), std::move(trace), std::move(changes), true,
            false};
}

// A copy is named as one, whatever its operation is called.
QString nameOfResult(const OpSpec& op, const QStringList& inputs)
{
    const auto all = inputs.join(QStringLiteral(", "));
    if (op.name == "contiguous")
        return Calls::tr("contiguous copy of %1").arg(all);
    if (op.name == "to_padded")
        return Calls::tr("%1, padded").arg(all);
    return Calls::tr("%1 of %2").arg(qt(op.name), all);
}

QString cpu()
{
    return QStringLiteral("cpu");
}

} // namespace

Calls::Outcome Calls::failed(const Error& error)
{
    auto record = refused(QString::fromStdString(sentenceOf(error)));
    record.reason = error.reason;
    return {std::move(record), {}, error};
}

Calls::Calls(Workspace& workspace, Jobs& jobs, Devices& devices, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs), m_devices(devices)
{
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
        if (receiver == this) // nothing is delivered any more
            end(refused(text));
    });
}

void Calls::convert(const Subject& subject, const ConvertRequest& request, const QString& device)
{
    const auto layout = qt(request.layout == nullptr ? subject.tensor->layout->name : request.layout->name);
    const auto title = tr("%1 to %2").arg(subject.title(), layout);
    start(
        device == cpu() ? title : tr("%1 on %2").arg(title, device), "convert",
        tr("%1 as %2").arg(subject.title(), layout), subject.origin->title,
        lineageStep(request, {sourceOf(subject)}),
        [tensor = subject.tensor, name = subject.title(), request, device,
         worker = m_devices.worker()](const Watch& watch) -> Outcome {
            const auto proof = prove(*tensor, watch);
            const auto* sound = std::get_if<Sound>(&proof);
            if (sound == nullptr)
                return {refused(whyUnsound(name, proof)), {}};
            auto made = device == cpu() ? tscope::convert(*sound, request, {.watch = watch})
                                        : worker->convert(*sound, request, device.toStdString(), watch);
            if (!made)
                return failed(made.error());
            return {done(made->tensor, std::move(made->trace), std::move(made->changes)), std::move(made->tensor)};
        });
    m_subject = subject.id;
}

void Calls::run(const OpSpec& op, const std::vector<CallInput>& inputs, const Params& params,
                const QString& device)
{
    QStringList names;
    std::vector<LineageSource> sources;
    for (const auto& input : inputs) {
        names << input.name;
        const auto* subject = m_workspace.find(input.subject);
        if (subject != nullptr && subject->tensor == input.tensor)
            sources.push_back(sourceOf(*subject));
        else
            sources.push_back({input.name.toStdString(), input.tensor, {}, input.subject, input.subject == 0});
    }
    const auto title = tr("%1 of %2").arg(qt(op.name), names.join(QStringLiteral(", ")));
    start(device == cpu() ? title : tr("%1 on %2").arg(title, device), std::string(op.name),
          nameOfResult(op, names), title, lineageStep(OperationCall{&op, params}, std::move(sources)),
          [&op, inputs, params, device, worker = m_devices.worker()](const Watch& watch) -> Outcome {
              std::vector<Sound> proven;
              for (const auto& input : inputs) {
                  auto proof = prove(*input.tensor, watch);
                  auto* sound = std::get_if<Sound>(&proof);
                  if (sound == nullptr)
                      return {refused(whyUnsound(input.name, proof)), {}};
                  proven.push_back(std::move(*sound));
              }
              const RunOptions options{.device = device.toStdString(), .watch = watch};
              auto made = device == cpu() ? tscope::run(op, proven, params, options)
                                          : worker->run(op, proven, params, options);
              if (!made)
                  return failed(made.error());
              return {done(made->tensor, std::move(made->trace), {}), std::move(made->tensor)};
          });
    m_subject = inputs.empty() ? 0 : inputs.front().subject;
}

void Calls::start(const QString& title, std::string op, const QString& name, const QString& source,
                  LineageStepPtr step, Work work)
{
    Q_ASSERT(!isRunning());
    m_running = title;
    m_runningOp = std::move(op);
    m_jobs.start(this, callJob(), std::move(work), [this, name, source, step = std::move(step)](Outcome outcome) {
        if (outcome.tensor) {
            m_workspace.make({{name.toStdString(), std::move(*outcome.tensor)}}, source, {{step}});
            outcome.record.made = m_workspace.current();
        }
        if (outcome.error)
            m_devices.noticeEnd(*outcome.error);
        end(std::move(outcome.record));
    });
    Q_EMIT runningChanged();
}

void Calls::stop()
{
    if (!isRunning())
        return;
    m_jobs.stop(this, callJob());
    auto record = refused(tr("It was stopped."));
    record.isStopped = true;
    end(std::move(record));
}

void Calls::end(CallRecord record)
{
    record.title = m_running;
    record.op = std::move(m_runningOp);
    record.subject = std::exchange(m_subject, 0);
    m_running.clear();
    m_last = std::make_shared<const CallRecord>(std::move(record));
    Q_EMIT runningChanged();
    Q_EMIT ended(m_last);
}

} // namespace tscope

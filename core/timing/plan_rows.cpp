// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_rows.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "timing/device_rate.h"
#include "timing/form_need.h"
#include "timing/timed_device.h"

namespace tscope::timing {

namespace {

Row plannedRow(const MeasuredSubject& subject, const Workload& workload, const Variant& variant,
               const std::string& device, bool areDevicesHere)
{
    Row row;
    row.tensor = subject.name;
    row.op = workload.name;
    row.variant = variant;
    row.device = device;
    row.status = Status::cancelled;
    row.reason = notYetMeasured;
    const auto refuse = [&row](const std::string& why) {
        row.status = Status::unsupported;
        row.reason = why;
    };
    if (!subject.isThere())
        refuse(subject.whyNot);
    if (!areDevicesHere)
        return row;
    if (const auto choice = deviceTimed(timedDevice(device)); !choice)
        refuse(choice.error().text);
    else if (choice->kind != "cpu" && subject.isThere())
        row.isSimulated = isSimulated(*choice);
    return row;
}

void leaveOut(Row& row, const std::string& why, bool isLeftOut)
{
    if (row.reason != notYetMeasured) // it already says why
        return;
    row.status = Status::unsupported;
    row.reason = why;
    row.isLeftOut = isLeftOut;
}

} // namespace

void PlannedRows::add(Session& session, const MeasuredSubject& subject, std::size_t index, const Plan& plan,
                      std::int64_t maxBytes)
{
    const auto& tensor = subject.tensor.tensor();
    for (std::size_t f = 0; f < plan.forms.size(); ++f) {
        FormRows group{index, f, {}};
        const auto variant = variantOf(tensor, plan.forms[f]);
        for (std::size_t w = 0; w < plan.workloads.size(); ++w)
            for (const auto& device : plan.devices) {
                group.rows.push_back(session.rows.size());
                m_workloads.push_back(w);
                session.rows.push_back(plannedRow(subject, plan.workloads[w], variant, device, m_areDevicesHere));
            }
        const auto need =
            subject.isThere() ? needOfForm(session, subject.name, tensor, plan.forms[f]) : std::nullopt;
        if (const auto why = need ? whyLeftOut(*need, plan.mostDenseBytes) : std::nullopt)
            for (const auto row : group.rows)
                leaveOut(session.rows[row], *why, true);
        // Told before it is tried: what is larger than memory does not fail, but ends the process.
        else if (need && need->bytes > maxBytes)
            for (const auto row : group.rows)
                leaveOut(session.rows[row], overBudget(say("the tensor in this form"), need->bytes, maxBytes).text,
                         false);
        m_groups.push_back(std::move(group));
    }
}

} // namespace tscope::timing

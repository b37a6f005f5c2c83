// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_rows.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/target.h"
#include "dispatch/operand.h"
#include "layouts/shared/block_sizes.h"
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

// The blocks of the form do not divide the size of the tensor. Nothing: they do, or it has none.
std::optional<std::string> whyUndivided(const Tensor& tensor, const FormWish& wish)
{
    if (!isBlocked(*wish.layout) || isOfComponents(*tensor.layout))
        return std::nullopt;
    const auto form = formOf(tensor);
    const auto first = form.size.size() - static_cast<std::size_t>(form.denseDims);
    if (first < 2 || isDividedBy(wish.block, form.size[first - 2], form.size[first - 1]))
        return std::nullopt;
    return noSuchForm(undividedText(wish.block, form.size[first - 2], form.size[first - 1]));
}

} // namespace

std::string noSuchForm(const std::string& why)
{
    return say("no conversion to this form: {0}", why);
}

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
        const auto leaveOutAll = [&](const std::string& why, bool isLeftOut) {
            for (const auto row : group.rows)
                leaveOut(session.rows[row], why, isLeftOut);
        };
        if (subject.isThere()) {
            const auto need = needOfForm(session, subject.name, tensor, plan.forms[f]);
            if (const auto undivided = whyUndivided(tensor, plan.forms[f]))
                leaveOutAll(*undivided, false);
            else if (const auto tooDense = need ? whyLeftOut(*need, plan.mostDenseBytes) : std::nullopt)
                leaveOutAll(*tooDense, true);
            // Told before it is tried: what is larger than memory does not fail, but ends the process.
            else if (need && need->bytes > maxBytes)
                leaveOutAll(overBudget(say("the tensor in this form"), need->bytes, maxBytes).text, false);
        }
        m_groups.push_back(std::move(group));
    }
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_subjects.h"

#include "dispatch/call.h"
#include "timing/density.h"
#include "timing/footprint_rows.h"

#include <algorithm>

namespace tscope::timing {

namespace {

// Two files may name their tensors alike.
std::string unusedName(const std::string& wanted, const std::vector<MeasuredSubject>& used)
{
    auto name = wanted;
    for (int i = 2; std::ranges::find(used, name, &MeasuredSubject::name) != used.end(); ++i)
        name = wanted + " (" + std::to_string(i) + ')';
    return name;
}

// Why nothing can be computed of it; empty: it can.
std::string whyUnreadable(const Tensor& tensor)
{
    const auto& values = valuesMember(tensor).array;
    if (values.isReadable())
        return {};
    return values.dtype.isOpaque() ? "elements of type '" + std::string(values.dtype.name()) +
                                         "' can't be read, since their encoding is not known"
                                   : "its elements can't be read";
}

} // namespace

std::vector<MeasuredSubject> measuredSubjects(std::span<const PlanSubject> given, const Plan& plan,
                                              const Watch& watch, const std::function<void()>& isMade)
{
    std::vector<MeasuredSubject> out;
    const auto add = [&](MeasuredSubject subject) {
        out.push_back(std::move(subject));
        if (isMade)
            isMade();
    };
    for (const auto& subject : given) {
        const bool needsName = subject.name.empty() && !plan.densities.empty(); // for others to be patterns of it
        const auto name = unusedName(needsName ? "tensor" : subject.name, out);
        const auto whyNot = whyUnreadable(subject.tensor.tensor());
        add({name, subject.tensor, {}, whyNot});
        if (!whyNot.empty())
            continue;
        for (const auto times : plan.densities) {
            auto made = withDensity(subject.tensor, times, plan.maxBytes, watch);
            add({unusedName(nameWithDensity(name, times), out), made ? *made : subject.tensor, name,
                 made ? std::string() : "with so many entries: " + made.error().text});
        }
    }
    return out;
}

namespace {

Subject withNames(Subject out, const MeasuredSubject& subject)
{
    out.name = subject.name;
    out.given = variantOf(subject.tensor.tensor());
    out.patternOf = subject.patternOf;
    return out;
}

} // namespace

Subject bareSubject(const MeasuredSubject& subject)
{
    return withNames(subject.isThere() ? bareSubjectOf(subject.name, subject.tensor) : Subject(), subject);
}

Subject described(const MeasuredSubject& subject, const Watch& watch)
{
    return withNames(subject.isThere() ? subjectOf(subject.name, subject.tensor, watch) : Subject(), subject);
}

} // namespace tscope::timing

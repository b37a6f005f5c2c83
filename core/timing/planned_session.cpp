// SPDX-License-Identifier: Apache-2.0
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "timing/density.h"
#include "timing/footprint_rows.h"
#include "timing/foresight.h"
#include "timing/plan_rows.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

std::int64_t scaled(std::int64_t number, double times)
{
    return static_cast<std::int64_t>(std::min(std::round(static_cast<double>(number) * times), 9e18));
}

// The same pattern with so many times its entries, guessed from the pattern itself: dense forms keep their size.
void addDensity(Session& session, const MeasuredSubject& subject, const std::string& pattern, double times)
{
    auto same = *std::ranges::find(session.subjects, pattern, &Subject::name);
    same.name = subject.name;
    same.patternOf = pattern;
    same.stored = scaled(same.stored, times);
    session.subjects.push_back(std::move(same));
    const auto count = session.footprints.size();
    for (std::size_t i = 0; i < count; ++i) {
        auto footprint = session.footprints[i];
        if (footprint.tensor != pattern)
            continue;
        footprint.tensor = subject.name;
        if (footprint.variant.layout != "strided")
            for (auto& member : footprint.members)
                member.bytes = scaled(member.bytes, times);
        session.footprints.push_back(std::move(footprint));
    }
}

} // namespace

Session plannedSession(std::span<const PlanSubject> subjects, const Plan& plan, const Watch& watch)
{
    Session session;
    PlannedRows rows(false);
    auto bare = plan;
    bare.densities.clear(); // tensors of other densities are not made
    const auto given = measuredSubjects(subjects, bare, watch);
    const auto maxBytes = plan.maxBytes > 0 ? plan.maxBytes : memoryBudget();
    for (std::size_t s = 0; s < given.size() && !watch.isStopped(); ++s) {
        const auto& subject = given[s];
        session.subjects.push_back(bareSubject(subject));
        if (subject.isThere())
            addFormFootprints(session, subject.name, subject.tensor, plan.forms, watch);
        rows.add(session, subject, s, plan, maxBytes);
        for (const auto times : subject.isThere() ? plan.densities : std::vector<double>()) {
            MeasuredSubject other{nameWithDensity(subject.name, times), subject.tensor, subject.name, {}};
            addDensity(session, other, subject.name, times);
            rows.add(session, other, s, plan, maxBytes);
        }
    }
    return session;
}

} // namespace tscope::timing

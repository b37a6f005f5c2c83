// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/plan.h"

#include <functional>
#include <string>
#include <vector>

namespace tscope::timing {

// A tensor that a plan has measured; or why it can't be had, and then the one that it was to be made of.
struct MeasuredSubject {
    std::string name; // none has that of another
    Sound tensor;
    std::string patternOf; // as Subject has it
    std::string whyNot;

    bool isThere() const { return whyNot.empty(); }
};

// Those that were given, and behind each its pattern in the densities of the plan. `isMade` is called after each.
std::vector<MeasuredSubject> measuredSubjects(std::span<const PlanSubject> given, const Plan& plan,
                                              const Watch& watch, const std::function<void()>& isMade = {});
// As the session has it. Of what is not there only the name and the form.
Subject bareSubject(const MeasuredSubject& subject); // without what takes a look at each entry
Subject described(const MeasuredSubject& subject, const Watch& watch);

} // namespace tscope::timing

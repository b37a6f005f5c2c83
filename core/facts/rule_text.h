// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Where the number of a rule comes from: the published text or the library that demands it. Never empty.
std::string ruleOrigin(std::string_view rule);

// What it means that the rule is broken and how that usually comes about, for people who have not met it before.
// Empty only for what is no rule of any layout.
std::string ruleMeaning(std::string_view rule);

// Rules that break for the same reasons, with that meaning: all there are.
struct RuleClass {
    std::string rules, meaning; // a blank between ids
};
std::vector<RuleClass> ruleClasses();

} // namespace tscope

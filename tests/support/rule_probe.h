// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "tensor/tensor.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace tscope::test {

// What one rule said of a tensor.
struct Outcome {
    std::int64_t count = 0;
    std::vector<Witness> witnesses;
    std::string because; // not empty: skipped
};

using Ask = std::function<std::optional<Wording>(const Rule&)>;

// Evaluates the rules of the tensor's layout that `ask` names, by itself, without contracts. Silent rules that
// were not skipped are left out.
inline std::map<std::string, Outcome> outcomes(const Reading& reading, const Ask& ask,
                                               std::int64_t maxWitnesses = 1'000'000)
{
    std::map<std::string, Outcome> out;
    for (const auto& rule : reading.tensor().layout->rules) {
        const auto wording = ask(rule);
        if (!wording)
            continue;
        RuleRun run(*wording, maxWitnesses);
        rule.evaluate(reading, run);
        if (run.isSkipped())
            out[std::string(rule.id)] = {0, {}, run.because()};
        else if (run.count() > 0)
            out[std::string(rule.id)] = {run.count(), run.witnesses(), {}};
    }
    return out;
}

inline std::map<std::string, Outcome> outcomes(const Tensor& tensor, const Ask& ask,
                                               std::int64_t maxWitnesses = 1'000'000)
{
    return outcomes(*tensor.layout->read(tensor, {}), ask, maxWitnesses);
}

inline std::optional<Wording> catalogue(const Rule& rule)
{
    return rule.asked ? std::optional(Wording::catalogue) : std::nullopt;
}

inline std::set<std::string> found(const std::map<std::string, Outcome>& outcomes)
{
    std::set<std::string> out;
    for (const auto& [rule, outcome] : outcomes)
        if (outcome.count > 0)
            out.insert(rule);
    return out;
}

} // namespace tscope::test

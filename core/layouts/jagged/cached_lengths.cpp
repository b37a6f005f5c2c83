// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/cached_lengths.h"

#include "base/say.h"
#include "layouts/shared/causes.h"

#include <algorithm>
#include <string_view>

namespace tscope {

std::string cachedNames(const Tensor& tensor)
{
    std::string names;
    for (const std::string_view name : {"min_seqlen", "max_seqlen"})
        if (tensor.claims.find(name) != nullptr)
            names = names.empty() ? std::string(name) : say("{0} and {1}", names, name);
    return names;
}

Result<EditList> planForgetExtremes(const Reading&, const Report&)
{
    return EditList{{SetClaim{"min_seqlen", std::nullopt}, SetClaim{"max_seqlen", std::nullopt}}};
}

bool areExtremesEvidence(const Report& report)
{
    const auto isBroken = [&](const std::string& rule) {
        const auto* finding = report.find(rule);
        return finding != nullptr && finding->level == Level::violation;
    };
    return std::ranges::any_of(report.findings, [&](const Finding& finding) {
        return finding.rule.starts_with("JAG-6.") && std::ranges::any_of(finding.consequenceOf, isBroken);
    });
}

std::string forgottenText(const Reading& reading, const Report& report)
{
    const auto names = cachedNames(reading.tensor());
    if (areExtremesEvidence(report))
        return say("remove the cached {0}", names);
    std::string because;
    const auto note = [&](std::string_view rule, const auto& text) {
        const auto* finding = report.find(rule);
        if (!finding || finding->witnesses.empty())
            return;
        const auto& witness = finding->witnesses.front();
        because += (because.empty() ? "" : say("; ")) +
                   text(numberText(witness, "actual"), numberText(witness, "expected"));
    };
    note("JAG-6.1", [](const std::string& actual, const std::string& expected) {
        return say("{0} would be wrong, the shortest is {1}", actual, expected);
    });
    note("JAG-6.2", [](const std::string& actual, const std::string& expected) {
        return say("{0} would be wrong, the longest is {1}", actual, expected);
    });
    return because.empty() ? say("remove the cached {0}", names)
                           : say("remove the cached {0} ({1})", names, because);
}

} // namespace tscope

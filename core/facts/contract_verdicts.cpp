// SPDX-License-Identifier: Apache-2.0
#include "facts/contract_verdicts.h"

#include "base/checked_math.h"
#include "facts/wording.h"
#include "rules/check.h"

#include <utility>

namespace tscope {

std::vector<ContractVerdict> verdictsOfContracts(const Tensor& tensor, const Report& known, const Watch& watch)
{
    std::vector<ContractVerdict> out;
    for (const auto& contract : contracts()) {
        const bool isKnown = known.contract == contract.name();
        const auto asked =
            isKnown ? Report()
                    : check(tensor, {.contract = &contract, .maxWitnesses = 1, .advice = false, .watch = watch});
        if (watch.isStopped())
            return {};
        const auto& report = isKnown ? known : asked;
        if (contract.refusal(*tensor.layout)) {
            out.push_back({&contract, ContractVerdict::Kind::layoutNotKnown, report.findings.front().statement});
            continue;
        }
        ContractVerdict verdict{&contract,
                                report.valid ? ContractVerdict::Kind::valid : ContractVerdict::Kind::broken,
                                verdictText(report)};
        for (const auto& finding : report.findings)
            if (finding.level == Level::violation) {
                if (verdict.rules.empty() && !finding.witnesses.empty())
                    verdict.why = placeSentence(tensor, finding.rule, finding.witnesses.front());
                verdict.rules.push_back(finding.rule);
                verdict.places = saturatingAdd(verdict.places, finding.count);
            }
        out.push_back(std::move(verdict));
    }
    return out;
}

} // namespace tscope

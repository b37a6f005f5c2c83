// SPDX-License-Identifier: Apache-2.0
#include "facts/contract_verdicts.h"

#include "facts/wording.h"
#include "rules/check.h"

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
        if (contract.refusal(*tensor.layout))
            out.push_back({&contract, ContractVerdict::Kind::layoutNotKnown, report.findings.front().statement});
        else
            out.push_back({&contract, report.valid ? ContractVerdict::Kind::valid : ContractVerdict::Kind::broken,
                           verdictText(report)});
    }
    return out;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
// The whole answer of a check, under any contract: findings, causes, misreadings, repairs; and one of the repairs
// done.
#include "base/check.h"
#include "base/thread_pool.h"
#include "facts/answers.h"
#include "fuzz/support/random_tensor.h"
#include "rules/advise.h"
#include "rules/check.h"

#include <nlohmann/json.hpp>

using namespace tscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const auto& contract = source.chance(128) ? defaultContract() : contracts()[source.below(contracts().size())];
    const auto which = source.byte();
    const bool advises = source.chance(140),
               answers = source.chance(60); // each takes longer than the check itself
    const auto tensor = randomTensor(source);
    const auto report =
        check(tensor, {.contract = &contract, .maxWitnesses = source.chance(8) ? 500 : 5, .advice = advises});
    for (const auto& finding : report.findings) {
        TSCOPE_CHECK(finding.count > 0, "a finding has places");
        TSCOPE_CHECK(std::ssize(finding.witnesses) <= finding.count, "witnesses are places");
    }
    if (answers)
        (void)dumped(jsonOf(report, "", tensor.layout->name));
    if (report.repairs.empty())
        return 0;
    const auto& repair = report.repairs[which % report.repairs.size()];
    if (const auto plan = planRepair(tensor, report, repair.id))
        if (const auto mended = applied(tensor, plan->edits))
            (void)check(*mended, {.contract = &contract, .maxWitnesses = 5, .advice = false});
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "rules/advise.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/rewrites.h"
#include "layouts/shared/sentences.h"
#include "rules/check.h"
#include "rules/outcome.h"
#include "rules/remarks.h"

#include <algorithm>

namespace tscope {

namespace {

// Another way to read the tensor, checked. Contracts that refuse the other layout are asked as the catalogue would
// be.
Report checkedAs(const Reinterpretation& other, const Contract& contract)
{
    const auto& judge = contract.refusal(*other.tensor.layout) ? defaultContract() : contract;
    return check(other.tensor, {.contract = &judge, .maxWitnesses = 1, .advice = false});
}

// Reads the tensor in other ways and keeps those that explain what was found: nearly all violations go, and no
// rule goes unasked for it.
void findMisreadings(const Reading& reading, const Contract& contract, Report& report)
{
    constexpr std::int64_t mostLeft = 8; // a reading that leaves more than an eighth explains nothing
    const auto broken = violationsIn(report);
    for (auto& other : reading.tensor().layout->advice->reinterpretations(reading, report)) {
        const auto reread = checkedAs(other, contract);
        const auto left = violationsIn(reread);
        const bool isEvasive = std::ranges::any_of(
            reread.skipped, [&](const Skipped& skipped) { return !report.wasSkipped(skipped.rule); });
        if (isEvasive || left > broken / mostLeft)
            continue;
        Misreading found{other.id, other.as, left,
                         say("{0} (read so, {1#} of {2#} violations are left)", other.text, left, broken)};
        const auto known = std::ranges::find(report.misreadings, found.id, &Misreading::id);
        if (known == report.misreadings.end())
            report.misreadings.push_back(std::move(found));
        else if (left < known->violations)
            *known = std::move(found);
    }
    std::ranges::stable_sort(report.misreadings, {}, &Misreading::violations);
}

// Whether trying out repairs costs next to nothing.
bool isSmall(const Tensor& tensor)
{
    constexpr std::int64_t mostBytes = std::int64_t{1} << 20;
    std::int64_t bytes = 0;
    for (const auto& member : tensor.members) {
        if (!member.array.storage->hasBytes())
            continue; // only talked about
        // What repeats its storage too often is never copied, so it costs no more than the storage.
        const auto elements = numel(member.array.geometry).value_or(0);
        const bool isCopied = Wide(elements) <= Wide::product(member.array.storageNumel(), repetitionLimit);
        bytes = saturatingAdd(bytes, saturatingAdd(member.array.storage->byteSize(), isCopied ? elements : 0));
    }
    return bytes <= mostBytes;
}

void findRepairs(const Reading& reading, const Contract& contract, Report& report)
{
    const auto& tensor = reading.tensor();
    report.repairs = tensor.layout->advice->repairs(reading, report);
    if (isSmall(tensor) && tensor.layout->advice->plan)
        tryOut(report.repairs, tensor, contract, report);
    else
        sortByOutcome(report.repairs, report);
}

} // namespace

void advise(const Reading& reading, const Contract& contract, Report& report)
{
    const auto* advice = reading.tensor().layout->advice;
    if (advice && !report.findings.empty()) {
        if (advice->causes)
            advice->causes(reading, report);
        if (advice->reinterpretations && !report.valid)
            findMisreadings(reading, contract, report);
        if (advice->repairs)
            findRepairs(reading, contract, report);
    }
    report.remarks = remarksOn(reading, report);
}

Result<EditList> planRepair(const Tensor& tensor, const Report& report, std::string_view repair)
{
    const auto* advice = tensor.layout->advice;
    if (!advice || !advice->plan || std::ranges::find(report.repairs, repair, &Repair::id) == report.repairs.end())
        return invalidArgument(say("there is no repair '{0}' for these findings", repair));
    const auto reading = tensor.layout->read(tensor, {});
    auto plan = advice->plan(*reading, report, repair);
    if (plan)
        return plan;
    for (const auto& member : tensor.members)
        if (const auto wanted = bytesToRewrite(member);
            member.role->kind != RoleKind::values && member.isReadable() && wanted > memoryBudget())
            return overBudget(say("to repair {0}", nameOf(tensor, member.role->name)), wanted, memoryBudget());
    return plan;
}

Result<Tensor> reread(const Tensor& tensor, const Report& report, const Misreading& misreading)
{
    const auto* advice = tensor.layout->advice;
    const auto contract = contractNamed(report.contract);
    if (advice && advice->reinterpretations && contract) {
        // Several may go by one name: the one that was kept is told by what it leaves.
        const auto reading = tensor.layout->read(tensor, {});
        for (auto& other : advice->reinterpretations(*reading, report))
            if (other.id == misreading.id && other.as == misreading.as &&
                violationsIn(checkedAs(other, **contract)) == misreading.violations)
                return std::move(other.tensor);
    }
    return invalidArgument(say("there is no other way to read this tensor that goes by '{0}'", misreading.id));
}

} // namespace tscope

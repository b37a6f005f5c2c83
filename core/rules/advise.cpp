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
#include "rules/repair_steps.h"

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

const Rule* ruleInTable(const Layout& layout, std::string_view id)
{
    const auto at = std::ranges::find(layout.rules, id, &Rule::id);
    return at == layout.rules.end() ? nullptr : &*at;
}

// Whether few violations are left only because the members do not fit the other reading: a rule that bounds what
// is read, or that was asked before, can't be asked, or one about shapes and types is broken that held.
bool isEvasive(const Layout& layout, const Report& reread, const Report& report)
{
    const auto isUnasked = [&](const Skipped& skipped) {
        const auto* rule = ruleInTable(layout, skipped.rule);
        return (rule != nullptr && rule->guardsMemory) || !report.wasSkipped(skipped.rule);
    };
    const auto isNewMisfit = [&](const Finding& finding) {
        const auto* rule = ruleInTable(layout, finding.rule);
        return finding.level == Level::violation && rule != nullptr && rule->cost == Cost::metadata &&
               !report.find(finding.rule);
    };
    return std::ranges::any_of(reread.skipped, isUnasked) || std::ranges::any_of(reread.findings, isNewMisfit);
}

// "crow_indices starts at 1 (read as csr, counted from 1: none of the 297 violations is left)".
std::string withWhatIsLeft(const Reinterpretation& other, std::int64_t left, std::int64_t broken)
{
    if (left > 0)
        return say("{0} (read as {1}: {2#} of {3#} violations left)", other.text, other.as, left, broken);
    return broken == 1
               ? say("{0} (read as {1}: no violation is left)", other.text, other.as)
               : say("{0} (read as {1}: none of the {2#} violations is left)", other.text, other.as, broken);
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
        if (isEvasive(*other.tensor.layout, reread, report) || left > broken / mostLeft)
            continue;
        Misreading found{other.id, other.as, left, withWhatIsLeft(other, left, broken)};
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
    // Those of several steps may have been found later than the report was made.
    const auto isOffered = [&](std::string_view id) {
        return std::ranges::find(report.repairs, id, &Repair::id) != report.repairs.end();
    };
    if (!isOffered(repair) && !isOffered(stepsOf(repair).front()))
        return invalidArgument(say("there is no repair '{0}' for these findings", repair));
    auto plan = planSteps(tensor, report, repair);
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

// SPDX-License-Identifier: Apache-2.0
#include "rules/check.h"

#include "base/say.h"
#include "rules/advise.h"

#include <algorithm>

namespace tscope {

const Finding* Report::standingInTheWay() const
{
    const auto* found = find(obstacle);
    return found != nullptr || findings.empty() ? found : &findings.front();
}

const Finding* Report::find(std::string_view rule) const
{
    const auto at = std::ranges::find(findings, rule, &Finding::rule);
    return at == findings.end() ? nullptr : &*at;
}

bool Report::wasSkipped(std::string_view rule) const
{
    return std::ranges::find(skipped, rule, &Skipped::rule) != skipped.end();
}

namespace {

// What a rule did not leave as it should be.
void tell(const Tensor& tensor, const Rule& rule, const Demand& demand, RuleRun& run, std::int64_t maxWitnesses,
          Report& report)
{
    if (run.isSkipped()) {
        report.skipped.push_back({std::string(rule.id), run.because()});
        return;
    }
    Finding finding{std::string(rule.id), statementOf(tensor, rule, demand.wording), demand.level, run.count()};
    finding.witnesses = std::move(run.witnesses());
    finding.wording = demand.wording;
    finding.truncated = run.count() > witnessLimit && maxWitnesses == witnessLimit;
    report.valid = report.valid && demand.level != Level::violation;
    report.findings.push_back(std::move(finding));
}

const Contract& contractOf(const CheckOptions& options)
{
    return options.contract ? *options.contract : defaultContract();
}

// The one finding of a contract that does not know the layout: an answer, not an error.
Report refused(const Contract& contract, const Layout& layout, std::string_view rule)
{
    Report report;
    report.contract = contract.name();
    report.valid = false;
    Finding finding{std::string(rule), say("contract {0} does not know layout {1}", contract.name(), layout.name),
                    Level::violation, 1};
    finding.witnesses.push_back({{{"what", std::string("layout")}, {"actual", std::string(layout.name)}}});
    report.findings.push_back(std::move(finding));
    return report;
}

// Precondition: the contract knows the layout.
Report checkedWith(const Tensor& tensor, const CheckOptions& options, const ReadOptions& reading)
{
    const auto& contract = contractOf(options);
    const auto& layout = *tensor.layout;
    const auto asked = options.maxWitnesses <= 0 ? witnessLimit : std::min(options.maxWitnesses, witnessLimit);
    // Causes and repairs are found by looking at places; how many are shown must not change them.
    const auto maxWitnesses = options.advice ? std::max(asked, CheckOptions{}.maxWitnesses) : asked;
    const auto read = layout.read(tensor, reading);
    Report report;
    report.contract = contract.name();
    RuleRun run(Wording::catalogue, maxWitnesses);
    for (const auto& rule : layout.rules) {
        if (rule.cost != Cost::metadata && options.watch.isStopped()) { // the others take no time
            report.cancelled = true;
            return report;
        }
        const auto demand = contract.demand(layout, rule);
        if (!demand)
            continue;
        run.begin(demand->wording);
        rule.evaluate(*read, run);
        if (run.isSkipped() || run.count() > 0)
            tell(tensor, rule, *demand, run, maxWitnesses, report);
    }
    report.inferredSize = read->inferredSize();
    report.inferredSizePublished = read->inferredSizePublished();
    if (options.advice)
        advise(*read, contract, report);
    for (auto& finding : report.findings)
        if (static_cast<std::int64_t>(finding.witnesses.size()) > asked)
            finding.witnesses.resize(static_cast<std::size_t>(asked));
    report.record = read->record();
    report.cancelled = options.watch.isStopped();
    return report;
}

Report checked(const Tensor& tensor, const CheckOptions& options, const ReadOptions& reading)
{
    const auto rule = contractOf(options).refusal(*tensor.layout);
    return rule ? refused(contractOf(options), *tensor.layout, *rule) : checkedWith(tensor, options, reading);
}

} // namespace

Report check(const Tensor& tensor, const CheckOptions& options)
{
    return checked(tensor, options,
                   {.previous = {}, .edited = {}, .watch = options.watch, .device = options.device});
}

Report recheck(const Tensor& tensor, const Report& before, std::span<const Slots> edited,
               const CheckOptions& options)
{
    return checked(
        tensor, options,
        {.previous = before.record, .edited = edited, .watch = options.watch, .device = options.device});
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "rules/check.h"

#include "rules/advise.h"

#include <algorithm>

namespace tscope {

const Finding* Report::find(std::string_view rule) const
{
    const auto at = std::ranges::find(findings, rule, &Finding::rule);
    return at == findings.end() ? nullptr : &*at;
}

namespace {

void evaluate(const Rule& rule, const Demand& demand, const Reading& reading, std::int64_t maxWitnesses,
              Report& report)
{
    RuleRun run(demand.wording, maxWitnesses);
    rule.evaluate(reading, run);
    if (run.isSkipped()) {
        report.skipped.push_back({std::string(rule.id), run.because()});
        return;
    }
    if (run.count() == 0)
        return;
    Finding finding{std::string(rule.id), statementOf(rule, demand.wording), demand.level, run.count()};
    finding.witnesses = std::move(run.witnesses());
    finding.truncated = run.count() > witnessLimit && maxWitnesses == witnessLimit;
    report.valid = report.valid && demand.level != Level::violation;
    report.findings.push_back(std::move(finding));
}

// The one finding of a contract that does not know the layout: an answer, not an error.
Report refused(const Contract& contract, const Layout& layout, std::string_view rule)
{
    Report report;
    report.contract = contract.name();
    report.valid = false;
    Finding finding{std::string(rule),
                    "contract " + std::string(contract.name()) + " does not know layout " +
                        std::string(layout.name),
                    Level::violation, 1};
    finding.witnesses.push_back({{{"what", std::string("layout")}, {"actual", std::string(layout.name)}}});
    report.findings.push_back(std::move(finding));
    return report;
}

Report run(const Tensor& tensor, const CheckOptions& options, const ReadOptions& reading)
{
    const auto& contract = options.contract ? *options.contract : defaultContract();
    const auto& layout = *tensor.layout;
    if (const auto rule = contract.refusal(layout))
        return refused(contract, layout, *rule);

    const auto asked = options.maxWitnesses <= 0 ? witnessLimit : std::min(options.maxWitnesses, witnessLimit);
    // Causes and repairs are found by looking at places; how many are shown must not change them.
    const auto maxWitnesses = options.advice ? std::max(asked, CheckOptions{}.maxWitnesses) : asked;
    const auto read = layout.read(tensor, reading);
    Report report;
    report.contract = contract.name();
    for (const auto& rule : layout.rules) {
        if (options.watch.isStopped()) {
            report.cancelled = true;
            return report;
        }
        if (const auto demand = contract.demand(layout, rule))
            evaluate(rule, *demand, *read, maxWitnesses, report);
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

} // namespace

Report check(const Tensor& tensor, const CheckOptions& options)
{
    return run(tensor, options, {.previous = {}, .edited = {}, .watch = options.watch});
}

Report recheck(const Tensor& tensor, const Report& before, std::span<const Slots> edited,
               const CheckOptions& options)
{
    return run(tensor, options, {.previous = before.record, .edited = edited, .watch = options.watch});
}

} // namespace tscope

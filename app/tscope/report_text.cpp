// SPDX-License-Identifier: Apache-2.0
#include "report_text.h"

#include "console.h"
#include "facts/wording.h"

#include <algorithm>

namespace tscope::cli {

namespace {

std::string markedVerdict(const Report& report)
{
    return report.valid ? inked(Ink::good, "\u2713 " + verdictText(report))
                        : inked(Ink::bad, "\u25b2 " + verdictText(report));
}

void printFinding(const Finding& finding)
{
    const bool violation = finding.level == Level::violation;
    auto line = "  " +
                inked(violation ? Ink::bad : Ink::warning, (violation ? "\u25b2 " : "\u25c6 ") + finding.rule) +
                "  " + finding.statement + "  " + inked(Ink::faint, placesText(finding.count));
    if (!finding.consequenceOf.empty()) {
        line += inked(Ink::faint, ", follows from");
        for (const auto& rule : finding.consequenceOf)
            line += inked(Ink::faint, " " + rule);
    }
    print(line);
    for (const auto& witness : finding.witnesses)
        print("      " + harmless(textOf(witness)));
    const auto hidden = finding.count - static_cast<std::int64_t>(finding.witnesses.size());
    if (hidden > 0)
        print(inked(Ink::faint, "      and " + std::to_string(hidden) + " more"));
}

} // namespace

void printReport(const Report& report, const Tensor& tensor, const std::string& name)
{
    print(headingOf(info(tensor, name)) + "  " + markedVerdict(report) +
          inked(Ink::faint, "  [" + report.contract + "]"));
    for (const auto& cause : report.causes)
        print("  likely cause: " + harmless(cause.text));
    for (const auto& misreading : report.misreadings)
        print("  " + harmless(misreading.text));
    for (const auto& finding : report.findings)
        printFinding(finding);
    for (const auto& skipped : report.skipped)
        print(inked(Ink::faint, "  \u2013 " + skipped.rule + " not asked, because " + harmless(skipped.because)));
    for (const auto& remark : report.remarks)
        print(inked(Ink::faint, "  remark: ") + harmless(remark.text));
    for (const auto& repair : report.repairs)
        print("  repair " + repair.id + (repair.lossless ? "" : " (loses data)") + ": " + harmless(repair.title));
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "report_text.h"

#include "console.h"
#include "summary.h"

#include <algorithm>

namespace tscope::cli {

namespace {

std::string textOf(const Witness& witness)
{
    std::string out;
    for (const auto& [key, value] : witness.fields) {
        if (const auto* batch = std::get_if<Extents>(&value); key == "batch" && batch && batch->empty())
            continue;
        out += (out.empty() ? "" : ", ") + std::string(key) + " " + harmless(text(value));
    }
    return out;
}

std::string places(std::int64_t count)
{
    return count == 1 ? "1 place" : std::to_string(count) + " places";
}

std::string verdictOf(const Report& report)
{
    const auto isViolation = [](const Finding& finding) { return finding.level == Level::violation; };
    const auto broken = std::ranges::count_if(report.findings, isViolation);
    std::int64_t found = 0;
    for (const auto& finding : report.findings)
        if (isViolation(finding))
            found = saturatingAdd(found, finding.count);
    if (report.valid)
        return inked(Ink::good, "\u2713 valid");
    return inked(Ink::bad, "\u25b2 " + std::to_string(broken) + (broken == 1 ? " rule" : " rules") + " broken, " +
                               places(found));
}

void printFinding(const Finding& finding)
{
    const bool violation = finding.level == Level::violation;
    auto line = "  " +
                inked(violation ? Ink::bad : Ink::warning, (violation ? "\u25b2 " : "\u25c6 ") + finding.rule) +
                "  " + finding.statement + "  " + inked(Ink::faint, places(finding.count));
    if (!finding.consequenceOf.empty()) {
        line += inked(Ink::faint, ", follows from");
        for (const auto& rule : finding.consequenceOf)
            line += inked(Ink::faint, " " + rule);
    }
    print(line);
    for (const auto& witness : finding.witnesses)
        print("      " + textOf(witness));
    const auto hidden = finding.count - static_cast<std::int64_t>(finding.witnesses.size());
    if (hidden > 0)
        print(inked(Ink::faint, "      and " + std::to_string(hidden) + " more"));
}

} // namespace

void printReport(const Report& report, const Tensor& tensor, const std::string& name)
{
    print(inked(Ink::strong, titleOf(name)) + "  " + summaryOf(info(tensor)) + "  " + verdictOf(report) +
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

// SPDX-License-Identifier: Apache-2.0
#include "report_text.h"

#include "base/say.h"
#include "console.h"
#include "facts/place_pattern.h"
#include "facts/report_json.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"
#include "rules/places.h"

#include <algorithm>
#include <optional>

namespace tscope::cli {

namespace {

Line markedVerdict(const Report& report, const std::string& partly)
{
    const auto text = verdictText(report, partly);
    if (!report.valid)
        return inked(Ink::bad, "\u25b2 " + text);
    return partly.empty() ? inked(Ink::good, "\u2713 " + text) : inked(Ink::warning, "\u25c6 " + text);
}

// Without `all` the places that the report keeps.
void printFinding(const Tensor& tensor, const Finding& finding, Places* all, std::int64_t most)
{
    const bool violation = finding.level == Level::violation;
    auto line = "  " +
                inked(violation ? Ink::bad : Ink::warning, (violation ? "\u25b2 " : "\u25c6 ") + finding.rule) +
                "  " + finding.statement + "  " + inked(Ink::faint, placesText(finding.count));
    if (!finding.consequenceOf.empty()) {
        std::string rules;
        for (const auto& rule : finding.consequenceOf)
            rules += (rules.empty() ? "" : " ") + rule;
        line += inked(Ink::faint, say(", follows from {0}", rules));
    }
    print(line);
    std::int64_t told = 0;
    const auto tell = [&](const Witness& witness) {
        ++told;
        print("      " + placeSentence(tensor, finding.rule, witness));
        return true;
    };
    if (all != nullptr)
        all->forEach(finding, most, tell);
    else
        std::ranges::for_each(finding.witnesses, tell);
    const auto hidden = finding.count - told;
    if (hidden > 0)
        print(inked(Ink::faint, "      " + say("and {0#} more", hidden)));
    if (const auto pattern = all == nullptr ? std::string() : placePattern(tensor, finding, *all);
        !pattern.empty())
        print("      " + pattern);
}

} // namespace

void printReport(const Report& report, const Tensor& tensor, const std::string& name, const PlacesTold* places,
                 const std::string& partly)
{
    print(headingOf(info(tensor, name)) + "  " + markedVerdict(report, partly));
    for (const auto& cause : report.causes)
        print("  " + say("likely cause: {0}", cause.text));
    for (const auto& misreading : report.misreadings)
        print("  " + misreading.text);
    std::optional<Places> all;
    if (places != nullptr)
        all.emplace(tensor, places->contract);
    for (const auto& finding : report.findings)
        printFinding(tensor, finding, all ? &*all : nullptr, places != nullptr ? places->most : 0);
    for (const auto& skipped : report.skipped)
        print(inked(Ink::faint, "  \u2013 " + say("{0} not asked, because {1}", skipped.rule, skipped.because)));
    for (const auto& remark : report.remarks)
        print(inked(Ink::faint, say("  remark: ")) + remark.text);
    for (const auto& repair : report.repairs)
        print("  " + say("repair {0}: {1}", repair.id, repairText(repair)) +
              (repair.outcome ? inked(Ink::faint, "  " + outcomeText(*repair.outcome)) : ""));
}

void writeReport(const Report& report, const Tensor& tensor, const std::string& name, const std::string& file,
                 const PlacesTold& places, JsonList& list, std::optional<std::string> partly)
{
    list.next();
    tellReportJson(tensor, report, {name, file, places.contract, places.most, std::move(partly)}, writeJson);
}

} // namespace tscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "facts/findings_report.h"

#include "base/say.h"
#include "facts/contract_verdicts.h"
#include "facts/info.h"
#include "facts/markdown.h"
#include "facts/place_pattern.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"
#include "rules/contract_calls.h"
#include "rules/places.h"

#include <algorithm>

namespace tscope {

namespace {

std::string listed(const std::vector<std::string>& rules)
{
    std::string out;
    for (const auto& rule : rules)
        out += (out.empty() ? "" : " ") + rule;
    return out;
}

class FindingsTeller
{
public:
    FindingsTeller(const Tensor& tensor, const Report& report, const Contract& contract, const FindingsHead& head,
                   const std::function<void(const std::string&)>& line, const Watch& watch)
        : m_tensor(tensor), m_report(report), m_head(head), m_line(line), m_watch(watch),
          m_places(tensor, contract, watch)
    {
    }

    void tell()
    {
        const auto facts = info(m_tensor, m_head.name);
        m_line("# " + say("Findings on {0}", markdownCode(titleOf(m_head.name))));
        m_line("");
        tellFile(m_head, say(" (edited since, and not saved: the file itself has other findings)"), m_line);
        if (!m_head.program.empty())
            item(say("checked by {0} at {1}", m_head.program, m_head.checkedAt));
        item(say("tensor: {0}", markdownText(summaryOf(facts))));
        for (const auto& member : facts.members)
            item(memberLine(member, facts));
        item(say("verdict: {0}", markdownText(verdictText(m_report, m_head.partly))));
        acceptance();
        causes();
        findings(Level::violation, say("Broken rules"));
        findings(Level::advisory, say("Advisories"));
        rest();
    }

private:
    void heading(const std::string& text)
    {
        m_line("");
        m_line("## " + text);
        m_line("");
    }
    void item(const std::string& text) { m_line("- " + text); }

    // Pointers and indices by the words of the layout: what is "compressed" and "plain" in all compressed layouts
    // are row pointers and column indices in some, column pointers and row indices in others.
    std::string memberLine(const MemberInfo& member, const TensorInfo& facts) const
    {
        const auto isPointers = member.name == "compressed";
        if (!isPointers && member.name != "plain")
            return say("member {0}", markdownText(memberText(member, facts)));
        const auto role = isPointers ? say("{0} pointers", statementText(m_tensor, "{slice}"))
                                     : say("{0} indices", statementText(m_tensor, "{other}"));
        return markdownText(memberText(member, facts, role));
    }

    void acceptance()
    {
        const auto verdicts = verdictsOfContracts(m_tensor, m_report, m_watch);
        if (verdicts.empty()) // stopped
            return;
        heading(say("Who accepts it"));
        m_line("| " + say("contract") + " | " + say("verdict") + " | " + say("what judges it") + " |");
        m_line("| --- | --- | --- |");
        for (const auto& verdict : verdicts)
            m_line("| " + std::string(verdict.contract->name()) + " | " + acceptanceText(verdict) + " | " +
                   judgeText(verdict) + " |");
    }

    static std::string acceptanceText(const ContractVerdict& verdict)
    {
        switch (verdict.kind) {
        case ContractVerdict::Kind::valid:
            return say("valid");
        case ContractVerdict::Kind::layoutNotKnown:
            return say("layout not known");
        case ContractVerdict::Kind::broken:
            break;
        }
        return say("broken: {0}, {1}", listed(verdict.rules), placesText(verdict.places));
    }

    std::string judgeText(const ContractVerdict& verdict) const
    {
        const auto call = judgingCall(*verdict.contract, *m_tensor.layout);
        const auto purpose = markdownText(purposeOf(*verdict.contract));
        if (call.code.empty())
            return verdict.kind == ContractVerdict::Kind::layoutNotKnown ? purpose
                                                                         : say("{0}: no call checks it", purpose);
        return say("{0} {1}", markdownCode(std::string(call.code)), markdownText(call.effect));
    }

    void causes()
    {
        if (m_report.causes.empty() && m_report.misreadings.empty())
            return;
        heading(say("Likely causes"));
        for (const auto& cause : m_report.causes)
            item(say("{0} (explains {1})", markdownText(cause.text), listed(cause.rules)));
        for (const auto& misreading : m_report.misreadings)
            item(markdownText(misreading.text));
    }

    void findings(Level level, const std::string& title)
    {
        if (std::ranges::find(m_report.findings, level, &Finding::level) == m_report.findings.end())
            return;
        heading(title);
        const char* gap = nullptr;
        for (const auto& finding : m_report.findings) {
            if (finding.level != level)
                continue;
            if (gap != nullptr)
                m_line(gap);
            gap = "";
            m_line("### " + finding.rule + ": " + markdownText(finding.statement));
            m_line("");
            auto count = placesText(finding.count);
            if (!finding.consequenceOf.empty())
                count += say(", follows from {0}", listed(finding.consequenceOf));
            if (const auto pattern = placePattern(m_tensor, finding, m_places); !pattern.empty())
                count = say("{0}: {1}", count, pattern);
            m_line(count);
            m_line("");
            places(finding);
        }
    }

    void places(const Finding& finding)
    {
        std::int64_t told = 0;
        m_places.forEach(finding, m_head.mostPlaces, [&](const Witness& witness) {
            ++told;
            item(markdownText(placeSentence(m_tensor, finding.rule, witness)));
            return true;
        });
        if (told < finding.count)
            item(say("and {0#} more", finding.count - told));
    }

    void rest()
    {
        if (!m_report.skipped.empty())
            heading(say("Not asked"));
        for (const auto& skipped : m_report.skipped)
            item(markdownText(say("{0} not asked, because {1}", skipped.rule, skipped.because)));
        if (!m_report.remarks.empty())
            heading(say("Remarks"));
        for (const auto& remark : m_report.remarks)
            item(markdownText(remark.text));
        if (!m_report.repairs.empty())
            heading(say("Suggested repairs"));
        for (const auto& repair : m_report.repairs)
            item(markdownCode(repair.id) + ": " + markdownText(repairText(repair)) +
                 (repair.outcome ? ": " + markdownText(outcomeText(*repair.outcome)) : ""));
    }

    const Tensor& m_tensor;
    const Report& m_report;
    const FindingsHead& m_head;
    const std::function<void(const std::string&)>& m_line;
    const Watch& m_watch;
    Places m_places;
};

} // namespace

void tellFile(const FindingsHead& head, const std::string& ifEdited,
              const std::function<void(const std::string&)>& line)
{
    if (!head.file.empty())
        line("- " + say("file: {0}", markdownCode(head.file)) + (head.isEdited ? ifEdited : ""));
    if (head.sha256.empty())
        return;
    line("- " + say("SHA-256: {0}", markdownCode(head.sha256)));
    line("- " + say("size of the file: {0}, modified {1}", bytesText(head.bytes), head.modified));
}

void tellFindings(const Tensor& tensor, const Report& report, const Contract& contract, const FindingsHead& head,
                  const std::function<void(const std::string&)>& line, const Watch& watch)
{
    FindingsTeller(tensor, report, contract, head, line, watch).tell();
}

std::string findingsText(const Tensor& tensor, const Report& report, const Contract& contract,
                         const FindingsHead& head, const Watch& watch)
{
    std::string text;
    tellFindings(
        tensor, report, contract, head, [&](const std::string& line) { text += line + '\n'; }, watch);
    return text;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_report.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "facts/diff_list.h"
#include "facts/diff_text.h"
#include "facts/info.h"
#include "facts/markdown.h"
#include "facts/wording.h"

#include <charconv>
#include <iterator>
#include <utility>

namespace tscope {

namespace {

std::string trimmedLine(const DifferenceLine& line)
{
    auto text = plainText({line.words});
    const auto begin = text.find_first_not_of(" \n");
    const auto end = text.find_last_not_of(" \n");
    return begin == std::string::npos ? std::string() : text.substr(begin, end + 1 - begin);
}

std::string toleranceNumber(double number)
{
    char digits[32];
    return {digits, std::to_chars(digits, std::end(digits), number).ptr};
}

class DifferenceReport
{
public:
    void line(const std::string& text) { m_text += text + '\n'; }
    void item(const std::string& text) { line("- " + text); }
    void heading(const char* level, const std::string& text)
    {
        if (!m_text.ends_with("\n\n")) // as below another heading
            line("");
        line(level + text);
        line("");
    }

    void side(const std::string& title, const Tensor& tensor, const FindingsHead& head)
    {
        const auto preview = head.isPreview ? say(" (preview of a repair, not applied)") : std::string();
        heading("## ", title + ": " + markdownCode(titleOf(head.name)) + preview);
        tellFile(head, say(" (edited since, and not saved)"), [this](const std::string& text) { line(text); });
        const auto facts = info(tensor, head.name);
        item(say("tensor: {0}", markdownText(summaryOf(facts))));
        for (const auto& member : facts.members)
            item(say("member {0}", markdownText(memberText(member, facts))));
    }

    Result<void> group(const Tensor& a, const Tensor& b, const DifferenceGroup& group, std::int64_t most,
                       const Watch& watch, const DiffOptions& options)
    {
        heading("### ", markdownText(titleOf(group, a)) + " (" + grouped(group.count) + ")");
        const auto places = differencesOf(a, b, group, 0, most, watch, options);
        if (!places)
            return places.error();
        for (const auto& place : *places)
            item(markdownText(textOf(place, a)));
        if (const auto told = std::ssize(*places); told < group.count)
            item(say("and {0#} more", group.count - told));
        return {};
    }

    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
};

} // namespace

Result<std::string> differenceReport(const Tensor& a, const FindingsHead& first, const Tensor& b,
                                     const FindingsHead& second, const Watch& watch, const DiffOptions& options)
{
    const auto difference = diff(a, b, watch, options);
    if (!difference)
        return difference.error();
    DifferenceReport report;
    report.line("# " + say("Differences between {0} and {1}", markdownCode(titleOf(first.name)),
                           markdownCode(titleOf(second.name))));
    if (!first.program.empty()) {
        report.line("");
        report.item(say("compared by {0} at {1}", first.program, first.checkedAt));
    }
    report.side(say("First"), a, first);
    report.side(say("Second"), b, second);
    report.heading("## ", say("Summary"));
    const auto groups = differenceGroups(*difference, a, b, watch);
    if (const auto cause = explanationOf(groups, *difference, a, b); !cause.empty())
        report.item(markdownText(cause));
    for (const auto& line : tellDifference(*difference, a, b))
        report.item(markdownText(trimmedLine(line)));
    if (const auto& within = options.tolerance; within.relative != 0 || within.absolute != 0)
        report.item("rtol " + toleranceNumber(within.relative) + ", atol " + toleranceNumber(within.absolute) +
                    ": " + markdownText(toleranceText()));
    if (!groups.empty())
        report.heading("## ", say("Differences"));
    for (const auto& group : groups)
        if (const auto told = report.group(a, b, group, first.mostPlaces, watch, options); !told)
            return told.error();
    return report.take();
}

} // namespace tscope

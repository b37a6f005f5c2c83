// SPDX-License-Identifier: Apache-2.0
#include "timing/session_text.h"

#include "base/printable.h"
#include "base/say.h"
#include "timing/balance.h"
#include "timing/block_sizes.h"
#include "timing/break_even.h"
#include "timing/column_curves.h"
#include "timing/compared_session.h"
#include "timing/density_curves.h"
#include "timing/figure_text.h"
#include "timing/headline.h"
#include "timing/no_time.h"
#include "timing/noise.h"
#include "timing/number_text.h"
#include "timing/roofs.h"
#include "timing/stop.h"
#include "timing/thread_curves.h"
#include "timing/verdicts.h"
#include "timing/workload.h"

#include <algorithm>
#include <array>
#include <map>

namespace tscope::timing {

namespace {

using Line = std::vector<std::string>;

// Columns, not bytes: "µ" has two bytes, and Chinese characters take two columns (all that UTF-8 begins with
// these).
std::size_t widthOf(const std::string& text)
{
    std::size_t columns = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isWide = (byte >= 0xe3 && byte <= 0xe9) || byte == 0xef;
        columns += (byte & 0xc0U) == 0x80U ? 0 : isWide ? 2 : 1;
    }
    return columns;
}

// The first column to the left, numbers to the right; the last one, of words, as it is.
std::vector<std::string> aligned(std::vector<Line> lines)
{
    std::vector<std::size_t> widths;
    for (auto& line : lines)
        for (std::size_t c = 0; c < line.size(); ++c) {
            line[c] = printable(line[c]); // as wide as it will be shown
            widths.resize(std::max(widths.size(), c + 1));
            widths[c] = std::max(widths[c], widthOf(line[c]));
        }
    std::vector<std::string> out;
    for (const auto& line : lines) {
        std::string text = " ";
        for (std::size_t c = 0; c < line.size(); ++c) {
            const std::string space(widths[c] - widthOf(line[c]), ' ');
            const bool isLast = c + 1 == widths.size();
            text += " " + (c == 0 ? line[c] + space : isLast ? " " + line[c] : " " + space + line[c]);
        }
        while (text.ends_with(' '))
            text.pop_back();
        out.push_back(std::move(text));
    }
    return out;
}

std::string timeOf(const Figure& figure)
{
    return figure.isThere() ? timeText(figure.median().value) : "";
}

std::string intervalOf(const Figure& figure)
{
    const auto count = figure.samples.size();
    if (count == 1)
        return say("measured once");
    const auto median = figure.median();
    const auto ends = timeRangeText(median);
    return count < samplesForInterval ? say("{0} in {1} samples", ends, count) : ends;
}

std::string withReason(const std::string& verdict, const std::string& why)
{
    return why.empty() ? verdict : say("{0}: {1}", verdict, why);
}

std::string roofText(const Roof& roof)
{
    const auto spread = spreadTextOf(roof);
    return spread.empty() ? say("{0} {1}", nameOf(roof), rateTextOf(roof))
                          : say("{0} {1} ({2})", nameOf(roof), rateTextOf(roof), spread);
}

class Text
{
public:
    explicit Text(const Session& session) : m_session(session), m_compared(session)
    {
        for (const auto& breakEven : breakEvensOf(session))
            m_paysAfter.emplace(&session.rows[breakEven.row], shortText(breakEven));
    }

    std::vector<std::string> all()
    {
        tellHeadlines();
        for (const auto& subject : m_session.subjects)
            if (subject.patternOf.empty()) // what others were made of tells of them
                tell(subject);
        tellTrust();
        return std::move(m_lines);
    }

private:
    // The answer comes first, the tables behind it.
    void tellHeadlines()
    {
        const bool areMany = std::ranges::count(m_session.subjects, "", &Subject::patternOf) > 1;
        const auto headlines = headlinesOf(m_session);
        if (const auto overview = overviewOf(m_session, headlines); !overview.empty())
            m_lines.push_back(printable(text(overview)));
        for (const auto& headline : headlines) {
            m_lines.push_back((areMany ? say("{0}: ", printable(headline.tensor)) : "") + textWithTrust(headline));
            if (!headline.why.empty())
                m_lines.push_back("  " + say("Why: {0}", text(headline.why)));
        }
        if (!m_lines.empty())
            m_lines.emplace_back();
    }

    void tell(const Subject& subject)
    {
        m_lines.push_back((subject.name.empty() ? "" : subject.name + "  ") +
                          say("{0} {1}, {2}, {3} stored", text(subject.given), subject.given.dtype,
                              tscope::text(subject.size), countText(subject.stored)));
        if (const auto balance = balanceText(subject); !balance.empty())
            m_lines.push_back("  " + balance);
        std::vector<std::pair<std::string, std::string>> done; // op and device, in the order of the plan
        for (const auto& row : m_session.rows)
            if (const std::pair key(row.op, row.device);
                row.tensor == subject.name && std::ranges::find(done, key) == done.end()) {
                done.push_back(key);
                tellOperation(subject, row.op, row.device);
            }
        for (const auto& [op, device] : done)
            tellDensities(subject, op, device);
        tellThreads(subject, done);
        tellColumns(subject, done);
        tellFootprints(subject);
    }

    // The same pattern with fewer and more entries: a line for each density, a column for each form.
    void tellDensities(const Subject& subject, const std::string& op, const std::string& device)
    {
        const auto curves = densityCurvesOf(m_session, subject.name, op, device);
        if (curves.curves.empty())
            return;
        std::vector<Line> lines{{say("{0} on {1}, entries of the elements", op, device)}};
        for (const auto& curve : curves.curves)
            lines.front().push_back(curve.name);
        lines.front().emplace_back(); // of words there are none
        for (const auto density : curves.densities()) {
            lines.push_back({percentText(density) + (density == curves.here ? say(", as given") : "")});
            for (const auto& curve : curves.curves) {
                const auto* point = pointAt(curve, density);
                lines.back().push_back(point != nullptr ? timeText(point->time.value) : "");
            }
        }
        m_lines.emplace_back();
        std::ranges::move(aligned(std::move(lines)), std::back_inserter(m_lines));
        for (const auto& sentence : sentencesOf(curves))
            m_lines.push_back("  " + sentence);
    }

    // What more threads of the processor bring, once for each operation.
    void tellThreads(const Subject& subject, const std::vector<std::pair<std::string, std::string>>& done)
    {
        std::vector<std::string_view> told;
        for (const auto& [op, device] : done) {
            const auto sentences = std::ranges::find(told, op) == told.end()
                                       ? sentencesOf(threadCurvesOf(m_session, subject.name, op))
                                       : std::vector<std::string>();
            told.push_back(op);
            if (sentences.empty())
                continue;
            m_lines.emplace_back();
            m_lines.push_back(say("{0}, threads of the CPU", op));
            for (const auto& sentence : sentences)
                m_lines.push_back("  " + sentence);
        }
    }

    // Which form is the fastest for which k, once for each operation that was measured with several.
    void tellColumns(const Subject& subject, const std::vector<std::pair<std::string, std::string>>& done)
    {
        std::vector<std::string> told;
        for (const auto& [op, device] : done) {
            const auto kind = workloadKindOf(op);
            if (std::ranges::find(told, kind) != told.end())
                continue;
            told.push_back(kind);
            const auto curves = columnCurvesOf(m_session, subject.name, op);
            if (curves.sentences.empty())
                continue;
            m_lines.emplace_back();
            for (const auto& sentence : curves.sentences)
                m_lines.push_back("  " + sentence);
        }
    }

    void tellOperation(const Subject& subject, const std::string& op, const std::string& device)
    {
        std::vector<const Row*> measured, others;
        for (const auto& row : m_session.rows) {
            if (row.tensor != subject.name || row.op != op || row.device != device)
                continue;
            (row.status == Status::ok ? measured : others).push_back(&row);
        }
        std::ranges::stable_sort(measured, {}, [](const Row* row) { return row->warm.median().value; });
        std::vector<Line> lines{{say("{0} on {1}", op, device), say("time"), say("95 % interval"),
                                 say("caches empty"), say("whole call"), "GB/s", say("of its limit"),
                                 say("conversion"), say("pays off after"), ""}};
        for (const auto* row : measured)
            lines.push_back({m_compared.names.of(row->variant), timeOf(row->warm), intervalOf(row->warm),
                             timeOf(row->cold), timeOf(row->endToEnd.isThere() ? row->endToEnd : row->call),
                             significant(row->gigabytesPerSecond(), 3), shareOf(*row),
                             row->conversion.isThere() ? timeAndInterval(row->conversion) : std::string(),
                             paysAfter(*row), row->isChecked ? "" : say("not checked")});
        std::vector<Line> untimed; // below the columns, which they would widen
        for (const auto* row : others)
            untimed.push_back({m_compared.names.of(row->variant), timing::text(noTimeOf(*row))});
        m_lines.emplace_back();
        std::ranges::move(aligned(std::move(lines)), std::back_inserter(m_lines));
        std::ranges::move(aligned(std::move(untimed)), std::back_inserter(m_lines));
        for (const auto& verdict : m_session.verdicts) {
            const auto& a = m_session.rows[verdict.a];
            if (a.tensor == subject.name && a.op == op && a.device == device)
                m_lines.push_back("  " + withReason(sentenceOf(m_compared, verdict), whyOf(m_compared, verdict)));
        }
    }

    void tellFootprints(const Subject& subject)
    {
        std::vector<Line> lines{{say("bytes of"), say("all"), say("fill"), ""}};
        for (const auto& footprint : m_session.footprints) {
            if (footprint.tensor != subject.name)
                continue;
            std::string members;
            for (const auto& member : footprint.members)
                members += (members.empty() ? "" : ", ") + member.role + " " + amountText(member.bytes);
            lines.push_back({m_compared.names.of(footprint.variant), amountText(footprint.bytes()),
                             footprint.fill > 0 ? say("{0} elements", countText(footprint.fill)) : "", members});
        }
        if (lines.size() < 2)
            return;
        m_lines.emplace_back();
        std::ranges::move(aligned(std::move(lines)), std::back_inserter(m_lines));
        if (const auto sentence = sentenceOnBlocks(blockSizesOf(m_session, subject.name)))
            m_lines.push_back("  " + text(*sentence));
    }

    void tellTrust()
    {
        m_lines.emplace_back();
        for (const auto& limits : m_session.limits)
            tellLimits(limits);
        const Noise noise(m_session);
        m_lines.push_back(
            say("{0}, {1} {2}", m_session.machine.processor, m_session.machine.threads,
                m_session.machine.threads == 1 ? say("thread") : say("threads")) +
            (noise.isUnknown()      ? say("; one round: verdicts do not allow for differences between rounds")
             : noise.text().empty() ? ""
                                    : say("; over all operations, repeated rounds differ by {0}", noise.text())));
        std::ranges::move(remarksOnLimits(m_session), std::back_inserter(m_lines));
        for (const auto& remark : m_session.machine.remarks)
            m_lines.push_back(remark);
        if (const auto stop = stopOf(m_session))
            m_lines.push_back(timing::text(sentencesOf(*stop)));
    }

    // The limits that bound rows of this session, as measured with it.
    void tellLimits(const Limits& limits)
    {
        std::vector<const Row*> rows;
        for (const auto& row : m_session.rows)
            if (limitsFor(row, m_session) == &limits && row.warm.isThere())
                rows.push_back(&row);
        std::string all;
        for (const auto& roof : roofsOf(limits, rows))
            all += (all.empty() ? "" : say("; ")) + roofText(roof);
        if (!all.empty() && !rows.empty())
            m_lines.push_back(say("measured limits of {0}: {1}", limits.device, all));
    }

    std::string shareOf(const Row& row) const
    {
        const auto limit = limitOf(row, m_session);
        return limit ? shortText(*limit) : "";
    }

    // Empty where it is not known, as of rows that were not checked and of devices that the host plays.
    std::string paysAfter(const Row& row) const
    {
        const auto found = m_paysAfter.find(&row);
        return found == m_paysAfter.end() ? "" : found->second;
    }

    const Session& m_session;
    std::map<const Row*, std::string> m_paysAfter;
    const ComparedSession m_compared;
    std::vector<std::string> m_lines;
};

} // namespace

std::vector<std::string> linesOf(const Session& session)
{
    return Text(session).all();
}

} // namespace tscope::timing

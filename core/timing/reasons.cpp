// SPDX-License-Identifier: Apache-2.0
#include "timing/reasons.h"

#include "timing/number_text.h"

#include <algorithm>
#include <vector>

namespace tscope::timing {

namespace {

// Below this a difference in what is moved explains no difference in time.
constexpr double leastShare = 0.05;

std::string bytesReason(const Row& subject, const Row& other, bool isFaster)
{
    const auto mine = static_cast<double>(subject.bytes), theirs = static_cast<double>(other.bytes);
    const bool doesExplain = isFaster ? mine <= theirs * (1 - leastShare) : mine * (1 - leastShare) >= theirs;
    return subject.bytes > 0 && other.bytes > 0 && doesExplain
               ? "it moves " + (mine < theirs ? percentText(mine / theirs) + " of the bytes"
                                              : ratioText(mine / theirs) + "x the bytes")
               : std::string();
}

const char* fillWord(const Variant& variant)
{
    const bool isOfComponents = variant.layout == "nested" || variant.layout == "jagged";
    return variant.isPadded ? "padding" : isOfComponents ? "unused" : "zeros";
}

std::string fillReason(const Session& session, const Row& faster, const Row& slower, bool isAboutFaster)
{
    const auto much = fillShare(session, slower.tensor, slower.variant);
    if (much < fillShare(session, faster.tensor, faster.variant) + leastShare)
        return {};
    const auto form = slower.variant.layout == "strided" && !slower.variant.isPadded ? std::string("dense")
                                                                                     : text(slower.variant);
    return percentText(much) + " of " + (isAboutFaster ? "the " + form + " values" : "its values") + " are " +
           fillWord(slower.variant);
}

double shareOf(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Their rows are what threads are given, and a long one is cut into few pieces.
bool isSplitByRows(const Variant& variant)
{
    return variant.layout == "csr" || variant.layout == "bsr";
}

std::string balanceReason(const Session& session, const Row& faster, const Row& slower)
{
    const auto subject = std::ranges::find(session.subjects, slower.tensor, &Subject::name);
    if (subject == session.subjects.end() || subject->stored <= 0 || slower.device != "cpu" ||
        !isSplitByRows(slower.variant) || isSplitByRows(faster.variant))
        return {};
    // Elements that are stored are more than entries, where blocks are filled or have a dense tail.
    const auto& spread = subject->spread;
    const auto entries = spread.rows > 0 ? spread.entries : subject->stored;
    const auto share = shareOf(subject->longestRow, entries);
    if (!(share * session.machine.threads > 1 + leastShare) || subject->rows < 2)
        return {};
    const auto all = std::to_string(subject->rows), much = percentText(share) + " of the entries";
    return spread.rows > 0 ? "row " + std::to_string(spread.firstLongest) + " of " + all + " has " + much +
                                 ", the median row " + percentText(shareOf(spread.median, entries))
                           : "one of " + all + " rows has " + much;
}

} // namespace

double fillShare(const Session& session, const std::string& tensor, const Variant& variant)
{
    const auto footprint = std::ranges::find_if(session.footprints, [&](const FootprintRow& row) {
        return row.tensor == tensor && row.variant == variant;
    });
    return footprint == session.footprints.end() ? 0 : footprint->fillShare();
}

std::string whyFaster(const Session& session, std::size_t faster, std::size_t slower, bool isAboutFaster)
{
    const auto &fast = session.rows[faster], &slow = session.rows[slower];
    if (fast.device != slow.device)
        return {}; // bytes and fill are the same there, and memories are not
    std::string out;
    for (const auto& reason :
         {bytesReason(isAboutFaster ? fast : slow, isAboutFaster ? slow : fast, isAboutFaster),
          fillReason(session, fast, slow, isAboutFaster), balanceReason(session, fast, slow)})
        if (!reason.empty())
            out += (out.empty() ? "" : "; ") + reason;
    return out;
}

} // namespace tscope::timing

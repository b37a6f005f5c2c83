// SPDX-License-Identifier: Apache-2.0
#include "timing/reasons.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tscope::timing {

namespace {

// Below this a difference in what is moved explains no difference in time.
constexpr double leastShare = 0.05;

// Where fewer bytes explain a part of the difference only, the rest is in the rates. `fast` took less time.
std::string withRest(std::string reason, const Row& fast, const Row& slow, bool isAboutFaster)
{
    constexpr double leastRest = 1.1;
    if (!fast.warm.isThere() || !slow.warm.isThere())
        return reason;
    const auto fastTime = fast.warm.median().value, slowTime = slow.warm.median().value;
    const auto times = slowTime / fastTime;
    const auto less = static_cast<double>(fast.bytes), more = static_cast<double>(slow.bytes);
    const auto ofBytes = more / less;
    if (!(times > leastRest * ofBytes))
        return reason;
    const auto high = significant(less / fastTime, 3), low = significant(more / slowTime, 3);
    return isAboutFaster
               ? say("{0}, which explains {1}x of {2}x; the rest is the higher rate ({3} against {4} GB/s)",
                     reason, ratioText(ofBytes), ratioText(times), high, low)
               : say("{0}, which explains {1}x of {2}x; the rest is the lower rate ({3} against {4} GB/s)", reason,
                     ratioText(ofBytes), ratioText(times), low, high);
}

std::string bytesReason(const Row& fast, const Row& slow, bool isAboutFaster)
{
    const auto less = static_cast<double>(fast.bytes), more = static_cast<double>(slow.bytes);
    if (fast.bytes <= 0 || slow.bytes <= 0 || less > more * (1 - leastShare))
        return {};
    auto reason = isAboutFaster ? say("it moves {0} of the bytes", percentText(less / more))
                                : say("it moves {0}x the bytes", ratioText(more / less));
    return withRest(std::move(reason), fast, slow, isAboutFaster);
}

std::string fillReason(const Session& session, const Row& faster, const Row& slower, bool isAboutFaster)
{
    const auto much = fillShare(session, slower.tensor, slower.variant);
    if (much < fillShare(session, faster.tensor, faster.variant) + leastShare)
        return {};
    const auto form = slower.variant.layout == "strided" && !slower.variant.isPadded ? std::string("dense")
                                                                                     : text(slower.variant);
    const auto fill = fillWord(slower.variant);
    return isAboutFaster ? say("{0} of the {1} values are {2}", percentText(much), form, fill)
                         : say("{0} of its values are {1}", percentText(much), fill);
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
    if (subject == session.subjects.end() || subject->stored <= 0 || !isProcessor(slower.device) ||
        !isSplitByRows(slower.variant) || isSplitByRows(faster.variant))
        return {};
    // Elements that are stored are more than entries, where blocks are filled or have a dense tail.
    const auto& spread = subject->spread;
    const auto entries = spread.rows > 0 ? spread.entries : subject->stored;
    const auto share = shareOf(subject->longestRow, entries);
    if (!(share * threadsOf(slower.device, session.machine.threads) > 1 + leastShare) || subject->rows < 2)
        return {};
    const auto much = percentText(share);
    return spread.rows > 0 ? say("row {0} of {1} has {2} of the entries, the median row {3}", spread.firstLongest,
                                 subject->rows, much, percentText(shareOf(spread.median, entries)))
                           : say("one of {0} rows has {1} of the entries", subject->rows, much);
}

} // namespace

std::string fillWord(const Variant& variant)
{
    const bool isOfComponents = variant.layout == "nested" || variant.layout == "jagged";
    return variant.isPadded ? say("padding") : isOfComponents ? say("unused") : say("zeros");
}

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
    for (const auto& reason : {bytesReason(fast, slow, isAboutFaster),
                               fillReason(session, fast, slow, isAboutFaster), balanceReason(session, fast, slow)})
        if (!reason.empty())
            out += (out.empty() ? "" : say("; ")) + reason;
    return out;
}

} // namespace tscope::timing

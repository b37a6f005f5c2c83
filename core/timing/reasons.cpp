// SPDX-License-Identifier: Apache-2.0
#include "timing/reasons.h"

#include "base/say.h"
#include "timing/causes.h"
#include "timing/number_text.h"
#include "timing/roofs.h"
#include "timing/timed_device.h"

#include <algorithm>

namespace tscope::timing {

namespace {

// Below this a difference in an amount explains no difference in time.
constexpr double leastShare = 0.05;

// How two rows differ in an amount that both have to get through, bytes or arithmetic: `fast` took less time.
struct Amounts {
    double more = 1;           // times as much for the slower one
    double times = 1;          // times as long
    std::string timesText;     // the same, as the sentence on the two writes it
    bool isOfBytes = true;     // else of arithmetic
    bool isExplaining = false; // the slower one has more of it

    // How much faster the faster one is with each byte or operation.
    double perUnit() const { return times / more; }
    bool isHigherRate() const { return perUnit() > mostAlike; }
    bool isLowerRate() const { return perUnit() < 1 / mostAlike; }
    static constexpr double mostAlike = 1.1;
};

// Arithmetic explains a time that arithmetic limits, bytes any other.
Amounts amountsOf(const ComparedSession& compared, std::size_t faster, std::size_t slower)
{
    const auto& session = compared.session;
    Amounts out;
    const auto &fast = session.rows[faster], &slow = session.rows[slower];
    if (!fast.warm.isThere() || !slow.warm.isThere())
        return out;
    const auto ratio = compared.comparison.ratio(faster, slower);
    out.times = ratio.value;
    out.timesText = ratioTexts(ratio).value;
    const auto limit = limitOf(slow, session);
    out.isOfBytes = !limit || limit->roof.isOfBytes();
    const auto less = out.isOfBytes ? fast.bytes : fast.flops, more = out.isOfBytes ? slow.bytes : slow.flops;
    if (less <= 0 || more <= 0)
        return out;
    out.more = static_cast<double>(more) / static_cast<double>(less);
    const bool doBytesCount =
        !out.isOfBytes || !(doInstructionsSetPace(session, fast) || doInstructionsSetPace(session, slow));
    out.isExplaining = doBytesCount && static_cast<double>(less) <= static_cast<double>(more) * (1 - leastShare);
    return out;
}

std::string bytesReason(const Amounts& amounts, bool isAboutFaster)
{
    const auto more = ratioText(amounts.more), all = amounts.timesText;
    if (amounts.isHigherRate()) {
        const auto each = ratioText(amounts.perUnit());
        return isAboutFaster
                   ? say("it moves {0}x fewer bytes, and each byte {1}x faster; together {2}x", more, each, all)
                   : say("it moves {0}x the bytes, and each byte {1}x slower; together {2}x", more, each, all);
    }
    if (amounts.isLowerRate()) {
        const auto each = ratioText(1 / amounts.perUnit());
        return isAboutFaster ? say("it moves {0}x fewer bytes, but handles each byte {1}x slower; overall {2}x",
                                   more, each, all)
                             : say("it moves {0}x the bytes, at {1}x the rate; together {2}x", more, each, all);
    }
    return isAboutFaster ? say("it moves {0} of the bytes", percentText(1 / amounts.more))
                         : say("it moves {0}x the bytes", more);
}

std::string arithmeticReason(const Amounts& amounts, bool isAboutFaster)
{
    const auto more = ratioText(amounts.more), all = amounts.timesText;
    if (amounts.isHigherRate()) {
        const auto each = ratioText(amounts.perUnit());
        return isAboutFaster
                   ? say("it does {0}x less arithmetic, at {1}x the rate; together {2}x", more, each, all)
                   : say("it does {0}x the arithmetic, at a rate {1}x lower; together {2}x", more, each, all);
    }
    if (amounts.isLowerRate()) {
        const auto each = ratioText(1 / amounts.perUnit());
        return isAboutFaster
                   ? say("it does {0}x less arithmetic, though at a rate {1}x lower; together {2}x", more, each,
                         all)
                   : say("it does {0}x the arithmetic, at {1}x the rate; together {2}x", more, each, all);
    }
    return isAboutFaster ? say("it does {0} of the arithmetic", percentText(1 / amounts.more))
                         : say("it does {0}x the arithmetic", more);
}

std::string amountReason(const Amounts& amounts, bool isAboutFaster)
{
    if (!amounts.isExplaining)
        return {};
    return amounts.isOfBytes ? bytesReason(amounts, isAboutFaster) : arithmeticReason(amounts, isAboutFaster);
}

// Fewer bytes may fit into a cache, and more not: then each of them is moved faster too.
std::string cacheReason(const Session& session, const Row& fast, const Row& slow, const Amounts& amounts,
                        bool isAboutFaster)
{
    const auto *ofFast = limitsFor(fast, session), *ofSlow = limitsFor(slow, session);
    if (ofFast == nullptr || ofSlow == nullptr || !amounts.isExplaining || !amounts.isOfBytes ||
        !amounts.isHigherRate())
        return {};
    const auto cache = bandwidthFor(fast.bytes, *ofFast), memory = bandwidthFor(slow.bytes, *ofSlow);
    if (cache.kind != Roof::Kind::cache || memory.kind != Roof::Kind::memory ||
        !(cache.rate > Amounts::mostAlike * memory.rate))
        return {};
    const auto few = amountText(fast.bytes), many = amountText(slow.bytes), high = significant(cache.rate, 3),
               low = significant(memory.rate, 3);
    return isAboutFaster
               ? say("its {0} likely come from a cache, the {1} of the other from memory ({2} against {3} "
                     "GB/s were measured)",
                     few, many, high, low)
               : say("its {0} likely come from memory, the {1} of the other from a cache ({2} against {3} "
                     "GB/s were measured)",
                     many, few, low, high);
}

std::string threadsReason(const Row& fast, const Row& slow, bool isAboutFaster)
{
    const auto many = fast.threadsUsed, few = slow.threadsUsed;
    if (few <= 0 || many <= few)
        return {};
    return isAboutFaster ? say("it used more threads ({0} against {1})", many, few)
                         : say("it used fewer threads ({0} against {1})", few, many);
}

// Indices have to be read and followed before the values are known that belong to them.
std::string indexReason(const Session& session, const Row& fast, const Row& slow, const Amounts& amounts,
                        bool isAboutFaster)
{
    constexpr double least = 1, leastTimes = 2; // bytes for each value; those of the faster one
    // Fewer indices are no reason where all bytes together are more.
    if ((amounts.isExplaining && !amounts.isHigherRate()) || fast.bytes > slow.bytes)
        return {};
    const auto many = indexBytesPerEntry(session, slow), few = indexBytesPerEntry(session, fast);
    if (!many || !few || *many < least || *many < leastTimes * *few)
        return {};
    return isAboutFaster ? say("for each entry it reads {0} bytes of indices, the other {1}", significant(*few),
                               significant(*many))
                         : say("for each entry it reads {0} bytes of indices, the other {1}", significant(*many),
                               significant(*few));
}

std::string fillReason(const ComparedSession& compared, const Row& faster, const Row& slower, bool isAboutFaster)
{
    const auto& session = compared.session;
    const auto much = fillShare(session, slower.tensor, slower.variant);
    if (much < fillShare(session, faster.tensor, faster.variant) + leastShare)
        return {};
    const auto form = slower.variant.layout == "strided" && !slower.variant.isPadded
                          ? std::string("dense")
                          : compared.names.of(slower.variant);
    const auto fill = fillWord(slower.variant);
    return isAboutFaster ? say("{0} of the {1} values are {2}", percentText(much), form, fill)
                         : say("{0} of its values are {1}", percentText(much), fill);
}

// Products add up the entries of a row in registers where these follow each other. Other forms of the tensor are
// made in order.
std::string orderReason(const Session& session, const Row& slower, bool isAboutFaster)
{
    const auto subject = std::ranges::find(session.subjects, slower.tensor, &Subject::name);
    const auto kind = workloadKindOf(slower.op);
    if (subject == session.subjects.end() || subject->isInRowOrder.value_or(true) ||
        slower.variant != subject->given || (kind != "spmv" && kind != "spmm"))
        return {};
    return isAboutFaster ? say("the entries of the other are not in the order of rows")
                         : say("its entries are not in the order of rows");
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

std::string whyFaster(const ComparedSession& compared, std::size_t faster, std::size_t slower, bool isAboutFaster)
{
    const auto& session = compared.session;
    const auto &fast = session.rows[faster], &slow = session.rows[slower];
    if (fast.device != slow.device)
        return {}; // bytes and fill are the same there, and memories are not
    std::string out;
    const auto amounts = amountsOf(compared, faster, slower);
    for (const auto& reason :
         {amountReason(amounts, isAboutFaster), cacheReason(session, fast, slow, amounts, isAboutFaster),
          threadsReason(fast, slow, isAboutFaster), indexReason(session, fast, slow, amounts, isAboutFaster),
          fillReason(compared, fast, slow, isAboutFaster), balanceReason(session, fast, slow),
          orderReason(session, slow, isAboutFaster)})
        if (!reason.empty())
            out += (out.empty() ? "" : say("; ")) + reason;
    return out;
}

} // namespace tscope::timing

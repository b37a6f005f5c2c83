// SPDX-License-Identifier: Apache-2.0
#include "array/index_reader.h"
#include "layouts/compressed/advice.h"
#include "layouts/shared/causes.h"
#include "tensor/tensor.h"

#include <algorithm>
#include <map>
#include <set>

namespace tscope::compressed {

namespace {

// Metadata first: what is wrong there makes the data rules speak of the wrong places.
bool pointersEndWithPlain(const Reading&, const Finding& lengths, const Finding& brought)
{
    if (brought.rule != "5.2" || lengths.witnesses.empty() || brought.witnesses.empty())
        return true;
    const auto plain = number(lengths.witnesses.front(), "actual");
    return plain && plain == number(brought.witnesses.front(), "actual");
}

std::string sayPointerCount(const Reading& reading, const Report& report, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto& first = finding.witnesses.front();
    const auto expected = number(first, "expected");
    const auto actual = number(first, "actual");
    if (!expected || !actual)
        return {};
    std::string out = "compressed has " + std::to_string(*actual) + " pointers, the size asks for " +
                      std::to_string(*expected) + ": ";
    const auto stored = reading.outline().nnz;
    if (stored && *actual == *stored && report.find("5.3"))
        return out + "they look like one index per entry, not like pointers";
    if (*actual == *expected - 1)
        return out + (report.find("5.1") ? "the leading 0 is missing" : "one is missing");
    return out + (*actual > *expected ? "some are too many, or the size is too small"
                                      : "some are missing, or the size is too large");
}

std::string sayLengths(const Reading&, const Report&, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto& first = finding.witnesses.front();
    const auto expected = number(first, "expected");
    const auto actual = number(first, "actual");
    if (!expected || !actual)
        return {};
    return "plain has " + std::to_string(*actual) + " entries and values has " + std::to_string(*expected);
}

constexpr Origin metadataTable[]{
    {.rule = "2.4"},
    {.rule = "2.1"},
    {.rule = "2.2"},
    {.rule = "2.3"},
    {.rule = "STR-2.1", .brings = "CU-10"},
    {.rule = "1.3", .brings = "1.1 1.2 1.6"},
    {.rule = "1.1", .brings = "1.2"},
    {.rule = "1.2"},
    {.rule = "1.4", .brings = "1.5 SP-2 CU-1"},
    {.rule = "1.5", .brings = "SP-2 CU-1"},
    {.rule = "4.1", .brings = "4.2 4.3 4.4 CU-9"},
    {.rule = "4.6", .brings = "4.1 4.2 4.3 4.4 CU-9"},
    {.rule = "4.2", .brings = "4.3 4.4 CU-9"},
    {.rule = "4.3", .brings = "4.4 CU-9"},
    {.rule = "4.4", .brings = "CU-9"},
    {.rule = "4.5"},
    {.rule = "6.1"},
    {.rule = "3.2", .brings = "3.3 3.4 3.1"},
    {.rule = "3.3", .brings = "3.4 3.9"},
    {.rule = "3.4", .brings = "3.1"},
    {.rule = "3.10",
     .brings = "3.1 3.7 3.8 CU-3",
     .explains =
         [](const Reading&, const Finding& origin, const Finding& brought) {
             // A block of 0 counts as 1 from then on, which is what size is measured by.
             return brought.rule == "3.7" || brought.rule == "CU-3" ||
                    (!origin.witnesses.empty() && word(origin.witnesses.front(), "kind") == "block");
         }},
    {.rule = "3.1", .brings = "3.8 3.9 3.10 3.11 1.6 5.3 5.5 5.6 CU-2 CU-4"},
    {.rule = "3.5", .brings = "3.8"},
    {.rule = "3.6"},
    {.rule = "3.8", .brings = "3.9 3.10 5.1 5.2 5.3 5.5 5.6 3.11 CU-4 CU-5", .text = sayPointerCount},
    {.rule = "3.9", .brings = "5.2", .explains = pointersEndWithPlain, .text = sayLengths},
    {.rule = "1.6"},
    {.rule = "3.11", .brings = "CU-2"},
};

// A pointer under suspicion, and the rules that point at it.
struct Suspect {
    std::set<std::string> rules;
    std::int64_t low = 0, high = 0; // between which it should lie
    std::int64_t actual = 0;
};

// Looks at the pointers around those that 5.1, 5.2 and 5.3 name and asks of each break which of the two pointers
// can be the wrong one: the one without which its neighbours are in order.
class PointerSuspects
{
public:
    using Place = std::pair<Extents, std::int64_t>; // batch, position

    PointerSuspects(const Reading& reading, const Report& report, const Member& member)
        : m_pointers(member.array), m_sizes(member.array.geometry.sizes),
          m_last(m_sizes.empty() ? -1 : m_sizes.back() - 1)
    {
        if (m_last < 0)
            return;
        const auto outline = reading.outline();
        m_stored = outline.nnz;
        if (const auto* first = report.find("5.1"))
            for (const auto& witness : first->witnesses)
                suspect({extents(witness, "batch"), 0}, "5.1");
        if (const auto* last = report.find("5.2"))
            for (const auto& witness : last->witnesses)
                suspect({extents(witness, "batch"), m_last}, "5.2");
        if (const auto* steps = report.find("5.3"))
            for (const std::string_view kind : {"decreasing", "too_many"})
                for (const auto& witness : steps->witnesses)
                    if (word(witness, "kind") == kind)
                        blame(witness);
    }

    const std::map<Place, Suspect>& all() const { return m_suspects; }
    std::int64_t at(const Extents& batch, std::int64_t i) const
    {
        auto index = batch;
        index.push_back(i);
        return m_pointers.at(positionOf(m_sizes, index));
    }
    std::int64_t slotOf(const Place& place) const
    {
        auto index = place.first;
        index.push_back(place.second);
        return positionOf(m_sizes, index);
    }
    std::int64_t last() const { return m_last; }

private:
    void suspect(const Place& place, const std::string& rule)
    {
        auto& entry = m_suspects[place];
        entry.rules.insert(rule);
        entry.actual = at(place.first, place.second);
        entry.low = place.second == 0 ? 0 : at(place.first, place.second - 1);
        entry.high = place.second == m_last ? m_stored.value_or(entry.low) : at(place.first, place.second + 1);
        if (place.second == 0)
            entry.high = 0;
        if (place.second == m_last && m_stored)
            entry.low = *m_stored;
    }

    bool isSuspect(const Place& place) const { return m_suspects.contains(place); }

    // Whether the neighbours of pointer c are in order without it.
    bool canBeWrong(const Extents& batch, std::int64_t c) const
    {
        if (c == 0 || c == m_last)
            return isSuspect({batch, c});
        return at(batch, c - 1) <= at(batch, c + 1);
    }

    bool isOutside(std::int64_t pointer) const { return pointer < 0 || (m_stored && pointer > *m_stored); }

    void blame(const Witness& witness)
    {
        const auto batch = extents(witness, "batch");
        const auto i = number(witness, "i").value_or(1);
        if (i < 1 || i > m_last)
            return;
        const Place before{batch, i - 1}, after{batch, i};
        const bool known = isSuspect(before) || isSuspect(after);
        if (word(witness, "kind") == "too_many" && known) {
            m_suspects[isSuspect(before) ? before : after].rules.insert("5.3");
            return;
        }
        const bool beforeCan = canBeWrong(batch, i - 1), afterCan = canBeWrong(batch, i);
        bool isBefore = beforeCan && !afterCan;
        if (beforeCan && afterCan)
            isBefore = isSuspect(before)
                           ? !isSuspect(after)
                           : !isSuspect(after) && isOutside(at(batch, i - 1)) && !isOutside(at(batch, i));
        suspect(isBefore ? before : after, "5.3");
    }

    IndexReader m_pointers;
    Extents m_sizes;
    std::int64_t m_last;
    std::optional<std::int64_t> m_stored;
    std::map<Place, Suspect> m_suspects;
};

bool isNear(const Finding& order, const std::map<PointerSuspects::Place, Suspect>& suspects)
{
    return std::ranges::all_of(order.witnesses, [&](const Witness& witness) {
        const auto batch = extents(witness, "batch");
        const auto i = number(witness, "i").value_or(-1);
        return suspects.contains({batch, i}) || suspects.contains({batch, i - 1});
    });
}

void sayAllPointers(Report& report, std::string text)
{
    Cause cause{std::move(text), {}, "compressed", {}};
    for (const std::string_view rule : {"5.3", "5.1", "5.2", "5.6", "CU-4", "CU-5"})
        if (report.find(rule) && !hasCause(report, rule))
            cause.rules.emplace_back(rule);
    addCause(report, std::move(cause));
}

// All pointers off by the same number, say by 1.
std::optional<std::int64_t> commonShift(const Report& report)
{
    const auto* first = report.find("5.1");
    const auto* last = report.find("5.2");
    if (!first || !last || report.find("5.3") || first->witnesses.size() != last->witnesses.size())
        return std::nullopt;
    std::optional<std::int64_t> shift;
    for (std::size_t j = 0; j < first->witnesses.size(); ++j) {
        const auto here = number(first->witnesses[j], "actual");
        const auto expected = number(last->witnesses[j], "expected"),
                   actual = number(last->witnesses[j], "actual");
        if (!here || !expected || !actual || checkedSub(*actual, *expected) != here || (shift && shift != here))
            return std::nullopt;
        shift = here;
    }
    return shift;
}

std::string sayPointer(const Suspect& suspect, const PointerSuspects::Place& place)
{
    std::string out = "pointer " + std::to_string(place.second);
    if (!place.first.empty())
        out += " of batch " + tscope::text(place.first);
    out += " is " + std::to_string(suspect.actual);
    if (suspect.low == suspect.high)
        return out + ", expected " + std::to_string(suspect.low);
    if (suspect.low < suspect.high)
        return out + ", expected between " + std::to_string(suspect.low) + " and " + std::to_string(suspect.high);
    return out + ", out of order with its neighbours " + std::to_string(suspect.low) + " and " +
           std::to_string(suspect.high);
}

void pointerCauses(const Reading& reading, Report& report)
{
    constexpr std::size_t mostSuspects = 8; // more wrong pointers than that are a wrong array
    const auto isOpen = [&](std::string_view rule) { return report.find(rule) && !hasCause(report, rule); };
    if (!isOpen("5.1") && !isOpen("5.2") && !isOpen("5.3"))
        return;
    const auto& member = reading.tensor().member("compressed");
    if (!member.isReadable() || !member.array.dtype.isIndexLike())
        return;
    if (const auto shift = commonShift(report)) {
        Cause cause{"all pointers are " + std::to_string(*shift) + " too large: they start at " +
                        std::to_string(*shift),
                    {"5.1", "5.2"},
                    "compressed",
                    0};
        addCause(report, std::move(cause));
        return;
    }
    const PointerSuspects suspects(reading, report, member);
    const auto* steps = report.find("5.3");
    if (suspects.all().size() > mostSuspects && steps) {
        sayAllPointers(report, "pointers are out of order in " + std::to_string(steps->count) +
                                   " places: compressed holds counts or indices rather than pointers");
        return;
    }
    const auto* order = report.find("5.6");
    const bool bringsOrder = order && !hasCause(report, "5.6") && isNear(*order, suspects.all());
    for (const auto& [place, suspect] : suspects.all()) {
        Cause cause{sayPointer(suspect, place), {}, "compressed", suspects.slotOf(place)};
        for (const std::string_view rule : {"5.1", "5.2", "5.3"})
            if (suspect.rules.contains(std::string(rule)))
                cause.rules.emplace_back(rule);
        if (bringsOrder)
            cause.rules.emplace_back("5.6");
        if (suspect.rules.contains("5.3"))
            for (const std::string_view rule : {"CU-4", "CU-5"})
                if (isOpen(rule))
                    cause.rules.emplace_back(rule);
        addCause(report, std::move(cause));
    }
}

// A value out of range is out of order with its neighbours too.
bool touches(const Reading&, const Finding& range, const Finding& order)
{
    std::set<std::pair<Extents, std::int64_t>> bad;
    for (const auto& witness : range.witnesses) {
        auto index = extents(witness, "index");
        if (index.empty())
            continue;
        const auto k = index.back();
        index.pop_back();
        bad.emplace(std::move(index), k);
    }
    return std::ranges::all_of(order.witnesses, [&](const Witness& witness) {
        const auto batch = extents(witness, "batch");
        const auto k = number(witness, "k").value_or(-1);
        return bad.contains({batch, k}) || bad.contains({batch, k - 1});
    });
}

std::string sayRange(const Reading& reading, const Report& report, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    const auto& first = finding.witnesses.front();
    const auto actual = number(first, "actual");
    if (!actual)
        return {};
    const auto index = extents(first, "index");
    if (finding.count == 1) {
        std::string out = "plain" + tscope::text(index) + " is " + std::to_string(*actual);
        if (const auto limit = number(first, "limit"))
            return out + ", expected below " + std::to_string(*limit);
        return out + ", expected 0 or more";
    }
    if (finding.rule != "5.5")
        return std::to_string(finding.count) + " entries of plain are negative, the first is " +
               std::to_string(*actual);
    const auto limit = number(first, "limit").value_or(0);
    std::int64_t highest = *actual;
    bool areMultiples = true, areLimit = true;
    const auto outline = reading.outline();
    const auto columns = reading.tensor().layout->name == "bsr";
    const auto width = outline.blocksize ? (*outline.blocksize)[columns ? 1 : 0] : 1;
    for (const auto& witness : finding.witnesses) {
        const auto value = number(witness, "actual").value_or(0);
        highest = std::max(highest, value);
        areLimit = areLimit && value == limit;
        areMultiples = areMultiples && width > 1 && value % width == 0;
    }
    std::string out = std::to_string(finding.count) + " entries of plain are " + std::to_string(limit) +
                      " or more, up to " + std::to_string(highest) + ": ";
    if (areMultiples)
        return out + "they look like element indices, not block indices (all are multiples of " +
               std::to_string(width) + ")";
    if (areLimit && !report.find("5.4"))
        return out + "they look like indices that start at 1";
    return out + "the size is too small, or the indices belong to another tensor";
}

std::string sayOrder(const Reading&, const Report&, const Finding& finding)
{
    if (finding.witnesses.empty())
        return {};
    std::int64_t duplicates = 0;
    for (const auto& witness : finding.witnesses)
        duplicates += word(witness, "kind") == "duplicate";
    const auto& first = finding.witnesses.front();
    const auto slice = number(first, "i"), k = number(first, "k");
    if (!slice || !k)
        return {};
    std::string out = "in slice " + std::to_string(*slice) + " entry " + std::to_string(*k) + " ";
    out += word(first, "kind") == "duplicate" ? "repeats the index before it" : "is below the index before it";
    if (finding.count > 1)
        out += ", and so in " + std::to_string(finding.count) + " places";
    if (duplicates > 0 && duplicates < static_cast<std::int64_t>(finding.witnesses.size()))
        out += ", repeated and unsorted ones";
    return out;
}

constexpr Origin entryTable[]{
    {.rule = "5.1"},
    {.rule = "5.2"},
    {.rule = "5.3", .brings = "5.6 CU-4 CU-5"},
    {.rule = "5.4", .brings = "5.6 CU-4 CU-5", .explains = touches, .text = sayRange},
    {.rule = "5.5", .brings = "5.6 CU-4 CU-5", .explains = touches, .text = sayRange},
    {.rule = "5.6", .brings = "CU-4 CU-5", .text = sayOrder},
};

} // namespace

void causes(const Reading& reading, Report& report)
{
    for (const auto& origin : metadataTable)
        nameOrigin(reading, report, origin);
    pointerCauses(reading, report);
    nameCauses(reading, report, entryTable);
}

} // namespace tscope::compressed

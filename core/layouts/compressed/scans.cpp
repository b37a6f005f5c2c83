// SPDX-License-Identifier: Apache-2.0
// When which members are scanned, and how often: catalogue 1.8 and 1.10.
#include "layouts/compressed/reading.h"

#include "base/say.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

std::vector<bool> repeatedDims(const Geometry& geometry, std::size_t dims)
{
    std::vector<bool> repeated(dims);
    for (std::size_t d = 0; d < dims; ++d)
        repeated[d] = geometry.strides[d] == 0 && geometry.sizes[d] > 1;
    return repeated;
}

std::vector<bool> both(const std::vector<bool>& a, const std::vector<bool>& b)
{
    std::vector<bool> out(std::min(a.size(), b.size()));
    for (std::size_t d = 0; d < out.size(); ++d)
        out[d] = a[d] && b[d];
    return out;
}

std::string whyTooRepeatedBut(const Member& member, const std::vector<bool>& folded)
{
    std::vector<int> dims;
    for (std::size_t d = 0; d < folded.size(); ++d)
        if (folded[d])
            dims.push_back(static_cast<int>(d));
    return whyTooRepeated(member, dims).value_or("");
}

std::span<const std::int64_t> batchExtents(const Member& member)
{
    return std::span(member.array.geometry.sizes).first(member.array.geometry.sizes.size() - 1);
}

Extents batchOf(const Member& member)
{
    const auto batch = batchExtents(member);
    return {batch.begin(), batch.end()};
}

bool hasRepeatedDims(const Member& member)
{
    const auto& geometry = member.array.geometry;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d)
        if (geometry.strides[d] == 0 && geometry.sizes[d] > 1)
            return true;
    return false;
}

std::optional<Touched> touchedIn(std::span<const Slots> edited)
{
    Touched touched;
    for (const auto& slots : edited) {
        if (saturatingAdd(slots.begin, 1024) < slots.end)
            return std::nullopt;
        for (auto at = slots.begin; at < slots.end; ++at) {
            if (slots.member == "compressed")
                touched.pointers.push_back(at);
            else if (slots.member == "plain")
                touched.entries.push_back(at);
        }
    }
    return touched;
}

std::optional<IndexLines::Shape> shapeOf(const std::optional<IndexLines>& lines)
{
    return lines ? std::optional(lines->shape()) : std::nullopt;
}

} // namespace

CompressedRecord::CompressedRecord(const ScanInput& input, ScanTable counts)
    : table(std::move(counts)), m_plainExtent(input.plainExtent), m_stored(input.stored)
{
    if (!isWorthKeeping())
        return;
    m_pointers = shapeOf(input.pointers);
    m_entries = shapeOf(input.entries);
}

bool CompressedRecord::fits(const ScanInput& input) const
{
    return m_plainExtent == input.plainExtent && m_stored == input.stored &&
           m_pointers == shapeOf(input.pointers) && m_entries == shapeOf(input.entries);
}

Counted CompressedReading::counted(const Slot& slot)
{
    if (!slot.scanned)
        return {nullptr, nullptr, slot.because};
    return {&slot.scanned->input, &slot.scanned->record->table, {}};
}

CompressedReading::SeparateSlots& CompressedReading::separate() const
{
    if (!m_separate)
        m_separate = std::make_unique<SeparateSlots>();
    return *m_separate;
}

void CompressedReading::scanInto(Slot& slot, ScanInput input) const
{
    auto record = std::make_shared<const CompressedRecord>(input, scan(input, m_options.watch, m_options.device));
    slot.scanned.emplace(std::move(input), std::move(record));
}

const std::string& CompressedReading::whyNotPaired() const
{
    static const std::string noPointers = "there are no pointers";
    return hasNoSlices() ? noPointers : whyApart();
}

const std::string& CompressedReading::whyApart() const
{
    if (!m_whyApart) {
        if (!m_whyNoPointers.empty())
            m_whyApart = m_whyNoPointers;
        else if (!m_whyNoEntries.empty())
            m_whyApart = m_whyNoEntries;
        else if (!m_batchDims)
            m_whyApart = whyNoBatchDims();
        else if (!m_plainRankHolds)
            m_whyApart = say("the indices have not as many dims as the pointers (3.3)");
        else if (!std::ranges::equal(batchExtents(m_compressed), batchExtents(m_plain)))
            m_whyApart = say("pointers and indices differ in their batch dims (3.8, 3.9)");
        else
            m_whyApart.emplace();
    }
    return *m_whyApart;
}

bool CompressedReading::hasNoSlices() const
{
    return whyApart().empty() && m_compressed.array.geometry.sizes.back() < 1;
}

// One pass serves all rules when no dim repeats places: then all of them look at the same lines.
bool CompressedReading::isFused() const
{
    if (!m_isFused)
        m_isFused = whyNotPaired().empty() && !hasRepeatedDims(m_compressed) && !hasRepeatedDims(m_plain) &&
                    !whyTooRepeated(m_compressed) && !whyTooRepeated(m_plain);
    return *m_isFused;
}

Counted CompressedReading::fused() const
{
    if (m_fused.tried)
        return counted(m_fused);
    m_fused.tried = true;
    const std::vector<bool> none(static_cast<std::size_t>(*m_batchDims));
    auto& [input, record] = m_fused.scanned.emplace(); // made where it stays: small tensors cost little else
    input.fold = {batchOf(m_compressed), none};
    input.pointers.emplace(m_compressed.array, none);
    input.entries.emplace(m_plain.array, none);
    input.plainExtent = claimedPlainExtent();
    input.stored = m_stored;
    const auto* before = dynamic_cast<const CompressedRecord*>(m_options.previous.get());
    if (before != nullptr && before->fits(input))
        if (const auto touched = touchedIn(m_options.edited))
            if (auto table = rescan(input, before->table, *touched))
                record = std::make_shared<const CompressedRecord>(input, std::move(*table));
    if (!record)
        record = std::make_shared<const CompressedRecord>(input, scan(input, m_options.watch, m_options.device));
    return counted(m_fused);
}

std::shared_ptr<const ScanRecord> CompressedReading::record() const
{
    if (!m_fused.scanned || !m_fused.scanned->record->isWorthKeeping() || m_options.watch.isStopped())
        return nullptr;
    return m_fused.scanned->record;
}

const CompressedReading::Slot& CompressedReading::separatePointers() const
{
    auto& slot = separate().pointers;
    if (slot.tried)
        return slot;
    slot.tried = true;
    slot.because = m_whyNoPointers;
    if (slot.because.empty() && !m_batchDims)
        slot.because = whyNoBatchDims();
    if (slot.because.empty() && m_compressed.array.geometry.sizes.back() < 1)
        slot.because = say("there are no pointers");
    if (!slot.because.empty())
        return slot;
    const auto folded = repeatedDims(m_compressed.array.geometry, static_cast<std::size_t>(*m_batchDims));
    slot.because = whyTooRepeatedBut(m_compressed, folded);
    if (!slot.because.empty())
        return slot;
    ScanInput input;
    input.fold = {batchOf(m_compressed), folded};
    input.pointers.emplace(m_compressed.array, folded);
    input.stored = m_stored;
    // The inferred extent comes from a scan of the entries.
    input.plainExtent = plainExtent();
    scanInto(slot, std::move(input));
    return slot;
}

const CompressedReading::Slot& CompressedReading::separateEntries(bool toLastPointer) const
{
    auto& slot = toLastPointer ? separate().entriesToLast : separate().entries;
    if (slot.tried)
        return slot;
    slot.tried = true;
    slot.because = m_whyNoEntries;
    if (!slot.because.empty())
        return slot;
    const auto& geometry = m_plain.array.geometry;
    auto folded = repeatedDims(geometry, geometry.sizes.size());
    slot.because = whyTooRepeatedBut(m_plain, folded);
    if (!slot.because.empty())
        return slot;
    ScanInput input;
    input.plainExtent = claimedPlainExtent();
    const bool singly = geometry.sizes.empty() || folded.back();
    if (singly && !toLastPointer) {
        input.fold = {geometry.sizes, folded};
        input.entries.emplace(m_plain.array, folded, true);
    } else {
        folded.pop_back();
        if (toLastPointer)
            folded = both(folded, repeatedDims(m_compressed.array.geometry, folded.size()));
        input.fold = {batchOf(m_plain), folded};
        input.entries.emplace(m_plain.array, folded);
        if (toLastPointer) {
            slot.because = whyTooRepeatedBut(m_plain, folded);
            if (slot.because.empty())
                slot.because = whyTooRepeatedBut(m_compressed, folded);
            if (!slot.because.empty())
                return slot;
            input.pointers.emplace(m_compressed.array, folded);
            input.toLastPointer = true;
        }
    }
    scanInto(slot, std::move(input));
    return slot;
}

const CompressedReading::Slot& CompressedReading::separateOrder(Order order, bool toLastPointer) const
{
    auto& slots = separate();
    auto& slot = order == Order::strict ? (toLastPointer ? slots.orderToLast : slots.order)
                                        : (toLastPointer ? slots.weakOrderToLast : slots.weakOrder);
    if (slot.tried)
        return slot;
    slot.tried = true;
    slot.because = whyNotPaired();
    if (!slot.because.empty())
        return slot;
    const auto dims = static_cast<std::size_t>(*m_batchDims);
    const auto folded =
        both(repeatedDims(m_compressed.array.geometry, dims), repeatedDims(m_plain.array.geometry, dims));
    slot.because = whyTooRepeatedBut(m_plain, folded);
    if (slot.because.empty())
        slot.because = whyTooRepeatedBut(m_compressed, folded);
    if (!slot.because.empty())
        return slot;
    ScanInput input;
    input.fold = {batchOf(m_compressed), folded};
    input.pointers.emplace(m_compressed.array, folded);
    input.entries.emplace(m_plain.array, folded);
    input.order = order;
    input.toLastPointer = toLastPointer;
    scanInto(slot, std::move(input));
    return slot;
}

// Whether some line of entries goes on behind its last pointer; only then "before the last pointer" means
// anything.
bool CompressedReading::reachesPastLastPointer() const
{
    if (!whyNotPaired().empty())
        return false;
    if (!isFused())
        return true;
    const auto counts = fused();
    const auto& input = *counts.input;
    const auto last = input.pointersPerLine() - 1;
    for (std::int64_t line = 0; line < counts.table->lines; ++line)
        if (input.pointers->at(line, last) < input.entries->length())
            return true;
    return false;
}

Counted CompressedReading::pointerCounts() const
{
    if (!isFused())
        return counted(separatePointers());
    const auto counts = fused();
    // The plain extent was not known yet when it had to be inferred; it matters only to slices wider than it.
    if (!tensor().size)
        if (const auto extent = plainExtent(); extent && counts.table->totals.longestSlice > *extent)
            return counted(separatePointers());
    return counts;
}

Counted CompressedReading::entryCounts(bool toLastPointer) const
{
    if (toLastPointer && reachesPastLastPointer())
        return counted(separateEntries(true));
    return isFused() ? fused() : counted(separateEntries(false));
}

Counted CompressedReading::orderCounts(Order order, bool toLastPointer) const
{
    toLastPointer = toLastPointer && reachesPastLastPointer();
    if (order == Order::strict && !toLastPointer && isFused())
        return fused();
    return counted(separateOrder(order, toLastPointer));
}

} // namespace tscope::compressed

// SPDX-License-Identifier: Apache-2.0
// The counting scan over pointers and entries of compressed layouts. What it reads is not proven to be anything
// but arrays: no number in them leads anywhere before it is held against their lengths.
#pragma once

#include "kernels/index_array.h"
#include "kernels/kernel_entry.h"
#include "kernels/scan_counts.h"

#include <limits>

namespace tscope::kernels {

// So many threads share a slab. Neighbours among them look at neighbours in memory.
inline constexpr std::int64_t sharesOfSlab = 64;

// The places [begin, end) of some lines, line after line, every sharesOfSlab-th of them.
struct ShareOfLines {
    std::int64_t line, at, width, lineStep, step;

    TSCOPE_BOTH ShareOfLines(std::int64_t firstLine, std::int64_t places, std::int64_t share)
        : line(firstLine + (places > 0 ? share / places : 0)), at(places > 0 ? share % places : 0), width(places),
          lineStep(places > 0 ? sharesOfSlab / places : 0), step(places > 0 ? sharesOfSlab % places : 0)
    {
    }
    TSCOPE_BOTH bool isBefore(std::int64_t lineEnd) const { return width > 0 && line < lineEnd; }
    TSCOPE_BOTH void next()
    {
        line += lineStep;
        at += step;
        if (at >= width) {
            at -= width;
            ++line;
        }
    }
};

struct SlabQuestion {
    IndexLines pointers, entries;
    const ScanSlab* slabs;
    std::int64_t lines;
    bool hasEntries, toLastPointer, isWeak;
    bool hasExtent, hasStored;
    std::int64_t extent, stored;

    TSCOPE_BOTH static std::int64_t within(std::int64_t number, std::int64_t low, std::int64_t high)
    {
        return number < low ? low : number > high ? high : number;
    }
    // Inside the arrays, whatever was asked.
    TSCOPE_BOTH ScanSlab slab(std::int64_t i) const
    {
        auto slab = slabs[i];
        slab.lineBegin = within(slab.lineBegin, 0, lines);
        slab.lineEnd = within(slab.lineEnd, slab.lineBegin, lines);
        slab.pointerBegin = within(slab.pointerBegin, 0, pointers.length);
        slab.pointerEnd = within(slab.pointerEnd, slab.pointerBegin, pointers.length);
        slab.entryBegin = within(slab.entryBegin, 0, entries.length);
        slab.entryEnd = within(slab.entryEnd, slab.entryBegin, entries.length);
        return slab;
    }
    TSCOPE_BOTH std::int64_t entriesIn(std::int64_t line) const
    {
        if (!toLastPointer || pointers.length == 0)
            return entries.length;
        return within(pointers.at(line, pointers.length - 1), 0, entries.length);
    }
    // Precondition: 0 < k < entries.length.
    TSCOPE_BOTH bool isDisorder(std::int64_t line, std::int64_t k) const
    {
        const auto previous = entries.at(line, k - 1), own = entries.at(line, k);
        return previous > own || (previous == own && !isWeak);
    }
};

TSCOPE_BOTH inline SlabCounts nothingCounted()
{
    SlabCounts counts{};
    counts.largest = -1;
    return counts;
}

struct CountSlabShares {
    SlabQuestion asked;
    SlabCounts* to;

    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto slab = asked.slab(i / sharesOfSlab);
        const auto share = i % sharesOfSlab;
        auto counts = nothingCounted();
        ShareOfLines pointer(slab.lineBegin, slab.pointerEnd - slab.pointerBegin, share);
        for (; pointer.isBefore(slab.lineEnd); pointer.next())
            lookAtPointer(slab, pointer.line, slab.pointerBegin + pointer.at, counts);
        ShareOfLines entry(slab.lineBegin, slab.entryEnd - slab.entryBegin, share);
        for (; entry.isBefore(slab.lineEnd); entry.next())
            lookAtEntry(entry.line, slab.entryBegin + entry.at, counts);
        to[i] = counts;
    }

private:
    TSCOPE_BOTH void lookAtPointer(const ScanSlab& slab, std::int64_t line, std::int64_t p,
                                   SlabCounts& counts) const
    {
        const auto begin = asked.pointers.at(line, p);
        if (p == 0 && begin != 0) {
            ++counts.firstNotZero;
            ++counts.irregular;
        }
        const auto entries = asked.entriesIn(line);
        if (p + 1 == asked.pointers.length) {
            counts.irregular += begin != entries ? 1 : 0;
            counts.lastNotStored += asked.hasStored && begin != asked.stored ? 1 : 0;
            counts.lastBeyondStored += asked.hasStored && begin > asked.stored ? 1 : 0;
            return;
        }
        const auto end = asked.pointers.at(line, p + 1);
        if (end < begin) {
            ++counts.falling;
            return;
        }
        const auto length = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(begin);
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        const auto told = static_cast<std::int64_t>(length < most ? length : most);
        counts.longestSlice = counts.longestSlice < told ? told : counts.longestSlice;
        counts.tooMany += asked.hasExtent && length > static_cast<std::uint64_t>(asked.extent) ? 1 : 0;
        // The start of a slice does not have to come after the entry before it.
        const auto entryEnd = slab.entryEnd < entries ? slab.entryEnd : entries;
        if (begin < end && begin > 0 && begin >= slab.entryBegin && begin < entryEnd &&
            asked.isDisorder(line, begin))
            --counts.disorder;
    }

    TSCOPE_BOTH void lookAtEntry(std::int64_t line, std::int64_t k, SlabCounts& counts) const
    {
        if (k >= asked.entriesIn(line))
            return;
        const auto index = asked.entries.at(line, k);
        counts.largest = counts.largest < index ? index : counts.largest;
        counts.negative += index < 0 ? 1 : 0;
        counts.tooLarge += asked.hasExtent && index >= asked.extent ? 1 : 0;
        counts.neighbours += k > 0 && asked.isDisorder(line, k) ? 1 : 0;
    }
};

struct JoinSlabShares {
    SlabQuestion asked;
    const SlabCounts* from;
    SlabCounts* to;

    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        auto sum = nothingCounted();
        for (auto share = i * sharesOfSlab; share < (i + 1) * sharesOfSlab; ++share)
            add(from[share], sum);
        const auto slab = asked.slab(i);
        const bool hasPointers = slab.pointerBegin < slab.pointerEnd && slab.lineBegin < slab.lineEnd;
        if (hasPointers && asked.hasEntries) {
            if (slab.lineEnd - slab.lineBegin > 1) // a line that is whole is regular unless it falls or ends amiss
                sum.irregular += sum.falling;
            else
                joinStarts(slab, sum);
        }
        sum.irregular = sum.irregular > 0 ? 1 : 0;
        sum.disorder += sum.neighbours - sum.startsBehind;
        to[i] = sum;
    }

private:
    TSCOPE_BOTH static void add(const SlabCounts& share, SlabCounts& sum)
    {
        sum.disorder += share.disorder;
        sum.longestSlice = sum.longestSlice < share.longestSlice ? share.longestSlice : sum.longestSlice;
        sum.largest = sum.largest < share.largest ? share.largest : sum.largest;
        sum.neighbours += share.neighbours;
        sum.falling += share.falling;
        sum.tooMany += share.tooMany;
        sum.negative += share.negative;
        sum.tooLarge += share.tooLarge;
        sum.firstNotZero += share.firstNotZero;
        sum.lastNotStored += share.lastNotStored;
        sum.lastBeyondStored += share.lastBeyondStored;
        sum.irregular += share.irregular;
    }

    // Starts are taken off only where all pointers ascend, into the slab or to just behind it.
    TSCOPE_BOTH void joinStarts(const ScanSlab& slab, SlabCounts& sum) const
    {
        const auto line = slab.lineBegin;
        const auto all = asked.pointers.length, entries = asked.entriesIn(line);
        const auto entryEnd = slab.entryEnd < entries ? slab.entryEnd : entries;
        const auto end = slab.pointerEnd < all ? slab.pointerEnd + 1 : all; // where the last slice ends
        const auto last = asked.pointers.at(line, slab.pointerEnd - 1);
        const auto behind = asked.pointers.at(line, end - 1);
        const bool isOpen = sum.falling > 0 || asked.pointers.at(line, slab.pointerBegin) < slab.entryBegin ||
                            last > entryEnd || behind > entries;
        if (isOpen) {
            sum.startsOpen = sum.irregular = 1;
            sum.disorder = 0;
            return;
        }
        if (end - 1 == slab.pointerBegin) // no slice
            return;
        // Those just behind the slab look at the next one's first entry.
        const auto start = asked.pointers.at(line, end - 2);
        if (start == entryEnd && start > 0 && behind > start && asked.isDisorder(line, start))
            sum.startsBehind = 1;
    }
};

inline std::int32_t takesSlabs(const tscope_call* call, tscope_error* error)
{
    const bool takes = call->in_count == 3 && isIndexLines(*call, 0) && isIndexLines(*call, 1) &&
                       isNumberTable(*call, 2, slabNumbers);
    if (!takes)
        failed(error, TSCOPE_UNSUPPORTED, "takes lines of int32 or int64 and a table of slabs");
    return takes ? 1 : 0;
}

// Inputs: pointers, entries (either without elements, where there are none), slabs.
template <class Queue>
std::int32_t runScanCompressed(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    SlabQuestion asked{};
    asked.pointers = IndexLines::of(call->in[0].members[0]);
    asked.entries = IndexLines::of(call->in[1].members[0]);
    asked.slabs = static_cast<const ScanSlab*>(call->in[2].members[0].data);
    // Lines of nothing are no lines: only those that can be looked at bound the others.
    constexpr auto any = std::numeric_limits<std::int64_t>::max();
    asked.lines = std::min(asked.pointers.length > 0 ? asked.pointers.lines : any,
                           asked.entries.length > 0 ? asked.entries.lines : any);
    asked.hasEntries = numberOr(*call, "has_entries", 0) != 0;
    asked.toLastPointer = numberOr(*call, "to_last_pointer", 0) != 0;
    asked.isWeak = numberOr(*call, "weak", 0) != 0;
    asked.hasExtent = paramNamed(*call, "extent") != nullptr;
    asked.extent = numberOr(*call, "extent", 0);
    asked.hasStored = paramNamed(*call, "stored") != nullptr;
    asked.stored = numberOr(*call, "stored", 0);
    const auto slabs = call->in[2].members[0].sizes[0];
    auto* shares = queue.template room<SlabCounts>(slabs * sharesOfSlab);
    queue.each(slabs * sharesOfSlab, CountSlabShares{asked, shares});
    queue.each(slabs, JoinSlabShares{asked, shares, static_cast<SlabCounts*>(call->out->members[0].data)});
    return queue.code();
}

template <class Queue>
void addScanCompressed(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "scan_compressed",
                    .name = "scan.compressed",
                    .layouts = {"strided", "strided", "strided"},
                    .result = "strided",
                    .types = indexTypes,
                    .indexTypes = 0,
                    .run = runScanCompressed<Queue>,
                    .takes = takesSlabs});
}

} // namespace tscope::kernels

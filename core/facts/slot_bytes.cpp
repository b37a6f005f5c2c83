// SPDX-License-Identifier: Apache-2.0
#include "facts/slot_bytes.h"

#include "array/runs.h"
#include "array/slots.h"

#include <algorithm>

namespace tscope {

namespace {

// Elements [begin, end) of the storage, cut to those that it holds.
ByteRun bytesOfElements(const Array& array, std::int64_t begin, std::int64_t end)
{
    const auto item = array.dtype.itemSize();
    begin = std::clamp<std::int64_t>(begin, 0, array.storageNumel());
    end = std::clamp<std::int64_t>(end, begin, array.storageNumel());
    return {begin * item, end * item};
}

bool hasPlaces(const Member& member)
{
    return member.layout == "strided" && member.array.dtype.itemSize() > 0 &&
           member.array.geometry.isWellFormed() && numel(member.array.geometry) != 0;
}

} // namespace

BytesOfSlots bytesOf(const Member& member, const Slots& slots, std::int64_t most)
{
    BytesOfSlots out;
    if (!hasPlaces(member))
        return out;
    const auto& array = member.array;
    const auto add = [&](std::int64_t begin, std::int64_t end) {
        const auto run = bytesOfElements(array, begin, end);
        if (run.begin == run.end)
            return;
        if (!out.runs.empty() && out.runs.back().end == run.begin)
            out.runs.back().end = run.end;
        else
            out.runs.push_back(run);
    };
    const auto isFull = [&] { return std::ssize(out.runs) >= most; };
    const auto count = numel(array.geometry);
    auto begin = std::max<std::int64_t>(slots.begin, 0);
    const auto end = std::min(slots.end, count.value_or(int64Max));
    if (count && array.isInBounds()) {
        constexpr std::int64_t atOnce = 1 << 12;
        const Runs runs(array.geometry);
        const auto step = runs.isOneRun() && runs.stride() == 1 ? int64Max : atOnce;
        while (begin < end && !isFull()) {
            const auto next = end - begin > step ? begin + step : end;
            runs.forEach(begin, next, [&](std::int64_t offset, std::int64_t length) {
                if (runs.stride() == 1)
                    return add(offset, offset + length);
                for (std::int64_t i = 0; i < length; ++i, offset += runs.stride())
                    add(offset, offset + 1);
            });
            begin = next;
        }
    } else {
        const auto last = end - begin > most ? begin + most : end; // most of them may lie outside
        for (; begin < last; ++begin)
            if (const auto offset = offsetOf(array.geometry, begin); offset < int64Max)
                add(offset, offset + 1);
    }
    out.complete = begin >= end;
    return out;
}

SlotsInBytes slotsIn(const Member& member, ByteRun bytes, std::int64_t most, const Watch& watch)
{
    SlotsInBytes out;
    const auto& geometry = member.array.geometry;
    const auto count = numel(geometry);
    const auto item = member.array.dtype.itemSize();
    if (!hasPlaces(member) || !count || bytes.end <= std::max<std::int64_t>(bytes.begin, 0))
        return out;
    const auto range = *reach(geometry);
    const auto first =
        std::max({Wide(std::max<std::int64_t>(bytes.begin, 0) / item), range.first, Wide(0)}).clamped();
    const auto last = std::min({Wide((bytes.end - 1) / item), range.last, Wide(member.array.storageNumel() - 1)});
    if (Wide(first) > last)
        return out;
    const auto end = last.clamped() + 1; // the storage's elements are counted by int64
    if (isContiguous(geometry)) {
        out.slots.push_back({member.role->name, first - geometry.offset, end - geometry.offset});
        return out;
    }
    for (auto offset = first; offset < end; ++offset) {
        const auto room = most - static_cast<std::int64_t>(out.slots.size());
        if (offset - first >= most || room <= 0 || watch.isStopped()) {
            out.complete = false;
            break;
        }
        const auto readers = readersOf(geometry, offset, static_cast<std::size_t>(room));
        for (const auto& index : readers.indices) {
            const auto slot = positionOf(geometry.sizes, index);
            out.slots.push_back({member.role->name, slot, slot + 1});
        }
        out.complete =
            out.complete && readers.complete && readers.count == static_cast<std::int64_t>(readers.indices.size());
    }
    return out;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "cpu/strided/copy.h"

#include "cpu/instruction_set.h"
#include "cpu/strided/copy_loops.h"
#include "cpu/strided/loop_nest.h"
#include "cpu/tasks.h"

#include <bit>
#include <cstring>

namespace tscope::cpu {

namespace {

using Nest = LoopNest<2>; // to, from
constexpr std::int64_t bytesPerTask = 1 << 18;
constexpr std::int64_t pastCachesFrom = std::int64_t{8} << 20;
constexpr std::int64_t leastRun = 512; // bytes, that are worth to be written past the caches

struct Copy {
    Nest outer; // all but the dims that the inner loops walk through
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    int logSize = 0;
    bool pastCaches = false;

    std::int64_t bytes(std::int64_t items) const { return items * (std::int64_t{1} << logSize); }
};

// body(to, from, part) for each place of the outer loops and each of `parts` parts of the inner ones,
// `partsPerTask` at a time.
template <class Body>
bool forEachPart(const Copy& copy, std::int64_t parts, std::int64_t bytesPerPart, const Watch& watch, Body&& body)
{
    const auto all = copy.outer.count() * parts;
    const auto perTask = std::max<std::int64_t>(bytesPerTask / std::max<std::int64_t>(bytesPerPart, 1), 1);
    const auto work = all > leastForThreads ? all : all * bytesPerPart / 4;
    return runTasks((all + perTask - 1) / perTask, work, watch, [&](std::int64_t task) {
        const auto begin = task * perTask, end = std::min(begin + perTask, all);
        NestPlace<2> place(copy.outer, begin / parts);
        for (auto at = begin; at < end; ++at) {
            body(copy.to + copy.bytes(place.offsets[0]), copy.from + copy.bytes(place.offsets[1]), at % parts);
            if (at % parts == parts - 1)
                place.next();
        }
    });
}

// Both walk through their innermost dim side by side.
bool copyRuns(const Copy& copy, std::int64_t items, const Watch& watch)
{
    const auto bytes = copy.bytes(items);
    const auto perPart = std::min(bytes, bytesPerTask);
    const auto write = copy.pastCaches && bytes >= leastRun ? copyLoops().copyPastCaches : nullptr;
    return forEachPart(copy, (bytes + perPart - 1) / perPart, perPart, watch,
                       [&](auto* to, auto* from, auto part) {
                           const auto begin = part * perPart, count = std::min(perPart, bytes - begin);
                           if (write != nullptr)
                               write(to + begin, from + begin, count);
                           else
                               std::memcpy(to + begin, from + begin, static_cast<std::size_t>(count));
                       });
}

// What lies side by side in one lies apart in the other. `rows` is the dim that `from` walks through item by item.
bool copyTurned(const Copy& copy, const Nest::Dim& rows, const Nest::Dim& columns, const Watch& watch)
{
    const auto turn = copyLoops().turn[copy.logSize];
    // Parts of whole lines on both sides, which read a page's worth on end where there is so much.
    const std::int64_t line = 64 >> copy.logSize;
    const auto side = [&](std::int64_t size, std::int64_t most, std::int64_t least) {
        return std::min(size, std::max(most / line * line, least));
    };
    const auto high = side(rows.size, bytesPerTask / copy.bytes(columns.size), 4096 >> copy.logSize);
    const auto wide = side(columns.size, bytesPerTask / copy.bytes(high), 4 * line);
    const auto down = (rows.size + high - 1) / high, across = (columns.size + wide - 1) / wide;
    return forEachPart(copy, down * across, copy.bytes(high * wide), watch, [&](auto* to, auto* from, auto part) {
        const auto row = part / across * high, column = part % across * wide;
        turn({to + copy.bytes(row * rows.strides[0] + column),
              from + copy.bytes(column * columns.strides[1] + row), rows.strides[0], columns.strides[1],
              std::min(high, rows.size - row), std::min(wide, columns.size - column), copy.pastCaches});
    });
}

bool copyStepping(const Copy& copy, const Nest::Dim& inner, const Watch& watch)
{
    const auto perPart = std::min<std::int64_t>(inner.size, bytesPerTask >> copy.logSize);
    const auto parts = (inner.size + perPart - 1) / perPart;
    return forEachPart(copy, parts, copy.bytes(perPart), watch, [&](auto* to, auto* from, auto part) {
        const auto begin = part * perPart;
        copySteps(to + copy.bytes(begin * inner.strides[0]), inner.strides[0],
                  from + copy.bytes(begin * inner.strides[1]), inner.strides[1],
                  std::min(perPart, inner.size - begin), copy.logSize);
    });
}

} // namespace

const CopyLoops& copyLoops()
{
    switch (instructionSet()) {
    case InstructionSet::avx512:
        return avx512CopyLoops;
    case InstructionSet::avx2:
        return avx2CopyLoops;
    default:
        return baselineCopyLoops;
    }
}

bool copyStrided(std::span<const std::int64_t> sizes, const StridedBytes<std::byte>& to,
                 const StridedBytes<const std::byte>& from, std::int64_t itemSize, const Watch& watch)
{
    if (itemSize == 0 || std::ranges::find(sizes, 0) != sizes.end())
        return !watch.isStopped();
    const bool isPlain = itemSize <= 16 && std::has_single_bit(static_cast<std::uint64_t>(itemSize));
    std::vector<std::int64_t> bytes[3]{{sizes.begin(), sizes.end()},
                                       {to.strides.begin(), to.strides.end()},
                                       {from.strides.begin(), from.strides.end()}};
    if (!isPlain) { // an item is a dim of bytes
        for (std::size_t d = 0; d < sizes.size(); ++d) {
            bytes[1][d] *= itemSize;
            bytes[2][d] *= itemSize;
        }
        bytes[0].push_back(itemSize);
        bytes[1].push_back(1);
        bytes[2].push_back(1);
    }
    Copy copy{loopNest<2>(bytes[0], {bytes[1], bytes[2]}), to.data, from.data,
              isPlain ? std::countr_zero(static_cast<std::uint64_t>(itemSize)) : 0, false};
    copy.pastCaches = copy.bytes(copy.outer.count()) >= pastCachesFrom;
    const auto inner = copy.outer.takeInnermost();
    if (inner.size == 1 || (inner.strides[0] == 1 && inner.strides[1] == 1))
        return copyRuns(copy, inner.size, watch);
    if (inner.strides[0] == 1 && inner.strides[1] != 0)
        for (std::size_t d = 0; d < copy.outer.dims(); ++d)
            if (copy.outer.strides[1][d] == 1)
                return copyTurned(copy, copy.outer.take(d), inner, watch);
    return copyStepping(copy, inner, watch);
}

} // namespace tscope::cpu

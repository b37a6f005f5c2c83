// SPDX-License-Identifier: Apache-2.0
#include "timing/own_memory.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"

#include <algorithm>

namespace tscope::timing {

namespace {

constexpr std::int64_t bytesPerLook = std::int64_t{1} << 26; // at the watch
// A view of so much memory is not copied where this is so many times what its elements take.
constexpr std::int64_t farBetween = std::int64_t{1} << 26, mostGaps = 8;

// Of a storage the bytes between the first and the last element that the array reaches.
struct Window {
    std::int64_t firstElement = 0, begin = 0, byteSize = 0;
};

// Precondition: readable. What is reached then lies in a storage, and its numbers in int64.
Window windowOf(const Array& array)
{
    const auto reached = reach(array.geometry);
    if (!reached)
        return {.firstElement = array.geometry.offset};
    const auto first = reached->first.asInt64().value_or(0), last = reached->last.asInt64().value_or(0);
    const auto itemSize = array.dtype.itemSize();
    return {first, first * itemSize, (last - first + 1) * itemSize};
}

Result<Array> copied(const Array& array, const Watch& watch)
{
    const auto window = windowOf(array);
    auto builder = StorageBuilder::unset(window.byteSize);
    if (!builder)
        return builder.error();
    const auto bytes = builder->bytes();
    for (std::int64_t at = 0; at < window.byteSize; at += bytesPerLook) {
        if (watch.isStopped())
            return Error{ErrorCode::cancelled, say("stopped"), {}, {}};
        const auto count = std::min(bytesPerLook, window.byteSize - at);
        array.storage->read(window.begin + at,
                            bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count)));
    }
    auto out = array;
    out.geometry.offset -= window.firstElement;
    out.storage = std::move(*builder).seal({array.storage->device(), array.storage->isPinned()});
    return out;
}

} // namespace

Result<Sound> inOwnMemory(const Sound& given, std::int64_t maxBytes, const Watch& watch)
{
    auto tensor = given.tensor();
    const auto most = maxBytes > 0 ? maxBytes : memoryBudget();
    std::int64_t wanted = 0;
    for (auto& member : tensor.members) {
        if (!member.isReadable())
            continue;
        const auto byteSize = windowOf(member.array).byteSize;
        if (byteSize > farBetween && byteSize / mostGaps > member.array.byteSize().value_or(0))
            return unsupported(say("its elements lie far between each other"));
        wanted = saturatingAdd(wanted, byteSize);
        if (wanted > most)
            return overBudget(say("a copy of its own"), wanted, most);
        auto own = copied(member.array, watch);
        if (!own)
            return own.error();
        member.array = std::move(*own);
    }
    return proven(std::move(tensor), say("the tensor in memory of its own"), watch);
}

} // namespace tscope::timing

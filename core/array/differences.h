// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/element_reader.h"
#include "base/watch.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tscope {

// The row-major positions at which two arrays differ, as far as both go, until `visit(position)` returns false or
// the watch stops. Preconditions: both are readable and of one type.
template <class Visit>
void forEachDifference(const Array& before, const Array& after, const Watch& watch, Visit&& visit)
{
    constexpr std::int64_t block = 4096;
    const ElementReader a(before), b(after);
    ElementReader::Scratch scratchOfA, scratchOfB;
    const auto end = std::min(a.numel(), b.numel());
    const auto item = static_cast<std::size_t>(a.itemSize());
    for (std::int64_t at = 0; at < end && !watch.isStopped(); at += block) {
        const auto to = std::min(end, at + block);
        const auto one = a.read(at, to, scratchOfA), other = b.read(at, to, scratchOfB);
        if (std::memcmp(one.data(), other.data(), one.size()) == 0)
            continue;
        for (std::int64_t i = at; i < to; ++i)
            if (const auto offset = static_cast<std::size_t>(i - at) * item;
                std::memcmp(one.data() + offset, other.data() + offset, item) != 0 && !visit(i))
                return;
    }
}

} // namespace tscope

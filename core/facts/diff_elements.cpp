// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_elements.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

// A NaN stays, once it is there; and nothing stays nothing.
void raise(std::optional<double>& most, double value)
{
    if (most && !std::isnan(*most) && !(value <= *most))
        most = value;
}

} // namespace

void ElementDifferences::add(const Distance& distance)
{
    raise(maxAbs, distance.absolute);
    raise(maxRel, distance.relative);
}

std::int64_t storedIn(const Array& array)
{
    return array.storage->hasBytes() ? array.storageNumel() : 0;
}

Result<std::int64_t> mostCompared(const ComparedSide& side)
{
    static constexpr std::int64_t alwaysFine = 1 << 16;
    const auto limitOf = [&](const Member& member) {
        return std::max({alwaysFine, saturatingMul(2, storedIn(member.array)), saturatingMul(2, side.stored)});
    };
    for (const auto& member : side.tensor.members) {
        const auto count = numel(member.array.geometry);
        if (!count)
            return unsupported(std::string(member.role->name) +
                               " has no number of elements that 64 bits can hold");
        if (*count > limitOf(member))
            return unsupported("too many elements to compare one by one: " + std::string(member.role->name) +
                               " makes them of a storage of " + std::to_string(member.array.storageNumel()));
    }
    return limitOf(side.values.member());
}

} // namespace tscope

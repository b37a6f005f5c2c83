// SPDX-License-Identifier: Apache-2.0
#include "facts/stored_within.h"

#include "base/say.h"
#include "facts/outside.h"

#include <algorithm>

namespace tscope {

Result<StoredWithin> storedWithin(const Tensor& tensor, const IndexBox& box, std::int64_t most, const Watch& watch)
{
    constexpr std::int64_t elementsPerLook = 1 << 12;
    StoredWithin out;
    std::vector<std::int64_t> slots;
    const auto walked = entriesWithin(tensor, std::span(&box, 1), [&](const Extents&, std::int64_t slot) {
        if (slot < 0)
            return true;
        if (std::ssize(slots) >= most) {
            out.truncated = true;
            return false;
        }
        slots.push_back(slot);
        return std::ssize(slots) % elementsPerLook != 0 || !watch.isStopped();
    });
    if (!walked)
        return walked.error();
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, say("stopped")};
    const auto isOfValues = [](const Member& member) { return member.role->kind == RoleKind::values; };
    const auto values = std::ranges::find_if(tensor.members, isOfValues);
    if (values == tensor.members.end())
        return out;
    out.elements = std::ssize(slots);
    std::ranges::sort(slots);
    for (const auto slot : slots)
        if (!out.values.empty() && slot <= out.values.back().end)
            out.values.back().end = std::max(out.values.back().end, slot + 1);
        else
            out.values.push_back({values->role->name, slot, slot + 1});
    return out;
}

} // namespace tscope

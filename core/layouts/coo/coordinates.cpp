// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/coordinates.h"

#include "base/say.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/rewrites.h"

#include <algorithm>
#include <numeric>

namespace tscope::coo {

Error notPossible()
{
    return invalidArgument(say("the members can't be read, or their shapes do not go together"));
}

std::int64_t elementsHeld(const Member& member)
{
    return member.isReadable() && !whyTooRepeated(member) ? numel(member.array.geometry).value_or(0) : 0;
}

std::vector<std::int64_t> EntryCoordinates::sorted() const
{
    std::vector<std::int64_t> order(static_cast<std::size_t>(entries));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return compare(a, b) < 0; });
    return order;
}

std::optional<EntryCoordinates> coordinatesOf(const Reading& reading)
{
    const auto& member = reading.tensor().member("indices");
    const auto& sizes = member.array.geometry.sizes;
    auto numbers = sizes.size() == 2 ? integersOf(member) : std::nullopt;
    // Without sparse dims no coordinate pays for an entry: then the values have to.
    if (!numbers || (sizes[0] == 0 && sizes[1] > elementsHeld(reading.tensor().member("values"))))
        return std::nullopt;
    return EntryCoordinates{sizes[0], sizes[1], std::move(*numbers)};
}

} // namespace tscope::coo

// SPDX-License-Identifier: Apache-2.0
#include "timing/rows_at_hand.h"

#include "base/say.h"
#include "convert/convert.h"
#include "dispatch/call.h"
#include "layouts/registry.h"

namespace tscope::timing {

Tensor withRowsAtHand(const Tensor& tensor, const Watch& watch)
{
    constexpr std::int64_t small = 1 << 16; // stored elements
    const auto name = tensor.layout->name;
    const bool hasRows = name != "coo" && name != "csc" && name != "bsc";
    if (hasRows || numel(valuesMember(tensor).array.geometry).value_or(0) <= small)
        return tensor;
    const auto sound = proven(tensor, say("it"), watch);
    if (!sound)
        return tensor;
    auto made = convert(*sound, {.layout = layoutNamed("csr")}, {.watch = watch});
    return made ? std::move(made->tensor) : tensor;
}

} // namespace tscope::timing

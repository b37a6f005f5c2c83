// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/countable_size.h"

#include <algorithm>
#include <optional>

namespace tscope {

namespace {

struct Overflow {
    std::int64_t dim = 0; // with which the product leaves 64 bits
    Wide product = 0;
};

std::optional<Overflow> overflowBeforeZero(const Extents& sizes)
{
    const auto isNegative = [](std::int64_t extent) { return extent < 0; };
    if (std::ranges::any_of(sizes, isNegative))
        return std::nullopt;
    const auto zero = std::ranges::find(sizes, 0);
    if (zero == sizes.end())
        return std::nullopt;
    const auto limit = Wide::product(int64Max, 2) + Wide(1); // 2^64 - 1
    Wide product = 1;
    for (auto at = sizes.begin(); at != zero; ++at) {
        product = product * Wide(*at);
        if (limit < product)
            return Overflow{at - sizes.begin(), product};
    }
    return std::nullopt;
}

} // namespace

bool overflowsBeforeZero(const Extents& sizes)
{
    return overflowBeforeZero(sizes).has_value();
}

void countableBeforeZero(const Extents& sizes, RuleRun& run)
{
    if (const auto overflow = overflowBeforeZero(sizes))
        run.found({{{"dim", overflow->dim}, {"actual", overflow->product}}});
}

} // namespace tscope

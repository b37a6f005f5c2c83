// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tscope {

enum class SearchWay : std::uint8_t { forward, backward };

struct FoundValue {
    std::optional<Slots> slot; // one slot; nothing: no slot that can be read has that value
    std::int64_t lookedAt = 0; // elements that were compared; repeated ones (strides of 0) count once
    bool isComplete = true;    // false: stopped before it was done
};

// The next slot that holds the number: after `from` (or before it) in the order of the members, then round to it
// again. "3.5" looks in all members that can be read, "values = 3.5" in one. Every member has the nearest value of
// its type compared; where the type has none (3.5 among integers) it does not occur. Any NaN is a NaN, 0 is -0.
// Fails where the text is no number or names no member.
Result<FoundValue> findValue(const Tensor& tensor, std::string_view text, const std::optional<Slots>& from,
                             SearchWay way = SearchWay::forward, const Watch& watch = {});

} // namespace tscope

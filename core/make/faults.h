// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// A copy of a valid tensor in which that rule is broken, and as far as the rule allows no other. `slot` says where
// (a pointer, an entry, a dim, a component: what the rule's witnesses count); without it the seed decides.
// Fails when the layout has no such rule, or this tensor nothing by which it could be broken.
Result<Tensor> plant(const Tensor& tensor, std::string_view rule, std::optional<std::int64_t> slot = {},
                     std::uint64_t seed = 1);

// The rules of this layout that plant() knows how to break, in the order of its table.
std::vector<std::string_view> plantableRules(const Layout& layout);

// One rule that could be broken, and what is in the way of it.
struct FaultChoice {
    std::string_view rule;
    std::string statement;     // in the words of this tensor
    std::string obstacle = {}; // empty: it can be planted in this tensor, or the tensor is too large to have tried
};

// The plantable rules of the tensor's layout. Of tensors that are not large each is tried.
std::vector<FaultChoice> faultsFor(const Tensor& tensor, const Watch& watch = {});

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/gradient_rule.h"

#include <unordered_map>

namespace tscope {

// What backward() found: the gradient of each leaf that requires one and has a part in the result, in its form and
// element type. Of a matrix that rows were looked up in the gradient is a coo tensor of these rows.
class Gradients
{
public:
    // Null: there is none. Of nodes that are no leaves only where `keepsAll` was said.
    const Tensor* of(const Recorded& recorded) const;

private:
    friend Result<Gradients> backward(const Recorded& result, const std::optional<Tensor>& gradient,
                                      const BackwardOptions& options, bool keepsAll);
    std::unordered_map<std::uint64_t, std::vector<std::optional<Tensor>>>
        m_byNode; // by its number, of its results
};

// From a result back to the leaves of its history. `gradient`: of the result, in its form; without one the result
// must have one element. Fails where the result requires no gradient, at an operation that has none, when stopped
// and when a step would take too much memory.
Result<Gradients> backward(const Recorded& result, const std::optional<Tensor>& gradient = {},
                           const BackwardOptions& options = {}, bool keepsAll = false);

} // namespace tscope

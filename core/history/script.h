// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/backward.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Statements in a part of Python, as PyTorch's users write them, one a line or with semicolons between them:
//   y = W @ x.transpose(0, 1); a, b = y.unbind(0); loss = (a * b).sum(); loss.backward()
// Operators are + - * @ and / by a number. Names are called as functions (the operations of core/ops, and
// as_nested_tensor, nested_tensor, embedding) or as methods (those that take one tensor, the steps of view chains,
// conversions such as to_sparse_csr() or convert(layout=ell, dtype=float32), detach, requires_grad_, backward).
// x[1, 0:2] selects and slices.
struct ScriptRun {
    std::vector<Recorded> names;        // in the order in which they were given a value first
    std::vector<std::string> notes;     // where a history ended
    std::optional<Gradients> gradients; // of what backward() was called on
    std::string backwardOf;
};

struct ScriptOptions {
    std::int64_t maxBytes = 0; // what one step may take; 0: half of the machine's memory
    Watch watch = {};
};

// `given` are the tensors that the script may name. Errors say line and column, from 1, as their place.
Result<ScriptRun> runScript(std::string_view text, std::vector<Recorded> given, const ScriptOptions& options = {});

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"

#include <span>
#include <string>
#include <string_view>

namespace tscope {

// The chain as it is written elsewhere.
std::string chainText(std::span<const ViewStep> steps); // "permute((1, 0)).narrow(0, 2, 3)", as parseSteps() reads
// "x.permute((1, 0)).narrow(0, 2, 3)"; after a step that makes several tensors a list: "[part.t() for part in
// x.unbind(0)]".
std::string pytorchText(std::span<const ViewStep> steps, std::string_view variable);
// Whether a step makes several tensors of one: unbind, chunk and split.
bool makesSeveral(ViewOp op);
// "tscope transform IN OUT --ops ..." for a shell.
std::string commandText(std::span<const ViewStep> steps, std::string_view input, std::string_view output);

} // namespace tscope

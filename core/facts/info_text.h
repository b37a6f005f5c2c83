// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/info.h"
#include "facts/telling.h"
#include "tensor/document.h"

namespace tscope {

// What `tscope info` prints of a tensor, and the facts panel shows.
Telling tellInfo(const TensorInfo& info);
// What lies beside the tensors, for both: the first of it, as a checkpoint may hold thousands of numbers.
Telling tellOthers(const std::vector<NamedText>& others);
// What `tscope info --json` prints of these tensors, without the line end.
std::string infoJson(const Document& document, const InfoOptions& options = {});

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/info.h"
#include "facts/telling.h"
#include "tensor/document.h"

#include <functional>
#include <string>
#include <string_view>

namespace tscope {

// What `tscope info` prints of a tensor, and the facts panel shows.
Telling tellInfo(const TensorInfo& info);
// What lies beside the tensors, for both: the first of it, as a checkpoint may hold thousands of numbers.
Telling tellOthers(const std::vector<NamedText>& others);
// What `tscope info --json` prints of these tensors, without the line end: piece by piece, as it may be many times
// the memory that they take.
using TextWriter = std::function<void(std::string_view)>;
void tellInfoJson(const Document& document, const InfoOptions& options, const TextWriter& write);
std::string infoJson(const Document& document, const InfoOptions& options = {});

} // namespace tscope

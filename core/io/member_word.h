// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <string_view>

namespace tscope {

// What a member is called in a file that goes by names: the word it came with if that is one of ours too, else the
// one that most libraries know.
std::string_view memberWord(const Member& member, const Layout& layout);

} // namespace tscope

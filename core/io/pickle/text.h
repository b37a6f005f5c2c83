// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/printable.h"
#include "io/pickle/tree.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tscope {

// A value on one line as Python would write it, cut with "..." beyond `limit` bytes. Cycles and sharing cost
// nothing beyond that.
std::string pickleText(const PickleTree& tree, PickleTree::Id value, std::size_t limit, bool* wasCut = nullptr);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/machine.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Text of a file as it can be shown: what is no UTF-8, control and writing-direction characters become escapes.
std::string printable(std::string_view text);

// A value on one line as Python would write it, cut with "..." beyond `limit` bytes. Cycles and sharing cost
// nothing beyond that.
std::string pickleText(const PickleTree& tree, PickleTree::Id value, std::size_t limit);

struct PickleLines {
    std::size_t count = 1000;
    std::size_t width = 120; // bytes
};

// All of a pickle as indented lines, for those who want to know what a file would have done. Of a pickle that
// could not be followed to its end, the calls up to there.
std::vector<std::string> pickleLines(const PickleRun& run, const PickleLines& limits = {});

} // namespace tscope

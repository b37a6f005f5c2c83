// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/machine.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tscope {

struct PickleLines {
    std::size_t count = 1000;
    std::size_t width = 120; // bytes
};

// All of a pickle as indented lines, for those who want to know what a file would have done. Of a pickle that
// could not be followed to its end, the calls up to there.
std::vector<std::string> pickleLines(const PickleRun& run, const PickleLines& limits = {});

} // namespace tscope

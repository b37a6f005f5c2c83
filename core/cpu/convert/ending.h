// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tscope::cpu {

// How a kernel came to its end. Only after `done` is the output worth anything.
enum class Ending {
    done,
    stopped,  // as its watch asked for
    noMemory, // for scratch
    noRoom,   // the output is longer than its capacity, or than its index type can count
};

} // namespace tscope::cpu

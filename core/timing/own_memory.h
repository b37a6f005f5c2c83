// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof/prove.h"

#include <cstdint>

namespace tscope::timing {

// The same tensor in memory of its own, of the kind in which its other forms lie when they are made: pages of a
// file, or those that another process sees, are read at another speed. Strides stay as they are, and what lies
// between elements comes along. Fails where it would take more than `maxBytes` (0: half of the machine's memory),
// or much more than the elements.
Result<Sound> inOwnMemory(const Sound& given, std::int64_t maxBytes = 0, const Watch& watch = {});

} // namespace tscope::timing

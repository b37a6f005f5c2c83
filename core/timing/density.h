// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof/prove.h"

#include <string>

namespace tscope::timing {

// A matrix of the same form whose pattern is that of the given one with about `times` as many entries, and whose
// numbers are made up. Fails for what is no matrix, where it would take more than `maxBytes` (0: half of the
// machine's memory), and where no entry or no other pattern is left.
Result<Sound> withDensity(const Sound& given, double times, std::int64_t maxBytes = 0, const Watch& watch = {});

// What such a tensor is called beside the one that it was made of: "a x 0.25".
std::string nameWithDensity(const std::string& name, double times);

} // namespace tscope::timing

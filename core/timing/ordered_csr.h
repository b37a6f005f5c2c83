// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof/prove.h"

namespace tscope::timing {

// The csr in which each place has one entry, rows sorted. Fails where a tensor has none.
Result<Sound> orderedCsr(const Sound& tensor, std::int64_t maxBytes = 0, const Watch& watch = {});

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

namespace tscope::timing {

// The later session with the rounds of an earlier one before its own, so that a longer measurement is never less
// certain than the one that it follows. Rows belong together that have the same content, operation, form, device
// and kernel. The session is returned as it is where a row of it has no such partner, where it is partial, or
// where the machine is another one: rows with different numbers of rounds could not be compared round by round.
Session withEarlierRounds(const Session& earlier, Session later);

} // namespace tscope::timing

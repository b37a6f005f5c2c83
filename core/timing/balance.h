// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// How unlike the rows of a tensor are, in one line: "longest row 812 of 1234 entries (row 17), median 3". Empty
// where no row is much longer than the mean, or where it is not known.
std::string balanceText(const Subject& subject);

} // namespace tscope::timing

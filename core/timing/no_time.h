// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Why a row has no time, in words. Tables with a column for the reason have the two apart.
struct NoTime {
    std::string word;   // "left out"; empty: it was measured
    std::string reason; // "8 MiB, more than the budget of 1 MiB"; may be empty

    bool operator==(const NoTime&) const = default;
};
NoTime noTimeOf(const Row& row);

std::string text(const NoTime& noTime); // "left out: 8 MiB, more than the budget of 1 MiB"

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/row_comparison.h"
#include "timing/variant_words.h"

namespace tscope::timing {

// A session with the names of its forms and the comparison of its rows. Both read all rows, so whoever writes many
// sentences about one session makes them once.
struct ComparedSession {
    explicit ComparedSession(const Session& compared) : session(compared), names(compared), comparison(compared) {}

    const Session& session; // has to outlive this
    const FormNames names;
    const RowComparison comparison; // by the warm times
};

} // namespace tscope::timing

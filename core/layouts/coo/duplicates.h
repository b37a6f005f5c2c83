// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "layouts/coo/index_rows.h"

namespace tscope {

// Entries whose coordinates an earlier entry has too, wherever that one stands.
struct Duplicates {
    std::int64_t count = 0;
    std::vector<std::int64_t> first; // the lowest of them, rising
};

// O(entries log entries) time and 17 bytes for each entry. Fails when that memory is not to be had or when
// stopped. Lists at most `limit`.
Result<Duplicates> duplicatesAnywhere(const IndexRows& rows, std::int64_t limit, const Watch& watch);

} // namespace tscope

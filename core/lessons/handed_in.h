// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "lessons/results_table.h"

namespace tscope {

// Marks what a class handed in: the files that are named, and the .json files in folders that are. A file that
// can't be read or marked has the reason in its place; when the watch stops, the files so far are returned.
std::vector<MarkedResults> markHandedIn(const Lesson& lesson, const std::vector<std::string>& named,
                                        const std::optional<std::uint64_t>& classSeed, const Watch& watch = {});

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tscope {

// The names of the items in one file of a distributed checkpoint, by the byte at which each begins:
// "layer.weight", or "layer.weight at (4, 0)" for a part of that tensor.
using CheckpointNames = std::unordered_map<std::int64_t, std::string>;

// Reads them from the pickle in the file .metadata. `file`: the name of the .distcp file, without a folder.
Result<CheckpointNames> checkpointNames(std::string_view pickle, std::string_view file, const Watch& watch);

} // namespace tscope

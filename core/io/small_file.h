// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope {

// Reads a regular file of at most so many bytes. Pipes and devices, which could make a reader wait for ever or
// never end, are refused, also behind links.
Result<std::string> readSmallFile(const std::string& path, std::int64_t mostBytes);

// The files that a program keeps for itself lie in its own folder: a link, pipe, device, folder or too large file
// in the place of one is none of its own. Says in a few words what it is ("a pipe"); nothing: it is a file, or
// there is none.
std::optional<std::string> oddInPlaceOf(const std::string& path, std::int64_t mostBytes);

// Moves what goes by these names in a folder into a new folder in it, "set-aside-1" or the next that is free, and
// returns that folder's name. Nothing is opened or followed; names that are not there are passed over.
Result<std::string> setAside(const std::string& folder, const std::vector<std::string>& names);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope {

// By what others see that they have the same file.
struct FileIdentity {
    std::int64_t bytes = 0;
    std::string sha256;   // 64 hexadecimal digits
    std::string modified; // "2026-11-28 01:02:03 UTC"
};

// Reads all of a regular file. Nothing of anything else, since what a pipe has given is gone, or when stopped.
std::optional<FileIdentity> identityOf(const std::string& path, const Watch& watch = {});

// "2026-11-28 01:02:03 UTC"
std::string timeText(std::int64_t secondsSince1970);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/zip/archive.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// The entries of an archive that lost its end, and with it the directory, by the headers in front of each: up to
// the first whose length can't be known. One that is stored and goes beyond the file is there as far as that goes.
std::vector<ZipEntry> zipEntriesFromFront(std::span<const std::byte> file, const Watch& watch = {});

// The entry in which a file that was cut short ends; nothing where it ends elsewhere, or no header tells.
std::optional<std::string> cutZipEntry(std::span<const std::byte> file, const Watch& watch = {});

} // namespace tscope

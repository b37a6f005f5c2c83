// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/zip/archive.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// What stands at the end of a zip archive. An entry that can't be had says why; what makes the whole archive
// doubtful (no end record, a directory that does not fit, entries over one another) is an error.
struct ZipDirectory {
    std::vector<ZipEntry> entries;
    std::vector<std::string> warnings;
    std::int64_t begin = 0, end = 0; // of the archive in the file
};

Result<ZipDirectory> readZipDirectory(std::span<const std::byte> file, const Watch& watch = {});

// The name in quotes, for sentences; long ones are cut.
std::string quotedEntry(std::string_view name);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/zip/archive.h"

#include <cstdint>
#include <vector>

namespace tscope {

struct ZipPlace {
    std::int64_t begin = 0, end = 0; // in the file
};

// The archives of a file that consists of several, each right after the one before, in the order of the file.
// `last` is the last one that is whole; bytes after it are left out. Of more than `most` the last ones.
std::vector<ZipPlace> archivesInRow(const StoragePtr& file, const ZipArchive& last, std::size_t most,
                                    const Watch& watch = {});

} // namespace tscope

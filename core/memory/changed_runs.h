// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/storage.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace tscope {

// The bytes [begin, end) of a storage.
struct ByteRun {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const ByteRun&) const = default;
};

// Where two storages differ, in order: runs of whole elements of so many bytes, the last of which the end of the
// storage may cut. Pages that an edited copy shares with its original are not looked at. Preconditions: both have
// bytes, and equally many; an element has 1 to patchPageBytes. `most`: the first runs, and no more is read for
// further ones: where every other element differs, all of them take more memory than the storage.
std::vector<ByteRun> changedRuns(const Storage& before, const Storage& after, std::int64_t elementBytes,
                                 std::size_t most = std::numeric_limits<std::size_t>::max());

} // namespace tscope

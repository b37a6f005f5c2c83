// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "memory/changed_runs.h"
#include "memory/storage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

// Which bytes of a storage are kept: all, or those that differ from another one of its size.
struct KeptBytes {
    bool isWhole = true;
    std::vector<ByteRun> runs = {};
    std::int64_t size = 0; // of the storage

    std::uint64_t count() const; // that a file of them takes, but for its header
};
// All of them where they take more than half the room. `before` may be null.
KeptBytes keptBytesOf(const Storage& storage, const Storage* before, std::int64_t elementBytes);

// A safetensors file of these bytes, or of the places of the runs and what stands there.
Result<void> writeKeptBytes(const Storage& storage, const KeptBytes& bytes, const std::string& path);

struct ReadBytes {
    StoragePtr storage;
    std::uint64_t bytes = 0; // that the file takes
};
// A storage of this size from such a file; the runs are put on `base`, if there is one. Fails where the file says
// something else.
Result<ReadBytes> readKeptBytes(const std::string& path, std::int64_t size, const StoragePtr& base);

} // namespace tscope

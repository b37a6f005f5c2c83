// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "io/zip/archive.h"

#include <string>
#include <string_view>

namespace tscope {

// The folder in which everything of a PyTorch archive lies: that of its first entry, whatever the file is called.
std::string torchFolder(const ZipArchive& archive);

// The bytes of the pickle in it. What they don't agree with is told in `warning`.
Result<StoragePtr> torchPickle(const ZipArchive& archive, std::string& warning, const Watch& watch);

// Precondition: it lies in one run.
inline std::string_view textOf(const Storage& storage)
{
    return {reinterpret_cast<const char*>(storage.data()), static_cast<std::size_t>(storage.byteSize())};
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"
#include "io/source.h"
#include "io/zip/archive.h"
#include "tensor/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

// Files of torch.save. Nothing in them is run: what would run something is refused by name.

// The zip form. Whether an archive is one: a pickle lies one folder deep in it.
bool isTorchArchive(const ZipArchive& archive);
Result<Document> readTorchArchive(const ZipArchive& archive, const Source& source);
// An archive that is part of the file `whole`: an item of a checkpoint, an entry of another archive. Takes what it
// unpacks from `unpackedLeft`, which all archives in a file share.
Result<Document> readTorchArchiveIn(const Source& whole, StoragePtr part, std::int64_t& unpackedLeft);
// How much they may unpack at first: what a packed file may hold, without its own bytes where it was packed
// itself.
std::int64_t mostUnpackedIn(const Source& whole);

// The form before 1.6: pickles and storages one after the other.
Result<Document> readTorchLegacy(const Source& source);

// What the pickle of a file of either form holds, as lines for people; also of files that are refused.
Result<std::vector<std::string>> torchFileLines(const Source& source);

struct TorchWriteOptions {
    // For PyTorch 1.x: csr as it rebuilds that, which later versions no longer know, and coo without its flag.
    bool for1x = false;
};

// What PyTorch 2.x loads as the same tensors: layouts, strides, sharing, broken as they are. Fails where a tensor
// claims what such a file has no place for.
Result<void> writeTorchArchive(const Document& document, Sink& sink, const TorchWriteOptions& options);
Result<void> writeTorchFile(const Document& document, Sink& sink);
Result<void> writeTorchFileFor1x(const Document& document, Sink& sink);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"
#include "io/zip/archives_in_row.h"
#include "tensor/document.h"

#include <span>
#include <vector>

namespace tscope {

// Where the whole items lie in a .distcp file of torch.distributed.checkpoint, which has one file of torch.save
// per item, one after the other. `last`: the last archive of the file that is whole. Empty: it is no such file,
// but one archive alone.
std::vector<ZipPlace> checkpointItems(const ZipArchive& last, const Source& source);

// Reads them. The file .metadata beside it has their names; without it they are numbered. Items that are damaged
// or cut short before or after them are counted as unread.
Result<Document> readTorchCheckpoint(std::span<const ZipPlace> items, const Source& source);

// More items of one file are not read.
inline constexpr std::size_t checkpointItemLimit = 200'000;

} // namespace tscope

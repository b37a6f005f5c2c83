// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"
#include "io/zip/archives_in_row.h"
#include "tensor/document.h"

#include <span>

namespace tscope {

// Reads a .distcp file of torch.distributed.checkpoint: one file of torch.save per item, one after the other. The
// file .metadata beside it has their names; without it the items are numbered.
Result<Document> readTorchCheckpoint(std::span<const ZipPlace> places, const Source& source);

// More items of one file are not read.
inline constexpr std::size_t checkpointItemLimit = 200'000;

} // namespace tscope

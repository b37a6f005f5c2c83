// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"
#include "io/zip/archive.h"
#include "tensor/document.h"

namespace tscope {

// A program that torch.export saved (.pt2).
bool isExportedProgram(const ZipArchive& archive);

// Reads its weights, buffers, constants and sample inputs, not its graph. Each weight is an entry of the archive,
// described by a JSON text; older versions keep all weights in a file of torch.save inside the archive.
Result<Document> readExportedProgram(const ZipArchive& archive, const Source& source);

} // namespace tscope

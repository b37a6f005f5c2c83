// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"
#include "io/source.h"
#include "tensor/document.h"

namespace tscope {

// A packed Matrix Market file, the one format that is met in gzip.
Result<Document> readGzipFile(const Source& source);
Result<void> writeGzipMatrixMarket(const Document& document, Sink& sink);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"
#include "io/source.h"
#include "tensor/document.h"

namespace tscope {

// The two formats of plain text, whose grammars lie in literals/; how large a file of each may be is said here.
Result<Document> readJsonFile(const Source& source);
Result<Document> readTextFile(const Source& source);
Result<void> writeJsonFile(const Document& document, Sink& sink);
Result<void> writeTextFile(const Document& document, Sink& sink);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"
#include "tensor/document.h"

#include <string_view>

namespace tscope {

// What is found under a tensor's name when a download went wrong. Nothing of it can be opened; what it is and how
// to get the file can be said.
bool isLfsPointer(std::string_view start);
bool isWebPage(std::string_view start);
bool isUtf16(std::string_view start);

// Always fail, with that sentence.
Result<Document> readLfsPointer(const Source& source);
Result<Document> readWebPage(const Source& source);
Result<Document> readUtf16(const Source& source);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/source.h"
#include "tensor/document.h"

namespace tscope {

// Two formats are zip archives: PyTorch's, known by its pickle, and NumPy's. Looks which one it is and reads it.
Result<Document> readZipFile(const Source& source);

} // namespace tscope

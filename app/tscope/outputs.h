// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/open.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope::cli {

// What commands write, as saveFile() and writeWholeFile() do. Nothing is written of inputs that were cut short
// meanwhile: zeros would stand for what is gone.
Result<std::vector<std::string>> saveTensors(const Document& document, const std::string& path,
                                             const SaveOptions& options = {});
Result<void> saveBytes(const std::string& path, std::string_view bytes);

} // namespace tscope::cli

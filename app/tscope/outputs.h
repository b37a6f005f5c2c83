// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inputs.h"
#include "io/open.h"

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace tscope::cli {

// What commands write, as saveFile() and writeWholeFile() do. Nothing is written of inputs that were cut short
// meanwhile: zeros would stand for what is gone.
Result<std::vector<std::string>> saveTensors(const Document& document, const std::string& path,
                                             const SaveOptions& options = {});
Result<void> saveBytes(const std::string& path, std::string_view bytes);

// A file to be written from others, of which some may be damaged: what can't be read of them is not in it. Then no
// file that is there already is overwritten, unless the user says so.
struct Output {
    std::string path;
    bool mayOverwrite = false;
};
void addOverwrite(CLI::App& command, Output& output); // the option --overwrite

// Whether `output` may be written from what was read of the file named by `spec`: of `unread` tensors, that were
// asked for, and of `unreadInFile`, the others too. Fails with what would be lost.
Result<void> checkOverwrite(const Output& output, const std::string& spec, std::int64_t unread,
                            std::int64_t unreadInFile);

} // namespace tscope::cli

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

// The commands' saveFile() and writeWholeFile(). They fail if an input was cut short since it was opened, as zeros
// would be written in place of the lost part.
Result<std::vector<std::string>> saveTensors(const Document& document, const std::string& path,
                                             const SaveOptions& options = {});
Result<void> saveBytes(const std::string& path, std::string_view bytes);

// A file to be written from others. Only with --overwrite does it replace its input if that holds more than was
// read, or any existing file if a part of what was asked for can't be read.
struct Output {
    std::string path;
    bool mayOverwrite = false;
};
void addOverwrite(CLI::App& command, Output& output); // the option --overwrite

// Whether `output` may be written from what was read of the file named by `spec`, of which `unread` tensors were
// asked for and can't be read. Fails with what would be lost.
Result<void> checkOverwrite(const Output& output, const std::string& spec, const Remainder& ofFile,
                            std::int64_t unread = 0);

} // namespace tscope::cli

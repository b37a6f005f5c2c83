// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/save_watch.h"
#include "io/sink.h"

#include <functional>
#include <string>
#include <string_view>

namespace tscope {

// The one way to write a file. It is written beside the old one and put in its place when it is whole and on the
// disk; when `write` or the disk fails, when it is stopped or the process ends, the old one stays. Who may read
// and write it stays too (owner, mode and access list), and nobody else may while it is written. Extended
// attributes in "user." are copied as far as the file system takes them; others are not. What write_target.h calls
// a stream takes the bytes as they come.
Result<void> writeWholeFile(const std::string& name, const std::function<Result<void>(Sink&)>& write,
                            const SaveWatch& watch = {});
Result<void> writeWholeFile(const std::string& name, std::string_view text, const SaveWatch& watch = {});

} // namespace tscope

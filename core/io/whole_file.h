// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/save_watch.h"
#include "io/sink.h"

#include <functional>
#include <string>

namespace tscope {

// Written beside the old file and put in its place when it is whole; when `write` or the disk fails, the old one
// stays, and so it does when it is stopped.
Result<void> writeWholeFile(const std::string& name, const std::function<Result<void>(Sink&)>& write,
                            const SaveWatch& watch = {});

} // namespace tscope

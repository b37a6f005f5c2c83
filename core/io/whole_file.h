// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"

#include <functional>
#include <string>

namespace tscope {

// Written beside the old file and put in its place when it is whole; when `write` or the disk fails, the old one
// stays.
Result<void> writeWholeFile(const std::string& path, const std::function<Result<void>(Sink&)>& write);

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/descriptor.h"
#include "base/result.h"
#include "io/save_watch.h"

#include <optional>
#include <string>
#include <sys/stat.h>

namespace tscope {

// Where the bytes that are saved under a name go.
struct WriteTarget {
    std::string path;                    // behind links; of a file that is replaced as a whole, or made
    std::optional<struct stat> replaced; // what is there now
    Descriptor stream; // open: of a pipe, device or open file, which takes the bytes as they come
};

// As editors do, who saves under a link means the file that it leads to, and the link stays. A pipe, a device and
// what the process has open already (/dev/stdout) are never replaced. A pipe is waited for until a program reads
// from it or the watch is stopped.
Result<WriteTarget> writeTargetOf(const std::string& name, const SaveWatch& watch);

} // namespace tscope

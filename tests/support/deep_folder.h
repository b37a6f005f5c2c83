// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope::test {

// Folders in each other below `path`, until the path of the innermost is longer than `bytes`, which may be more
// than the system takes as one path. How many there are.
inline int makeDeepFolder(const std::string& path, std::size_t bytes)
{
    const std::string name(200, 'd');
    ::mkdir(path.c_str(), 0755);
    int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY);
    int depth = 0;
    for (auto length = path.size(); length < bytes && folder >= 0; length += name.size() + 1, ++depth) {
        ::mkdirat(folder, name.c_str(), 0755);
        const int next = ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY);
        ::close(folder);
        folder = next;
    }
    ::close(folder);
    return depth;
}

} // namespace tscope::test

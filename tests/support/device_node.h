// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope::test {

// A node of the same device at `path`, in a folder of the test: a defect that replaces what it should write to
// then does no harm. Where no node can be made, the device itself, which only root could replace.
inline std::string nodeOf(const std::string& device, const std::string& path)
{
    struct stat status = {};
    if (::stat(device.c_str(), &status) != 0 || ::mknod(path.c_str(), S_IFCHR | 0666, status.st_rdev) != 0)
        return device;
    const int opened = ::open(path.c_str(), O_WRONLY); // refused where the folder is mounted without devices
    if (opened < 0) {
        ::unlink(path.c_str());
        return device;
    }
    ::close(opened);
    return path;
}

} // namespace tscope::test

// SPDX-License-Identifier: Apache-2.0
#include "base/program_folder.h"

#include <array>
#include <climits>
#include <sys/auxv.h>
#include <unistd.h>

namespace tscope {

std::string programFolder(const std::string& path)
{
    const auto slash = path.rfind('/');
    if (slash == std::string::npos || path.front() != '/')
        return {};
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string programFolder()
{
    std::array<char, PATH_MAX> path{};
    const auto length = ::readlink("/proc/self/exe", path.data(), path.size());
    if (length > 0)
        return programFolder(std::string(path.data(), static_cast<std::size_t>(length)));
    // Without /proc the kernel still hands over the path that was started, with its links.
    const auto* started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    if (started == nullptr || *started != '/' || ::realpath(started, path.data()) == nullptr)
        return {};
    return programFolder(std::string(path.data()));
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "io/small_file.h"

#include "base/descriptor.h"
#include "base/say.h"
#include "io/write_error.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tscope {

namespace {

Error cannotRead(const std::string& path, int code)
{
    return {code == ENOENT || code == ENOTDIR ? ErrorCode::notFound : ErrorCode::corrupt,
            say("can't read \"{0}\": {1}", path, std::generic_category().message(code))};
}

std::optional<std::string> oddityOf(const struct stat& status, std::int64_t mostBytes)
{
    if (S_ISLNK(status.st_mode))
        return say("a link");
    if (S_ISDIR(status.st_mode))
        return say("a folder");
    if (S_ISFIFO(status.st_mode))
        return say("a pipe");
    if (!S_ISREG(status.st_mode))
        return say("a device");
    if (status.st_size > mostBytes)
        return say("a file of {0} bytes, where {1} are the most", status.st_size, mostBytes);
    return std::nullopt;
}

} // namespace

Result<std::string> readSmallFile(const std::string& path, std::int64_t mostBytes)
{
    struct stat status = {};
    // Looked at before it is opened: that alone sets some devices to work.
    if (::stat(path.c_str(), &status) != 0)
        return cannotRead(path, errno);
    if (const auto odd = oddityOf(status, mostBytes))
        return corrupt(say("wanted a file, \"{0}\" is {1}", path, *odd));
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0)
        return cannotRead(path, errno);
    if (const auto odd = oddityOf(status, mostBytes)) // it may have become another since
        return corrupt(say("wanted a file, \"{0}\" is {1}", path, *odd));
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t got = 0;
    while (got < text.size()) {
        const auto count = ::read(file.number(), text.data() + got, text.size() - got);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return cannotRead(path, errno);
        if (count == 0)
            break;
        got += static_cast<std::size_t>(count);
    }
    text.resize(got);
    return text;
}

std::optional<std::string> oddInPlaceOf(const std::string& path, std::int64_t mostBytes)
{
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 ? oddityOf(status, mostBytes) : std::nullopt;
}

Result<std::string> setAside(const std::string& folder, const std::vector<std::string>& names)
{
    constexpr int tries = 1000;
    std::string aside, target;
    for (int i = 1; i <= tries && target.empty(); ++i) {
        aside = "set-aside-" + std::to_string(i);
        if (::mkdir((folder + "/" + aside).c_str(), 0700) == 0)
            target = folder + "/" + aside;
        else if (errno != EEXIST)
            break;
    }
    if (target.empty())
        return cannotWrite(folder + "/" + aside, errno);
    for (const auto& name : names)
        if (::rename((folder + "/" + name).c_str(), (target + "/" + name).c_str()) != 0 && errno != ENOENT)
            return cannotWrite(target + "/" + name, errno);
    return aside;
}

} // namespace tscope

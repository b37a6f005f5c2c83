// SPDX-License-Identifier: Apache-2.0
#include "io/write_target.h"

#include "base/say.h"
#include "io/write_error.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace tscope {

namespace {

// The number of a descriptor of this process that a path names; -1 if it names none.
int descriptorNamed(std::string_view path)
{
    for (const std::string_view folder : {"/proc/self/fd/", "/dev/fd/"})
        if (path.starts_with(folder)) {
            int number = -1;
            const auto* end = path.data() + path.size();
            const auto read = std::from_chars(path.data() + folder.size(), end, number);
            return read.ec == std::errc() && read.ptr == end ? number : -1;
        }
    return -1;
}

// A sticky folder that all users may write to, such as /tmp.
bool isShared(const struct stat& folder)
{
    return (folder.st_mode & (S_ISVTX | S_IWOTH)) == (S_ISVTX | S_IWOTH);
}

// Links of strangers in a shared folder such as /tmp may lead a writer to its own files: the system follows none
// of them, and neither does this.
bool isTrap(const std::filesystem::path& link)
{
    struct stat itself = {}, folder = {};
    const auto parent = link.has_parent_path() ? link.parent_path() : std::filesystem::path(".");
    return ::lstat(link.c_str(), &itself) == 0 && ::stat(parent.c_str(), &folder) == 0 && isShared(folder) &&
           itself.st_uid != ::geteuid() && itself.st_uid != folder.st_uid;
}

// Where a name leads. Links that lead in a circle stand for no file: the name itself becomes one.
Result<std::string> behindLinks(const std::string& name)
{
    constexpr int most = 40; // as the system follows them
    std::filesystem::path path = name;
    std::error_code failed;
    for (int i = 0; i < most && descriptorNamed(path.native()) < 0 && std::filesystem::is_symlink(path, failed);
         ++i) {
        if (isTrap(path))
            return cannotWrite(name, EACCES);
        const auto next = std::filesystem::read_symlink(path, failed);
        if (failed)
            return cannotWrite(name, failed.value());
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path.string();
}

// open() with O_NONBLOCK fails for a pipe without a reader.
Result<Descriptor> openStream(const std::string& path, const SaveWatch& watch)
{
    constexpr int look = 20; // milliseconds
    while (true) {
        Descriptor opened(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
        const int code = errno;
        struct stat status = {};
        if (opened.isOpen())
            return opened;
        if (code != EINTR && !(code == ENXIO && ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode)))
            return cannotWrite(path, code);
        if (watch.isStopped())
            return Error{ErrorCode::cancelled, say("saving was cancelled"), {}, {}};
        ::poll(nullptr, 0, look);
    }
}

} // namespace

Result<WriteTarget> writeTargetOf(const std::string& name, const SaveWatch& watch)
{
    if (name.find('\0') != std::string::npos) // the system would write to what stands before it
        return invalidArgument(say("a file name can't hold a zero byte"));
    auto path = behindLinks(name);
    if (!path)
        return path.error();
    WriteTarget target;
    target.path = std::move(*path);
    const auto refused = [&] {
        return invalidArgument(say("wanted a file to write, \"{0}\" is a pipe or a device", name));
    };
    if (const int number = descriptorNamed(target.path); number >= 0) {
        if (!watch.toStreams)
            return refused();
        target.stream = Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, 0));
        return target.stream.isOpen() ? Result<WriteTarget>(std::move(target)) : cannotWrite(name, errno);
    }
    if (std::filesystem::path(target.path).filename().empty())
        return cannotWrite(name, target.path.empty() ? ENOENT : EISDIR);
    struct stat status = {};
    if (::lstat(target.path.c_str(), &status) != 0)
        return errno == ENOENT ? Result<WriteTarget>(std::move(target)) : cannotWrite(target.path, errno);
    if (S_ISDIR(status.st_mode))
        return cannotWrite(target.path, EISDIR);
    if (S_ISREG(status.st_mode)) {
        if (::access(target.path.c_str(), W_OK) != 0) // its owner wants it kept
            return cannotWrite(target.path, errno);
        target.replaced = status;
    } else if (!S_ISLNK(status.st_mode)) {
        if (!watch.toStreams)
            return refused();
        auto stream = openStream(target.path, watch);
        if (!stream)
            return stream.error();
        target.stream = std::move(*stream);
    }
    return target;
}

} // namespace tscope

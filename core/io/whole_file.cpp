// SPDX-License-Identifier: Apache-2.0
#include "io/whole_file.h"

#include "base/say.h"
#include "io/descriptor_sink.h"
#include "io/part_file.h"
#include "io/write_error.h"
#include "io/write_target.h"

#include <cstring>
#include <linux/limits.h>
#include <optional>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace tscope {

namespace {

using Write = std::function<Result<void>(Sink&)>;

Error stopped()
{
    return {ErrorCode::cancelled, say("saving was cancelled"), {}, {}};
}

Result<void> writeAll(int descriptor, const std::string& path, const Write& write, const SaveWatch& watch)
{
    DescriptorSink sink(descriptor, watch);
    const auto written = write(sink);
    const int code = written ? sink.finish() : sink.failure();
    if (watch.isStopped())
        return stopped();
    if (code != 0) // a full disk stops a writer as if all had been put
        return cannotWrite(path, code);
    if (!written)
        return written;
    if (watch.lostMappings && mappingsWithLostPages() != *watch.lostMappings)
        return Error{
            ErrorCode::corrupt,
            say("\"{0}\" was not written: a file that it is made of is damaged, or was cut short meanwhile", path),
            {},
            "short"};
    return watch.mayStay ? watch.mayStay() : Result<void>();
}

constexpr const char* accessList = "system.posix_acl_access";

std::optional<std::string> attributeOf(const std::string& path, const char* name)
{
    std::string value(XATTR_SIZE_MAX, '\0');
    const auto size = ::lgetxattr(path.c_str(), name, value.data(), value.size());
    if (size < 0)
        return std::nullopt;
    value.resize(static_cast<std::size_t>(size));
    return value;
}

// Those that users set. One that the file system does not take is left out.
void copyUserAttributes(int descriptor, const std::string& from)
{
    std::string names(XATTR_LIST_MAX, '\0');
    const auto size = ::llistxattr(from.c_str(), names.data(), names.size());
    names.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    for (std::size_t at = 0; at < names.size();) {
        const char* name = names.c_str() + at;
        at += std::strlen(name) + 1;
        if (!std::string_view(name).starts_with("user."))
            continue;
        if (const auto value = attributeOf(from, name))
            (void)::fsetxattr(descriptor, name, value->data(), value->size(), 0);
    }
}

// Without a list, the new file must not keep one that its folder gave it.
bool setAccessList(int descriptor, const std::optional<std::string>& list)
{
    if (list)
        return ::fsetxattr(descriptor, accessList, list->data(), list->size(), 0) == 0;
    return ::fremovexattr(descriptor, accessList) == 0 || ::fgetxattr(descriptor, accessList, nullptr, 0) < 0;
}

// Where the group or the access list can't be the same, the group may do no more than all others may: it may be
// another group, and beside a list the mode states the most that the list allows, not what the group may do.
void takeAccess(int descriptor, const std::string& path, const struct stat& from)
{
    auto mode = from.st_mode & 07777U;
    bool isGroupKept = true;
    if (::fchown(descriptor, from.st_uid, from.st_gid) != 0) {
        mode &= 0777U;
        isGroupKept = ::fchown(descriptor, static_cast<uid_t>(-1), from.st_gid) == 0;
    }
    const bool isListKept = setAccessList(descriptor, isGroupKept ? attributeOf(path, accessList) : std::nullopt);
    if (!isGroupKept || !isListKept)
        mode = (mode & ~070U) | ((mode & 07U) << 3);
    (void)::fchmod(descriptor, mode); // last: giving a file away takes some permissions from it
}

Result<void> replaceWhole(const WriteTarget& target, const Write& write, const SaveWatch& watch)
{
    constexpr mode_t forOwner = 0600, forAll = 0666; // the latter less the process's umask
    auto part = PartFile::beside(target.path, target.replaced ? forOwner : forAll);
    if (!part)
        return part.error();
    if (auto written = writeAll(part->descriptor(), target.path, write, watch); !written)
        return written;
    if (target.replaced) {
        copyUserAttributes(part->descriptor(), target.path);
        takeAccess(part->descriptor(), target.path, *target.replaced);
    }
    return part->putInPlace();
}

} // namespace

Result<void> writeWholeFile(const std::string& name, const Write& write, const SaveWatch& watch)
{
    const auto target = writeTargetOf(name, watch);
    if (!target)
        return target.error();
    return target->stream.isOpen() ? writeAll(target->stream.number(), target->path, write, watch)
                                   : replaceWhole(*target, write, watch);
}

Result<void> writeWholeFile(const std::string& name, std::string_view text, const SaveWatch& watch)
{
    const auto put = [text](Sink& sink) {
        sink.put(text);
        return Result<void>();
    };
    return writeWholeFile(name, put, watch);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "io/whole_file.h"

#include "io/descriptor_sink.h"
#include "io/part_file.h"
#include "io/write_error.h"
#include "io/write_target.h"

#include <sys/stat.h>
#include <unistd.h>

namespace tscope {

namespace {

using Write = std::function<Result<void>(Sink&)>;

Error stopped()
{
    return {ErrorCode::cancelled, "saving was cancelled", {}, {}};
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
        return Error{ErrorCode::corrupt,
                     "\"" + path +
                         "\" was not written: a file that it is made of is damaged, or was cut short meanwhile",
                     {},
                     "short"};
    return watch.mayStay ? watch.mayStay() : Result<void>();
}

// Where the group can't be the same, a group of strangers may do no more than all others may.
void takeOwnerAndMode(int descriptor, const struct stat& from)
{
    auto mode = from.st_mode & 07777U;
    if (::fchown(descriptor, from.st_uid, from.st_gid) != 0) {
        mode &= 0777U;
        if (::fchown(descriptor, static_cast<uid_t>(-1), from.st_gid) != 0)
            mode = (mode & ~070U) | ((mode & 07U) << 3);
    }
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
    if (target.replaced)
        takeOwnerAndMode(part->descriptor(), *target.replaced);
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

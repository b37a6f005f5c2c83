// SPDX-License-Identifier: Apache-2.0
#include "io/part_file.h"

#include "io/write_error.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope {

namespace {

std::string pathOf(int descriptor)
{
    return "/proc/self/fd/" + std::to_string(descriptor);
}

// Whether a name in the folder is that of the open file, which has this status.
bool isNameOf(const struct stat& opened, int folder, const char* name)
{
    struct stat named = {};
    return ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

// Some file systems have nothing to wait for.
int syncOf(int descriptor)
{
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

} // namespace

PartFile::PartFile(std::string target, Descriptor folder, std::string name)
    : m_target(std::move(target)), m_folder(std::move(folder)), m_name(std::move(name))
{
}

PartFile::~PartFile()
{
    if (m_unfinished != nullptr)
        ::unlinkat(m_folder.number(), m_partName.c_str(), 0);
}

Result<PartFile> PartFile::beside(const std::string& target, mode_t mode, Named named)
{
    const std::filesystem::path path = target;
    const auto folder = path.has_parent_path() ? path.parent_path().string() : std::string(".");
    Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen() && errno == EACCES) // one that may be written to, but not listed
        opened = Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen())
        return cannotWrite(target, errno);
    PartFile part(target, std::move(opened), path.filename().string());
    if (named == Named::atTheEnd && part.openUnnamed(mode))
        return part;
    if (auto made = part.openNamed(mode); !made)
        return made.error();
    return part;
}

bool PartFile::openUnnamed(mode_t mode)
{
    m_file = Descriptor(::openat(m_folder.number(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
    // It gets its name by way of /proc, which is not mounted everywhere.
    if (m_file.isOpen() && ::access(pathOf(m_file.number()).c_str(), F_OK) != 0)
        m_file.close();
    return m_file.isOpen() && isLocked();
}

Result<void> PartFile::openNamed(mode_t mode)
{
    return takeName([&](const char* name) {
        m_file = Descriptor(
            ::openat(m_folder.number(), name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        if (!m_file.isOpen() || !isLocked())
            return false;
        // Before it was locked, another writer may have taken it for an abandoned one and removed it.
        struct stat opened = {};
        if (::fstat(m_file.number(), &opened) == 0 && isNameOf(opened, m_folder.number(), name))
            return true;
        errno = EEXIST;
        return false;
    });
}

// The lock tells others that the writer lives. Another who has it took the file for an abandoned one. Where there
// are no locks, nothing is taken for abandoned.
bool PartFile::isLocked() const
{
    return ::flock(m_file.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

template <class Attempt>
Result<void> PartFile::takeName(Attempt attempt)
{
    constexpr int tries = 1000;
    constexpr std::size_t longest = 200; // bytes of the target's name; the whole must stay below 255
    for (int i = 1; i <= tries; ++i) {
        auto name = "." + m_name.substr(0, longest) + ".tscope-part" + (i > 1 ? std::to_string(i) : "");
        for (int again = 0; again < 2; ++again) {
            errno = 0;
            if (attempt(name.c_str())) {
                m_partName = std::move(name);
                m_unfinished = std::make_unique<Unfinished>(m_folder.number(), m_partName);
                return {};
            }
            if (errno != EEXIST && errno != EWOULDBLOCK)
                return cannotWrite(m_target, errno);
            const auto abandoned = lockedIfAbandoned(name);
            if (!abandoned.isOpen())
                break;
            ::unlinkat(m_folder.number(), name.c_str(), 0);
        }
    }
    return cannotWrite(m_target, EEXIST);
}

// Open if the writer of this part file ended without removing it: a file of this user that no other process has
// locked. Only the holder of the lock removes the name, so the descriptor stays open until the name is removed.
Descriptor PartFile::lockedIfAbandoned(const std::string& name) const
{
    Descriptor file(::openat(m_folder.number(), name.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
    struct stat opened = {};
    const bool isAbandoned =
        file.isOpen() && ::fstat(file.number(), &opened) == 0 && S_ISREG(opened.st_mode) &&
        opened.st_uid == ::geteuid() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 &&
        isNameOf(opened, m_folder.number(), name.c_str()); // another writer may have removed it meanwhile
    return isAbandoned ? std::move(file) : Descriptor();
}

Result<void> PartFile::putInPlace()
{
    if (const int code = syncOf(m_file.number()); code != 0)
        return cannotWrite(m_target, code);
    // A link does not take the place of what is there, only a name does.
    if (m_unfinished == nullptr)
        if (auto named = takeName([&](const char* name) {
                return ::linkat(AT_FDCWD, pathOf(m_file.number()).c_str(), m_folder.number(), name,
                                AT_SYMLINK_FOLLOW) == 0;
            });
            !named)
            return named;
    if (::renameat(m_folder.number(), m_partName.c_str(), m_folder.number(), m_name.c_str()) != 0)
        return cannotWrite(m_target, errno);
    m_unfinished.reset();
    (void)syncOf(m_folder.number()); // the bytes are safe already; not every folder can be asked
    return {};
}

} // namespace tscope

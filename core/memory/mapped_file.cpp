// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "memory/contiguous_storage.h"
#include "memory/lost_pages.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tscope {

namespace {

// Shorter runs are read: that takes a moment, and what is written into the file later does not change them.
constexpr std::int64_t readUpTo = std::int64_t{4} << 20;

class MappedFile final : public ContiguousStorage
{
public:
    // Owns the mapping of `mappedBytes` at `pages`; the storage's bytes start `skipped` bytes into it.
    MappedFile(std::byte* pages, std::size_t mappedBytes, std::int64_t skipped, std::int64_t byteSize, Label label)
        : ContiguousStorage(pages + skipped, byteSize, std::move(label)), m_mapping{pages, mappedBytes},
          m_looked(pages, mappedBytes)
    {
    }

private:
    struct Mapping {
        std::byte* pages;
        std::size_t byteSize;
        ~Mapping() { ::munmap(pages, byteSize); }
    };
    Mapping m_mapping;
    MappedPages m_looked; // no longer looked after when they go
};

// A mapping lives on without its descriptor, so that one is closed on every way out.
class OpenFile
{
public:
    explicit OpenFile(const std::string& path)
        // Not to wait for a writer when the path names a pipe.
        : m_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    {
    }
    ~OpenFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

std::string why(int code)
{
    return std::generic_category().message(code);
}

Error tooShort(const std::string& path, std::int64_t begin, std::int64_t byteSize, std::int64_t fileSize)
{
    return {ErrorCode::corrupt,
            byteSize < 0 ? say("wanted bytes from byte {0} of '{1}', which has {2} bytes", begin, path, fileSize)
                         : say("wanted {0} bytes from byte {1} of '{2}', which has {3} bytes", byteSize, begin,
                               path, fileSize),
            "byte " + std::to_string(fileSize), "short"};
}

Result<StoragePtr> readBytes(const OpenFile& file, const std::string& path, std::int64_t begin,
                             std::int64_t byteSize, Storage::Label label)
{
    auto builder = StorageBuilder::make(byteSize);
    if (!builder)
        return builder.error();
    for (auto left = builder->bytes(); !left.empty();) {
        const auto at = begin + byteSize - static_cast<std::int64_t>(left.size());
        const auto count = ::pread(file.descriptor(), left.data(), left.size(), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error{ErrorCode::unsupported, say("can't read '{0}': {1}", path, why(errno)), {}, {}};
        if (count == 0)
            return tooShort(path, begin, byteSize, at);
        left = left.subspan(static_cast<std::size_t>(count));
    }
    return std::move(*builder).seal(std::move(label));
}

} // namespace

Result<StoragePtr> mapFile(const std::string& path, std::int64_t begin, std::int64_t byteSize,
                           Storage::Label label)
{
    if (begin < 0 || byteSize < -1)
        return invalidArgument(say("can't map {0} bytes from byte {1} of '{2}'", byteSize, begin, path));
    if (path.find('\0') != std::string::npos) // the system would open what stands before it
        return invalidArgument(say("a file name can't hold a zero byte"));
    const OpenFile file(path);
    if (file.descriptor() < 0) {
        const int code = errno;
        if (code == ENOENT || code == ENOTDIR)
            return Error{ErrorCode::notFound, say("there is no file '{0}'", path), {}, "missing"};
        return Error{ErrorCode::unsupported, say("can't open '{0}': {1}", path, why(code)), {}, {}};
    }
    struct stat status = {};
    if (::fstat(file.descriptor(), &status) != 0)
        return Error{ErrorCode::unsupported, say("can't look at '{0}': {1}", path, why(errno)), {}, {}};
    if (S_ISDIR(status.st_mode))
        return invalidArgument(say("'{0}' is a folder, a file was wanted", path));
    if (!S_ISREG(status.st_mode))
        return invalidArgument(say("'{0}' is a pipe or device, which can't be mapped", path));

    const std::int64_t fileSize = status.st_size;
    if (begin > fileSize || byteSize > fileSize - begin)
        return tooShort(path, begin, byteSize, fileSize);
    if (byteSize < 0)
        byteSize = fileSize - begin;
    if (byteSize <= readUpTo)
        return readBytes(file, path, begin, byteSize, std::move(label));

    const auto skipped = begin % ::sysconf(_SC_PAGESIZE); // mappings start on a page
    const auto mappedBytes = static_cast<std::size_t>(skipped + byteSize);
    void* pages = ::mmap(nullptr, mappedBytes, PROT_READ, MAP_PRIVATE, file.descriptor(), begin - skipped);
    if (pages == MAP_FAILED)
        return Error{
            ErrorCode::outOfMemory, say("can't map {0} bytes of '{1}': {2}", byteSize, path, why(errno)), {}, {}};
    return StoragePtr(std::make_shared<const MappedFile>(static_cast<std::byte*>(pages), mappedBytes, skipped,
                                                         byteSize, std::move(label)));
}

} // namespace tscope

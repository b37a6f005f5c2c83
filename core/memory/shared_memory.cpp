// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"
#include "base/say.h"
#include "memory/contiguous_storage.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tscope {

// The descriptor and the pages it is mapped to; both end with the last SharedMemory or storage that uses them.
struct SharedMemory::Mapping {
    int descriptor = -1;
    std::byte* pages = noBytes();
    std::size_t byteSize = 0;

    explicit Mapping(int opened) : descriptor(opened) {}
    ~Mapping()
    {
        if (byteSize > 0)
            ::munmap(pages, byteSize);
        ::close(descriptor);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    Result<void> map(std::int64_t count);

    class MappedStorage;
};

class SharedMemory::Mapping::MappedStorage final : public ContiguousStorage
{
public:
    MappedStorage(std::shared_ptr<Mapping> mapping, Label label)
        : ContiguousStorage(mapping->pages, static_cast<std::int64_t>(mapping->byteSize), std::move(label)),
          m_mapping(std::move(mapping))
    {
    }
    const std::shared_ptr<Mapping>& mapping() const { return m_mapping; }

private:
    std::shared_ptr<Mapping> m_mapping;
};

namespace {

std::string reasonOf(int code)
{
    return std::generic_category().message(code);
}

Error negativeSize(std::int64_t byteSize)
{
    return invalidArgument(say("shared memory can't have {0} bytes", byteSize));
}

} // namespace

Result<void> SharedMemory::Mapping::map(std::int64_t count)
{
    if (count == 0)
        return {};
    void* mapped =
        ::mmap(nullptr, static_cast<std::size_t>(count), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
        const int code = errno;
        return Error{code == ENOMEM ? ErrorCode::outOfMemory : ErrorCode::unsupported,
                     say("can't map {0} bytes of shared memory: {1}", count, reasonOf(code)),
                     {},
                     {}};
    }
    pages = static_cast<std::byte*>(mapped);
    byteSize = static_cast<std::size_t>(count);
    return {};
}

Result<SharedMemory> SharedMemory::create(std::int64_t byteSize)
{
    return make(byteSize, true);
}

Result<SharedMemory> SharedMemory::reserved(std::int64_t byteSize)
{
    return make(byteSize, false);
}

Result<SharedMemory> SharedMemory::make(std::int64_t byteSize, bool isSealed)
{
    if (byteSize < 0)
        return negativeSize(byteSize);
    const int descriptor = ::memfd_create("tscope", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0)
        return unsupported(say("can't make shared memory: {0}", reasonOf(errno)));
    auto mapping = std::make_shared<Mapping>(descriptor);
    if (::ftruncate(descriptor, byteSize) != 0)
        return Error{
            ErrorCode::outOfMemory, say("no shared memory for {0} bytes: {1}", byteSize, reasonOf(errno)), {}, {}};
    if (isSealed)
        ::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK);
    if (auto mapped = mapping->map(byteSize); !mapped)
        return mapped.error();
    return SharedMemory(std::move(mapping));
}

Result<SharedMemory> SharedMemory::attach(int descriptor, std::int64_t byteSize)
{
    if (byteSize < 0)
        return negativeSize(byteSize);
    const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return invalidArgument(say("descriptor {0} is not open: {1}", descriptor, reasonOf(errno)));
    auto mapping = std::make_shared<Mapping>(own);

    // Sealed before it is measured: what is there now then stays. What can't be sealed could be taken away while
    // it is read, which would end this process.
    ::fcntl(own, F_ADD_SEALS, F_SEAL_SHRINK);
    const int seals = ::fcntl(own, F_GET_SEALS);
    if (seals < 0 || (seals & F_SEAL_SHRINK) == 0)
        return invalidArgument(say("descriptor {0} is not shared memory that keeps its size", descriptor));
    struct stat status = {};
    if (::fstat(own, &status) != 0 || !S_ISREG(status.st_mode))
        return invalidArgument(say("descriptor {0} is not shared memory", descriptor));
    if (status.st_size < byteSize)
        return Error{ErrorCode::corrupt,
                     say("wanted {0} bytes of shared memory, the descriptor has {1}", byteSize, status.st_size),
                     {},
                     "short"};
    if (auto mapped = mapping->map(byteSize); !mapped)
        return mapped.error();
    return SharedMemory(std::move(mapping));
}

std::span<std::byte> SharedMemory::bytes()
{
    return {m_mapping->pages, m_mapping->byteSize};
}

int SharedMemory::descriptor() const
{
    return m_mapping->descriptor;
}

void SharedMemory::keepFirst(std::int64_t byteSize)
{
    auto& [descriptor, pages, mapped] = *m_mapping;
    const auto kept = static_cast<std::size_t>(byteSize);
    TSCOPE_CHECK(byteSize >= 0 && kept <= mapped, "what is kept of memory lies within its bytes");
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto keptPages = (kept + page - 1) / page * page;
    if (keptPages < mapped)
        ::munmap(pages + keptPages, mapped - keptPages);
    if (kept == 0)
        pages = noBytes();
    mapped = kept;
    // Whoever gets the descriptor is told the length, so memory that can't be cut is as good.
    if (::ftruncate(descriptor, byteSize) == 0)
        ::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK);
}

std::optional<SharedMemory> SharedMemory::of(const Storage& storage)
{
    const auto* mapped = dynamic_cast<const Mapping::MappedStorage*>(&storage);
    return mapped == nullptr ? std::nullopt : std::optional(SharedMemory(mapped->mapping()));
}

StoragePtr SharedMemory::storage(Storage::Label label) const
{
    return std::make_shared<const Mapping::MappedStorage>(m_mapping, std::move(label));
}

} // namespace tscope

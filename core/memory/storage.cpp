// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/check.h"
#include "memory/contiguous_storage.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>

namespace tscope {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t mapFrom = std::size_t{1} << 20;       // smaller blocks are cheaper from the heap
constexpr std::size_t hugePagesFrom = std::size_t{8} << 20; // fewer faults and TLB misses in long scans

std::uint64_t nextId()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

class HeapStorage final : public ContiguousStorage
{
public:
    using Owner = std::shared_ptr<std::byte>;
    HeapStorage(Owner bytes, std::int64_t byteSize, Label label)
        : ContiguousStorage(bytes.get(), byteSize, std::move(label)), m_bytes(std::move(bytes))
    {
    }

private:
    Owner m_bytes;
};

class PartStorage final : public ContiguousStorage
{
public:
    PartStorage(StoragePtr whole, std::int64_t begin, std::int64_t byteSize, Label label)
        : ContiguousStorage(byteSize == 0 ? noBytes() : whole->data() + begin, byteSize, std::move(label)),
          m_whole(std::move(whole))
    {
    }

private:
    StoragePtr m_whole;
};

class DeclaredStorage final : public Storage
{
public:
    DeclaredStorage(std::int64_t byteSize, Label label) : Storage(byteSize, std::move(label)) {}

    bool hasBytes() const override { return false; }
    const std::byte* data() const override { return nullptr; }
    void read(std::int64_t, std::span<std::byte>) const override
    {
        TSCOPE_CHECK(hasBytes(), "a declared storage has no bytes to read");
    }
    std::span<const std::byte> window(std::int64_t, std::int64_t, std::vector<std::byte>&) const override
    {
        TSCOPE_CHECK(hasBytes(), "a declared storage has no bytes to look at");
        return {};
    }
};

Error noMemory(std::int64_t byteSize)
{
    return {ErrorCode::outOfMemory, "no memory for " + std::to_string(byteSize) + " bytes", {}, {}};
}

} // namespace

Storage::Storage(std::int64_t byteSize, Label label)
    : m_id(nextId()), m_byteSize(byteSize), m_device(std::move(label.device)), m_pinned(label.pinned)
{
    TSCOPE_CHECK(byteSize >= 0, "a storage has no negative size");
}

Storage::~Storage() = default;

std::byte* noBytes()
{
    alignas(alignment) static std::byte place[alignment];
    return place;
}

void checkWindow(std::int64_t begin, std::int64_t end, std::int64_t byteSize)
{
    TSCOPE_CHECK(begin >= 0 && begin <= end && end <= byteSize, "a window lies inside its storage");
}

void checkRun(std::int64_t begin, std::size_t count, std::int64_t byteSize)
{
    TSCOPE_CHECK(begin >= 0 && begin <= byteSize && count <= static_cast<std::uint64_t>(byteSize - begin),
                 "a run of bytes lies inside its storage");
}

ContiguousStorage::ContiguousStorage(const std::byte* data, std::int64_t byteSize, Label label)
    : Storage(byteSize, std::move(label)), m_data(data)
{
    TSCOPE_CHECK(data != nullptr, "a contiguous storage has its bytes somewhere");
}

void ContiguousStorage::read(std::int64_t begin, std::span<std::byte> out) const
{
    checkRun(begin, out.size(), byteSize());
    if (!out.empty())
        std::memcpy(out.data(), m_data + begin, out.size());
}

std::span<const std::byte> ContiguousStorage::window(std::int64_t begin, std::int64_t end,
                                                     std::vector<std::byte>&) const
{
    checkWindow(begin, end, byteSize());
    return {m_data + begin, static_cast<std::size_t>(end - begin)};
}

void StorageBuilder::Free::operator()(std::byte* bytes) const
{
    if (mappedBytes == 0)
        std::free(bytes);
    else
        ::munmap(bytes, mappedBytes);
}

Result<StorageBuilder> StorageBuilder::make(std::int64_t byteSize)
{
    if (byteSize < 0)
        return invalidArgument("a storage can't have " + std::to_string(byteSize) + " bytes");
    const auto wanted = static_cast<std::uint64_t>(byteSize);
    if (wanted > std::numeric_limits<std::size_t>::max() / 2)
        return noMemory(byteSize);
    const auto count = static_cast<std::size_t>(wanted);

    if (count < mapFrom) {
        const auto rounded = std::max(alignment, (count + alignment - 1) / alignment * alignment);
        auto* bytes = static_cast<std::byte*>(std::aligned_alloc(alignment, rounded));
        if (bytes == nullptr)
            return noMemory(byteSize);
        std::memset(bytes, 0, rounded);
        return StorageBuilder(Bytes(bytes, Free{}), byteSize);
    }

    void* pages = ::mmap(nullptr, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return noMemory(byteSize);
    if (count >= hugePagesFrom)
        ::madvise(pages, count, MADV_HUGEPAGE); // only advice: a refusal changes nothing
    return StorageBuilder(Bytes(static_cast<std::byte*>(pages), Free{count}), byteSize);
}

StoragePtr StorageBuilder::seal(Storage::Label label) &&
{
    TSCOPE_CHECK(m_bytes != nullptr, "bytes are sealed once");
    return std::make_shared<const HeapStorage>(HeapStorage::Owner(std::move(m_bytes)), m_byteSize,
                                               std::move(label));
}

StoragePtr declaredStorage(std::int64_t byteSize, Storage::Label label)
{
    return std::make_shared<const DeclaredStorage>(byteSize, std::move(label));
}

StoragePtr partOf(const StoragePtr& whole, std::int64_t begin, std::int64_t byteSize, Storage::Label label)
{
    TSCOPE_CHECK(byteSize == 0 || whole->data() != nullptr, "a part is cut from bytes in one run");
    checkWindow(begin, begin + byteSize, whole->byteSize());
    return std::make_shared<const PartStorage>(whole, begin, byteSize, std::move(label));
}

StoragePtr heapStorage(std::span<const std::byte> bytes, Storage::Label label)
{
    auto builder = StorageBuilder::make(static_cast<std::int64_t>(bytes.size()));
    TSCOPE_CHECK(builder, "memory for a copy can be had");
    if (!bytes.empty())
        std::memcpy(builder->bytes().data(), bytes.data(), bytes.size());
    return std::move(*builder).seal(std::move(label));
}

} // namespace tscope

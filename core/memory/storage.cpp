// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/check.h"
#include "base/say.h"
#include "memory/contiguous_storage.h"
#include "memory/late_part.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <utility>

namespace tscope {

namespace {

std::uint64_t nextId()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

class HeapStorage final : public ContiguousStorage
{
public:
    HeapStorage(Buffer bytes, std::int64_t byteSize, Label label)
        : ContiguousStorage(bytes.data(), byteSize, std::move(label)), m_bytes(std::move(bytes))
    {
    }

private:
    Buffer m_bytes;
};

class PartStorage final : public ContiguousStorage
{
public:
    PartStorage(StoragePtr whole, std::int64_t begin, std::int64_t byteSize, Label label)
        : ContiguousStorage(byteSize == 0 ? noBytes() : whole->data() + begin, byteSize, std::move(label)),
          m_whole(std::move(whole))
    {
    }

    bool isPart() const override { return true; }

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

std::atomic<std::int64_t> sharedFrom{std::numeric_limits<std::int64_t>::max()};

Error noMemory(std::int64_t byteSize)
{
    return {ErrorCode::outOfMemory, say("no memory for {0} bytes", byteSize), {}, {}};
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
    alignas(64) static std::byte place[64];
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

std::int64_t shareStoragesFrom(std::int64_t byteSize)
{
    return sharedFrom.exchange(byteSize < 0 ? std::numeric_limits<std::int64_t>::max() : byteSize);
}

Result<StorageBuilder> StorageBuilder::from(Buffer (*make)(std::int64_t), std::int64_t byteSize)
{
    if (byteSize < 0)
        return invalidArgument(say("a storage can't have {0} bytes", byteSize));
    if (byteSize >= sharedFrom)
        if (auto shared = SharedMemory::reserved(byteSize)) // where it is not to be had, other memory is as right
            return StorageBuilder(std::move(*shared));
    auto bytes = make(byteSize);
    if (!bytes)
        return noMemory(byteSize);
    return StorageBuilder(std::move(bytes));
}

Result<StorageBuilder> StorageBuilder::make(std::int64_t byteSize)
{
    return from(Buffer::zeroed, byteSize);
}

Result<StorageBuilder> StorageBuilder::unset(std::int64_t byteSize)
{
    return from(Buffer::unset, byteSize);
}

Result<StorageBuilder> StorageBuilder::reserved(std::int64_t byteSize)
{
    return from(Buffer::reserved, byteSize);
}

StoragePtr StorageBuilder::seal(Storage::Label label) &&
{
    const auto byteSize = std::ssize(bytes());
    return std::move(*this).sealFirst(byteSize, std::move(label));
}

StoragePtr StorageBuilder::sealFirst(std::int64_t byteSize, Storage::Label label) &&
{
    TSCOPE_CHECK(m_bytes || m_shared, "bytes are sealed once");
    if (m_shared) {
        auto shared = *std::exchange(m_shared, std::nullopt);
        shared.keepFirst(byteSize);
        return shared.storage(std::move(label));
    }
    m_bytes.usedOnly(byteSize);
    return std::make_shared<const HeapStorage>(std::move(m_bytes), byteSize, std::move(label));
}

StoragePtr declaredStorage(std::int64_t byteSize, Storage::Label label)
{
    return std::make_shared<const DeclaredStorage>(byteSize, std::move(label));
}

StoragePtr partOf(const StoragePtr& whole, std::int64_t begin, std::int64_t byteSize, Storage::Label label)
{
    checkWindow(begin, begin + byteSize, whole->byteSize());
    if (whole->isLate())
        return latePart(whole, begin, byteSize, std::move(label));
    TSCOPE_CHECK(byteSize == 0 || whole->data() != nullptr, "a part is cut from bytes in one run");
    return std::make_shared<const PartStorage>(whole, begin, byteSize, std::move(label));
}

StoragePtr relabelled(const StoragePtr& storage, Storage::Label label)
{
    if (!storage->hasBytes())
        return declaredStorage(storage->byteSize(), std::move(label));
    if (const auto shared = SharedMemory::of(*storage))
        return shared->storage(std::move(label));
    if (storage->isLate() || storage->data() != nullptr)
        return partOf(storage, 0, storage->byteSize(), std::move(label));
    auto builder = StorageBuilder::unset(storage->byteSize());
    TSCOPE_CHECK(builder, "memory for a copy can be had");
    storage->read(0, builder->bytes());
    return std::move(*builder).seal(std::move(label));
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

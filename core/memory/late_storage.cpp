// SPDX-License-Identifier: Apache-2.0
#include "memory/late_storage.h"

#include "memory/contiguous_storage.h"
#include "memory/late_part.h"
#include "memory/lost_pages.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <new>

namespace tscope {

namespace {

// A storage in one run that is known only when it is asked for.
class LateRun : public Storage
{
public:
    using Storage::Storage;

    bool hasBytes() const final { return true; }
    bool isLate() const final { return true; }
    void read(std::int64_t begin, std::span<std::byte> out) const final
    {
        checkRun(begin, out.size(), byteSize());
        if (!out.empty())
            std::memcpy(out.data(), data() + begin, out.size());
    }
    std::span<const std::byte> window(std::int64_t begin, std::int64_t end, std::vector<std::byte>&) const final
    {
        checkWindow(begin, end, byteSize());
        return {data() + begin, static_cast<std::size_t>(end - begin)};
    }
};

class LateStorage final : public LateRun
{
public:
    LateStorage(std::int64_t byteSize, MakeBytes make, Label label)
        : LateRun(byteSize, std::move(label)), m_make(std::move(make))
    {
    }

    const std::byte* data() const override
    {
        if (const auto* bytes = m_bytes.load(std::memory_order_acquire))
            return bytes;
        // No call_once: what is thrown out of it leaves all others waiting for ever under the thread sanitizer.
        const std::lock_guard lock(m_mutex);
        if (!m_made) {
            m_made = made(); // after an exception the next one tries again
            m_bytes.store(m_made->data(), std::memory_order_release);
        }
        return m_made->data();
    }

private:
    StoragePtr made() const
    {
        auto builder = StorageBuilder::make(byteSize());
        if (!builder)
            throw std::bad_alloc();
        if (!m_make(builder->bytes()))
            countLostBytes();
        m_make = nullptr; // and what it held
        return std::move(*builder).seal();
    }

    mutable MakeBytes m_make;
    mutable std::mutex m_mutex;
    mutable StoragePtr m_made;
    mutable std::atomic<const std::byte*> m_bytes = nullptr; // of the latter, for all who come after
};

class LatePart final : public LateRun
{
public:
    LatePart(StoragePtr whole, std::int64_t begin, std::int64_t byteSize, Label label)
        : LateRun(byteSize, std::move(label)), m_whole(std::move(whole)), m_begin(begin)
    {
    }

    const std::byte* data() const override { return byteSize() == 0 ? noBytes() : m_whole->data() + m_begin; }

private:
    StoragePtr m_whole;
    std::int64_t m_begin;
};

} // namespace

StoragePtr lateStorage(std::int64_t byteSize, MakeBytes make, Storage::Label label)
{
    return std::make_shared<const LateStorage>(byteSize, std::move(make), std::move(label));
}

StoragePtr latePart(StoragePtr whole, std::int64_t begin, std::int64_t byteSize, Storage::Label label)
{
    return std::make_shared<const LatePart>(std::move(whole), begin, byteSize, std::move(label));
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tscope {

// A run of bytes that one owner has: scratch of a kernel, or what will be a storage. It starts at a multiple
// of 64. Large runs lie in pages of their own, huge ones where the system has them; those of unset and reserved
// buffers are kept for the next buffer when their owner is done, because the system takes longer to clear a page
// than a kernel to fill it.
class Buffer
{
public:
    // Bytes of any value. Each maker gives an empty buffer (false) when memory is not to be had.
    static Buffer unset(std::int64_t byteSize);
    // The same for output of a length that is not known yet: address space, of which only what is written takes
    // memory. usedOnly() should tell in the end how much that was.
    static Buffer reserved(std::int64_t byteSize);
    // Zeroed bytes, never kept.
    static Buffer zeroed(std::int64_t byteSize);

    Buffer() = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept;
    ~Buffer();

    explicit operator bool() const { return m_data != nullptr; }
    std::int64_t byteSize() const { return m_byteSize; }
    std::span<std::byte> bytes() const { return {m_data, static_cast<std::size_t>(m_byteSize)}; }
    std::byte* data() const { return m_data; }
    template <class T>
    T* as() const
    {
        return reinterpret_cast<T*>(m_data);
    }

    // Nothing behind the first bytes has been written: it takes no memory, and is not counted when it is kept.
    void usedOnly(std::int64_t byteSize);

private:
    friend class BufferPool;
    enum class From : std::uint8_t { heap, pages, pool };

    Buffer(std::byte* data, std::int64_t byteSize, From from) : m_data(data), m_byteSize(byteSize), m_from(from) {}
    void swap(Buffer& other) noexcept;

    std::byte* m_data = nullptr;
    std::int64_t m_byteSize = 0;
    std::int64_t m_mapped = 0;  // bytes of its pages, 0: none of its own
    std::int64_t m_written = 0; // of these, those that may have been written by anyone
    std::int64_t m_used = 0;    // of its own bytes, those that may have been written
    From m_from = From::heap;
};

// How much memory is kept at most (-1: a quarter of the machine's), and how much is now. Of what is kept the
// system takes back what it needs.
void setKeptBytesLimit(std::int64_t byteSize);
std::int64_t keptBytes();
void dropKeptBytes();

} // namespace tscope

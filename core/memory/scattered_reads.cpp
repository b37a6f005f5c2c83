// SPDX-License-Identifier: Apache-2.0
#include "memory/scattered_reads.h"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace tscope {

ScatteredReads::ScatteredReads(const Storage& storage)
{
    constexpr std::int64_t enough = std::int64_t{1} << 24; // less is soon read, and is often on a heap
    if (storage.isLate() || storage.data() == nullptr || storage.byteSize() < enough)
        return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(storage.data());
    const auto inPage = begin % page;
    m_pages = reinterpret_cast<void*>(begin - inPage);
    m_bytes = static_cast<std::size_t>(storage.byteSize()) + inPage;
    ::madvise(m_pages, m_bytes, MADV_RANDOM); // only advice
}

ScatteredReads::~ScatteredReads()
{
    if (m_pages != nullptr)
        ::madvise(m_pages, m_bytes, MADV_NORMAL);
}

void ScatteredReads::want(const std::byte* byte) const
{
    if (m_pages == nullptr)
        return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto at = reinterpret_cast<std::uintptr_t>(byte);
    ::madvise(reinterpret_cast<void*>(at - at % page), page, MADV_WILLNEED);
}

} // namespace tscope

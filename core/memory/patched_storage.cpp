// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"
#include "memory/contiguous_storage.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace tscope {

namespace {

using PageBytes = std::vector<std::byte>;

// A changed page: the bytes from index * patchPageBytes, as many as the storage has there.
struct Page {
    std::int64_t index = 0;
    std::shared_ptr<const PageBytes> bytes;
};

std::int64_t pageOf(std::int64_t byte)
{
    return byte / patchPageBytes;
}

// A base that is never itself patched, and the pages that differ from it, in order, each one once.
class PatchedStorage final : public Storage
{
public:
    PatchedStorage(StoragePtr base, std::vector<Page> pages)
        : Storage(base->byteSize(), {base->device(), base->isPinned()}), m_base(std::move(base)),
          m_pages(std::move(pages))
    {
    }

    const StoragePtr& base() const { return m_base; }
    const std::vector<Page>& pages() const { return m_pages; }

    bool hasBytes() const override { return true; }
    const std::byte* data() const override
    {
        if (m_pages.empty())
            return m_base->data();
        return byteSize() <= patchPageBytes ? m_pages.front().bytes->data() : nullptr;
    }

    void read(std::int64_t begin, std::span<std::byte> out) const override
    {
        checkRun(begin, out.size(), byteSize());
        auto page = firstPageFrom(begin);
        while (!out.empty()) {
            const auto end = begin + static_cast<std::int64_t>(out.size());
            const auto pageBegin =
                page == m_pages.end() ? end : std::min(end, std::max(begin, page->index * patchPageBytes));
            if (begin < pageBegin) { // untouched up to the next changed page
                const auto count = static_cast<std::size_t>(pageBegin - begin);
                m_base->read(begin, out.first(count));
                out = out.subspan(count);
                begin = pageBegin;
                continue;
            }
            const auto skipped = static_cast<std::size_t>(begin - page->index * patchPageBytes);
            const auto count = std::min(out.size(), page->bytes->size() - skipped);
            std::memcpy(out.data(), page->bytes->data() + skipped, count);
            out = out.subspan(count);
            begin += static_cast<std::int64_t>(count);
            ++page;
        }
    }

    std::span<const std::byte> window(std::int64_t begin, std::int64_t end,
                                      std::vector<std::byte>& scratch) const override
    {
        checkWindow(begin, end, byteSize());
        const auto page = firstPageFrom(begin);
        if (page == m_pages.end() || page->index * patchPageBytes >= end)
            return m_base->window(begin, end, scratch);
        const auto count = static_cast<std::size_t>(end - begin);
        const auto pageBegin = page->index * patchPageBytes;
        if (begin >= pageBegin && end <= pageBegin + static_cast<std::int64_t>(page->bytes->size()))
            return std::span(*page->bytes).subspan(static_cast<std::size_t>(begin - pageBegin), count);
        scratch.resize(count);
        read(begin, scratch);
        return scratch;
    }

private:
    // The first changed page that ends after this byte.
    std::vector<Page>::const_iterator firstPageFrom(std::int64_t byte) const
    {
        return std::ranges::lower_bound(m_pages, pageOf(byte), {}, &Page::index);
    }

    StoragePtr m_base;
    std::vector<Page> m_pages;
};

PageBytes copyOfPage(const Storage& storage, std::int64_t index)
{
    const auto begin = index * patchPageBytes;
    PageBytes bytes(static_cast<std::size_t>(std::min(patchPageBytes, storage.byteSize() - begin)));
    storage.read(begin, bytes);
    return bytes;
}

} // namespace

StoragePtr patched(const StoragePtr& base, std::span<const BytePatch> patches)
{
    TSCOPE_CHECK(base->hasBytes(), "only bytes can be patched");
    std::map<std::int64_t, PageBytes> fresh;
    for (const auto& patch : patches) {
        checkRun(patch.begin, patch.bytes.size(), base->byteSize());
        auto rest = std::span(patch.bytes);
        for (auto at = patch.begin; !rest.empty();) {
            const auto index = pageOf(at);
            auto found = fresh.find(index);
            if (found == fresh.end())
                found = fresh.emplace(index, copyOfPage(*base, index)).first;
            const auto skipped = static_cast<std::size_t>(at - index * patchPageBytes);
            const auto count = std::min(rest.size(), found->second.size() - skipped);
            std::memcpy(found->second.data() + skipped, rest.data(), count);
            rest = rest.subspan(count);
            at += static_cast<std::int64_t>(count);
        }
    }

    std::vector<Page> pages;
    const auto* earlier = dynamic_cast<const PatchedStorage*>(base.get());
    if (earlier != nullptr)
        for (const auto& page : earlier->pages())
            if (!fresh.contains(page.index))
                pages.push_back(page);
    for (auto& [index, bytes] : fresh)
        pages.push_back({index, std::make_shared<const PageBytes>(std::move(bytes))});
    std::ranges::sort(pages, {}, &Page::index);
    return std::make_shared<const PatchedStorage>(earlier != nullptr ? earlier->base() : base, std::move(pages));
}

// Edited pages may lie apart, where relabelled() would copy them. All other storages are in one run or made late,
// and stay shared memory or late.
StoragePtr copyOnWrite(const StoragePtr& storage)
{
    if (dynamic_cast<const PatchedStorage*>(storage.get()) != nullptr)
        return patched(storage, {});
    return relabelled(storage, {storage->device(), storage->isPinned()});
}

} // namespace tscope

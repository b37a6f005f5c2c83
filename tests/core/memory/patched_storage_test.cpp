// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tscope {
namespace {

using Bytes = std::vector<std::byte>;

Bytes randomBytes(std::mt19937_64& random, std::size_t count)
{
    Bytes out(count);
    for (auto& byte : out)
        byte = static_cast<std::byte>(random());
    return out;
}

StoragePtr withPatch(const StoragePtr& base, std::int64_t begin, Bytes bytes)
{
    const BytePatch patch{begin, std::move(bytes)};
    return patched(base, std::span(&patch, 1));
}

const std::byte* placeOf(const StoragePtr& storage, std::int64_t page)
{
    Bytes scratch;
    const auto begin = page * patchPageBytes;
    return storage->window(begin, std::min(begin + patchPageBytes, storage->byteSize()), scratch).data();
}

TEST(PatchedStorage, readsLikeAVectorUnderAnyPatches)
{
    constexpr unsigned seed = 4711;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto size = static_cast<std::size_t>(5 * patchPageBytes + 1234);
    auto expected = randomBytes(random, size);
    auto storage = heapStorage(expected);
    Bytes scratch;
    for (int round = 0; round < 40; ++round) {
        std::vector<BytePatch> patches(random() % 4);
        for (auto& patch : patches) {
            const auto begin = random() % size;
            const auto longest =
                std::min(size - begin, random() % 8 == 0 ? std::size_t{150'000} : std::size_t{50});
            patch = {static_cast<std::int64_t>(begin), randomBytes(random, random() % (longest + 1))};
            std::ranges::copy(patch.bytes, expected.begin() + static_cast<std::ptrdiff_t>(begin));
        }
        storage = patched(storage, patches);
        for (int i = 0; i < 20; ++i) {
            // Often near the borders of pages, where windows are put together.
            const auto near = static_cast<std::size_t>(random() % 6) * static_cast<std::size_t>(patchPageBytes);
            auto begin =
                i % 2 == 0 ? random() % size : std::min(size, near - std::min<std::size_t>(near, random() % 9));
            const auto end = std::min(size, begin + random() % (i % 5 == 0 ? 200'000 : 20));
            const auto wanted = std::span(expected).subspan(begin, end - begin);
            const auto window =
                storage->window(static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end), scratch);
            ASSERT_TRUE(std::ranges::equal(window, wanted)) << begin << " to " << end;
            Bytes out(end - begin);
            storage->read(static_cast<std::int64_t>(begin), out);
            ASSERT_TRUE(std::ranges::equal(out, wanted)) << begin << " to " << end;
        }
    }
    Bytes all(size);
    storage->read(0, all);
    EXPECT_EQ(all, expected);
}

TEST(PatchedStorage, leavesItsBaseAsItWas)
{
    const Bytes zeros(100);
    const auto base = heapStorage(zeros, {{"cuda", 0}, true});
    const auto edited = withPatch(base, 98, {std::byte{1}, std::byte{2}});
    EXPECT_TRUE(std::ranges::equal(std::span(base->data(), 100), zeros));
    EXPECT_EQ(edited->byteSize(), 100);
    EXPECT_EQ(edited->device(), base->device());
    EXPECT_TRUE(edited->isPinned());
    // A small storage is one page, so that it still lies in one run.
    ASSERT_NE(edited->data(), nullptr);
    EXPECT_EQ(edited->data()[99], std::byte{2});
}

TEST(PatchedStorage, sharesEveryPageThatIsNotTouched)
{
    const auto base = heapStorage(Bytes(static_cast<std::size_t>(4 * patchPageBytes)));
    const auto first = withPatch(base, patchPageBytes + 5, {std::byte{1}});
    const auto second = withPatch(first, 3 * patchPageBytes, {std::byte{2}});
    EXPECT_EQ(second->data(), nullptr);
    EXPECT_EQ(placeOf(second, 0), placeOf(base, 0));
    EXPECT_EQ(placeOf(second, 2), placeOf(base, 2));
    EXPECT_EQ(placeOf(second, 1), placeOf(first, 1));
    EXPECT_NE(placeOf(second, 1), placeOf(base, 1));
    EXPECT_NE(placeOf(second, 3), placeOf(first, 3));
}

TEST(PatchedStorage, keepsNoEarlierEditAlive)
{
    const auto base = heapStorage(Bytes(static_cast<std::size_t>(2 * patchPageBytes)));
    auto latest = base;
    std::weak_ptr<const Storage> earlier;
    for (int i = 0; i < 100; ++i) {
        earlier = latest;
        latest = withPatch(latest, i, {static_cast<std::byte>(i)});
        EXPECT_TRUE(i == 0 || earlier.expired());
    }
    EXPECT_EQ(base.use_count(), 2); // ours and the latest edit's
}

TEST(PatchedStorage, laterPatchesWin)
{
    const std::vector<BytePatch> patches{{0, {std::byte{1}, std::byte{1}}}, {1, {std::byte{2}}}};
    const auto storage = patched(heapStorage(Bytes(3)), patches);
    const Bytes expected{std::byte{1}, std::byte{2}, std::byte{0}};
    EXPECT_TRUE(std::ranges::equal(std::span(storage->data(), 3), expected));
}

} // namespace
} // namespace tscope

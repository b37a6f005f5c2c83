// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/checked_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace tscope {
namespace {

std::int64_t residentBytes()
{
    std::ifstream in("/proc/self/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    in >> total >> resident;
    return resident * 4096;
}

TEST(Storage, newBytesAreZeroAndAligned)
{
    for (const std::int64_t size : {0, 1, 63, 64, 65, 100'000, 1 << 20, (1 << 20) + 1, 9 << 20}) {
        auto builder = StorageBuilder::make(size);
        ASSERT_TRUE(builder) << size;
        const auto bytes = builder->bytes();
        ASSERT_EQ(static_cast<std::int64_t>(bytes.size()), size);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0U) << size;
        EXPECT_TRUE(std::ranges::all_of(bytes, [](auto byte) { return byte == std::byte{0}; }));
        const auto storage = std::move(*builder).seal({{"cuda", 1}, true});
        EXPECT_TRUE(storage->hasBytes());
        EXPECT_NE(storage->data(), nullptr);
        EXPECT_EQ(storage->byteSize(), size);
        EXPECT_EQ(storage->device().text(), "cuda:1");
        EXPECT_TRUE(storage->isPinned());
    }
}

TEST(Storage, memoryThatIsNotThereIsAnError)
{
    for (const std::int64_t size : {int64Max, int64Max - 63, std::int64_t{1} << 60}) {
        const auto builder = StorageBuilder::make(size);
        ASSERT_FALSE(builder);
        EXPECT_EQ(builder.error().code, ErrorCode::outOfMemory);
        EXPECT_NE(builder.error().text.find(std::to_string(size)), std::string::npos);
    }
    ASSERT_FALSE(StorageBuilder::make(-1));
    EXPECT_EQ(StorageBuilder::make(-1).error().code, ErrorCode::invalidArgument);
}

TEST(Storage, largeOnesTakeNoMemoryBeforeTheyAreWritten)
{
    const auto before = residentBytes();
    auto builder = StorageBuilder::make(std::int64_t{512} << 20);
    ASSERT_TRUE(builder);
    const auto storage = std::move(*builder).seal();
    EXPECT_LT(residentBytes() - before, std::int64_t{64} << 20);
}

TEST(Storage, idsAreItsOwn)
{
    std::set<std::uint64_t> ids;
    const auto heap = heapStorage(std::vector<std::byte>(10));
    const BytePatch patch{3, {std::byte{1}}};
    ids.insert(heap->id());
    ids.insert(declaredStorage(10)->id());
    ids.insert(patched(heap, std::span(&patch, 1))->id());
    ids.insert(patched(heap, {})->id());
    EXPECT_EQ(ids.size(), 4U);
}

TEST(Storage, declaredOnesHaveALengthAndNoBytes)
{
    const auto storage = declaredStorage(int64Max, {{"meta", -1}, false});
    EXPECT_FALSE(storage->hasBytes());
    EXPECT_EQ(storage->data(), nullptr);
    EXPECT_EQ(storage->byteSize(), int64Max);
    EXPECT_TRUE(storage->device().isMeta());
}

TEST(Storage, windowsOfOneRunNeedNoScratch)
{
    std::vector<std::byte> bytes(100);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i);
    const auto storage = heapStorage(bytes);
    std::vector<std::byte> scratch;
    const auto window = storage->window(10, 20, scratch);
    EXPECT_EQ(window.data(), storage->data() + 10);
    EXPECT_TRUE(std::ranges::equal(window, std::span(bytes).subspan(10, 10)));
    EXPECT_TRUE(storage->window(100, 100, scratch).empty());
    EXPECT_TRUE(scratch.empty());
    std::vector<std::byte> out(100);
    storage->read(0, out);
    EXPECT_EQ(out, bytes);
}

TEST(Storage, aPartIsTheSameBytesAndKeepsThemAlive)
{
    std::vector<std::byte> bytes(100);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i);
    auto whole = heapStorage(bytes);
    const auto* data = whole->data();
    const auto part = partOf(whole, 10, 20, {Device{"cuda", 1}, true});
    const auto end = partOf(whole, 100, 0);
    whole.reset();
    EXPECT_EQ(part->data(), data + 10);
    EXPECT_EQ(part->byteSize(), 20);
    EXPECT_EQ(part->device().text(), "cuda:1");
    EXPECT_TRUE(part->isPinned());
    std::vector<std::byte> out(20);
    part->read(0, out);
    EXPECT_TRUE(std::ranges::equal(out, std::span(bytes).subspan(10, 20)));
    EXPECT_EQ(end->byteSize(), 0);
    EXPECT_NE(end->data(), nullptr);
}

TEST(StorageDeathTest, readingOutsideStops)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto storage = heapStorage(std::vector<std::byte>(8));
    std::vector<std::byte> out(2);
    EXPECT_DEATH(storage->read(7, out), "inside its storage");
    EXPECT_DEATH(storage->read(-1, out), "inside its storage");
    EXPECT_DEATH(storage->window(4, 9, out), "inside its storage");
    EXPECT_DEATH(declaredStorage(8)->read(0, out), "no bytes");
    EXPECT_DEATH(partOf(storage, 4, 5), "inside its storage");
    EXPECT_DEATH(partOf(storage, -1, 2), "inside its storage");
    EXPECT_DEATH(partOf(declaredStorage(8), 0, 2), "one run");
}

} // namespace
} // namespace tscope

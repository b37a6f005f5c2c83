// SPDX-License-Identifier: Apache-2.0
#include "memory/buffer_pool.h"

#include "base/checked_math.h"
#include "memory/storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace tscope {
namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;

class BufferPoolTest : public testing::Test
{
protected:
    BufferPoolTest() { dropKeptBytes(); }
    ~BufferPoolTest() override
    {
        setKeptBytesLimit(-1);
        dropKeptBytes();
    }
};

TEST_F(BufferPoolTest, BuffersAreAlignedAndWritable)
{
    for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1}, std::int64_t{65}, mib - 1, mib, 9 * mib + 1})
        for (auto* make : {Buffer::unset, Buffer::reserved, Buffer::zeroed}) {
            const auto buffer = make(size);
            ASSERT_TRUE(buffer) << size;
            ASSERT_EQ(buffer.byteSize(), size);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
            if (make == Buffer::zeroed) {
                EXPECT_TRUE(std::ranges::all_of(buffer.bytes(), [](auto byte) { return byte == std::byte{0}; }));
            }
            std::memset(buffer.data(), 7, static_cast<std::size_t>(size));
        }
}

// What the system was advised for the pages of an address: words of two letters, of which "hg" means huge ones.
std::string adviceFor(const void* address)
{
    std::ifstream maps("/proc/self/smaps");
    std::string line;
    bool isThere = false;
    while (std::getline(maps, line)) {
        std::uintptr_t begin = 0, end = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2)
            isThere = reinterpret_cast<std::uintptr_t>(address) >= begin &&
                      reinterpret_cast<std::uintptr_t>(address) < end;
        else if (isThere && line.starts_with("VmFlags:"))
            return line;
    }
    return {};
}

TEST_F(BufferPoolTest, LargeBuffersLieInHugePages)
{
    if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"))
        GTEST_SKIP() << "this system has no huge pages";
    for (const auto size : {3 * mib / 2, 5 * mib, 9 * mib + 1})
        for (auto* make : {Buffer::unset, Buffer::reserved, Buffer::zeroed}) {
            const auto buffer = make(size);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % (2 * mib), 0U);
            EXPECT_NE(adviceFor(buffer.data()).find(" hg"), std::string::npos) << adviceFor(buffer.data());
        }
}

TEST_F(BufferPoolTest, HugePagesTakeNoMoreThanHalfAsMuchAgain)
{
    for (const auto size : {mib, mib + 1, 4 * mib / 3 + 1, 2 * mib + 64, 3 * mib, 6 * mib + 1}) {
        {
            const auto buffer = Buffer::unset(size);
        } // now it is kept
        EXPECT_LE(keptBytes(), size + size / 2 + 4096) << size;
        dropKeptBytes();
    }
}

TEST_F(BufferPoolTest, WhatIsGivenBackIsTakenAgain)
{
    auto first = Buffer::unset(9 * mib);
    const auto* place = first.data();
    first = {};
    EXPECT_EQ(keptBytes(), 10 * mib); // whole huge pages

    auto second = Buffer::unset(10 * mib);
    EXPECT_EQ(second.data(), place);
    EXPECT_EQ(keptBytes(), 0);

    second = {};
    EXPECT_NE(Buffer::unset(3 * mib).data(), place); // far too large
}

TEST_F(BufferPoolTest, NoMoreIsKeptThanTheLimitTheOldestGoFirst)
{
    setKeptBytesLimit(20 * mib);
    auto a = Buffer::unset(8 * mib), b = Buffer::unset(10 * mib), c = Buffer::unset(8 * mib);
    const auto* placeB = b.data();
    a = {};
    b = {};
    c = {};
    EXPECT_EQ(keptBytes(), 18 * mib);
    EXPECT_EQ(Buffer::unset(10 * mib).data(), placeB);
    setKeptBytesLimit(0);
    Buffer::unset(8 * mib);
    EXPECT_EQ(keptBytes(), 0);
}

TEST_F(BufferPoolTest, OfAReservedBufferOnlyWhatWasUsedCounts)
{
    auto buffer = Buffer::reserved(std::int64_t{1} << 40);
    ASSERT_TRUE(buffer);
    std::memset(buffer.data(), 1, 3 * mib);
    buffer.usedOnly(3 * mib);
    buffer = {};
    EXPECT_EQ(keptBytes(), 4 * mib);
}

TEST_F(BufferPoolTest, MemoryThatIsNotThereGivesAnEmptyBuffer)
{
    for (const std::int64_t size : {int64Max, int64Max - 63, std::int64_t{1} << 60})
        for (auto* make : {Buffer::unset, Buffer::reserved, Buffer::zeroed})
            EXPECT_FALSE(make(size));
}

TEST_F(BufferPoolTest, AStorageGivesItsBytesBackWhenItDies)
{
    auto builder = StorageBuilder::unset(9 * mib);
    ASSERT_TRUE(builder);
    const auto* place = builder->bytes().data();
    auto storage = std::move(*builder).seal();
    EXPECT_EQ(storage->data(), place);
    EXPECT_EQ(keptBytes(), 0);
    storage.reset();
    EXPECT_EQ(keptBytes(), 10 * mib);
}

TEST_F(BufferPoolTest, OutputOfUnknownLengthIsSealedShorter)
{
    for (const std::int64_t size : {std::int64_t{1000}, 64 * mib}) {
        auto builder = StorageBuilder::reserved(size);
        ASSERT_TRUE(builder);
        builder->bytes()[9] = std::byte{42};
        auto storage = std::move(*builder).sealFirst(10);
        EXPECT_EQ(storage->byteSize(), 10);
        std::vector<std::byte> last(1);
        storage->read(9, last);
        EXPECT_EQ(last[0], std::byte{42});
        storage.reset();
        EXPECT_EQ(keptBytes(), size < mib ? 0 : 2 * mib);
    }
    for (auto* make : {StorageBuilder::unset, StorageBuilder::reserved})
        EXPECT_EQ(make(-1).error().code, ErrorCode::invalidArgument);
}

TEST_F(BufferPoolTest, ThreadsShareIt)
{
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t] {
            for (int i = 0; i < 200; ++i) {
                const auto buffer = Buffer::unset((1 + (i + t) % 5) * mib);
                auto bytes = buffer.bytes();
                const auto mark = static_cast<std::byte>(t);
                bytes.front() = bytes.back() = mark;
                ASSERT_EQ(bytes.front(), mark);
                ASSERT_EQ(bytes.back(), mark);
            }
        });
}

} // namespace
} // namespace tscope

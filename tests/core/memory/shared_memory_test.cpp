// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/checked_math.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace tscope {
namespace {

TEST(SharedMemory, isTheSameMemoryForWhoeverAttaches)
{
    auto owner = SharedMemory::create(10'000);
    ASSERT_TRUE(owner);
    auto peer = SharedMemory::attach(owner->descriptor(), 10'000);
    ASSERT_TRUE(peer);
    EXPECT_NE(owner->bytes().data(), peer->bytes().data());
    EXPECT_EQ(peer->bytes()[9'999], std::byte{0});
    owner->bytes()[9'999] = std::byte{42};
    EXPECT_EQ(peer->bytes()[9'999], std::byte{42});
    EXPECT_EQ(peer->storage()->data()[9'999], std::byte{42});
}

TEST(SharedMemory, isSharedWithAnotherProcess)
{
    auto memory = SharedMemory::create(4096);
    ASSERT_TRUE(memory);
    const auto child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto mine = SharedMemory::attach(memory->descriptor(), 4096);
        if (!mine)
            ::_exit(1);
        mine->bytes()[17] = std::byte{99};
        ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(memory->bytes()[17], std::byte{99});
}

TEST(SharedMemory, aStorageKeepsItAlive)
{
    StoragePtr storage;
    {
        auto memory = SharedMemory::create(100);
        ASSERT_TRUE(memory);
        memory->bytes()[3] = std::byte{7};
        storage = memory->storage({{"cuda", 0}, true});
    }
    EXPECT_EQ(storage->data()[3], std::byte{7});
    EXPECT_EQ(storage->byteSize(), 100);
    EXPECT_EQ(storage->device().text(), "cuda:0");
}

TEST(SharedMemory, aPeerCannotShrinkIt)
{
    auto memory = SharedMemory::create(100'000);
    ASSERT_TRUE(memory);
    EXPECT_NE(::ftruncate(memory->descriptor(), 10), 0);
    EXPECT_EQ(memory->bytes()[99'999], std::byte{0});
}

TEST(SharedMemory, whatCannotBeAttachedIsSaid)
{
    auto memory = SharedMemory::create(100);
    ASSERT_TRUE(memory);
    const auto tooLong = SharedMemory::attach(memory->descriptor(), 101);
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(tooLong.error().text, "wanted 101 bytes of shared memory, the descriptor has 100");
    EXPECT_EQ(tooLong.error().reason, "short");
    EXPECT_FALSE(SharedMemory::attach(-1, 10));
    EXPECT_FALSE(SharedMemory::attach(memory->descriptor(), -1));
    EXPECT_FALSE(SharedMemory::create(-1));
    EXPECT_EQ(SharedMemory::create(int64Max).error().code, ErrorCode::outOfMemory);
    int ends[2] = {};
    ASSERT_EQ(::pipe(ends), 0);
    EXPECT_FALSE(SharedMemory::attach(ends[0], 1));
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(SharedMemory, mayBeEmpty)
{
    auto memory = SharedMemory::create(0);
    ASSERT_TRUE(memory);
    EXPECT_TRUE(memory->bytes().empty());
    EXPECT_TRUE(memory->storage()->hasBytes());
    EXPECT_TRUE(SharedMemory::attach(memory->descriptor(), 0));
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "memory/storage.h"

#include "base/checked_math.h"

#include <gtest/gtest.h>

#include <algorithm>
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

// What a process makes while it says so lies in shared memory at once, from some size on.
struct Sharing {
    Sharing() { shareStoragesFrom(5000); }
    ~Sharing() { shareStoragesFrom(-1); }
};

TEST(SharedMemory, buildersWriteThereAtOnceWhereTheProcessSaysSo)
{
    EXPECT_FALSE(SharedMemory::of(*std::move(*StorageBuilder::make(5000)).seal()));
    const Sharing sharing;
    for (const auto make : {StorageBuilder::make, StorageBuilder::unset, StorageBuilder::reserved}) {
        auto small = make(4999);
        EXPECT_FALSE(SharedMemory::of(*std::move(*small).seal()));
        auto large = make(5000);
        ASSERT_TRUE(large);
        ASSERT_EQ(large->bytes().size(), 5000U);
        large->bytes()[4999] = std::byte{42};
        const auto storage = std::move(*large).seal({{"cuda", 0}, false});
        EXPECT_EQ(storage->byteSize(), 5000);
        EXPECT_EQ(storage->device().text(), "cuda:0");
        auto memory = SharedMemory::of(*storage);
        ASSERT_TRUE(memory);
        auto peer = SharedMemory::attach(memory->descriptor(), 5000);
        ASSERT_TRUE(peer) << peer.error().text;
        EXPECT_EQ(peer->bytes()[4999], std::byte{42});
    }
    EXPECT_EQ(std::move(*StorageBuilder::make(5000)).seal()->data()[4999], std::byte{0});
    EXPECT_FALSE(StorageBuilder::make(int64Max)) << "no more than elsewhere";
}

TEST(SharedMemory, keepsOnlyTheFirstBytesWhereMoreWereReserved)
{
    const Sharing sharing;
    for (const std::int64_t kept : {0, 1, 4096, 4097, 99'999}) {
        auto builder = StorageBuilder::reserved(std::int64_t{1} << 40); // of which nothing is there yet
        ASSERT_TRUE(builder);
        std::fill_n(builder->bytes().begin(), kept, std::byte{9});
        const auto storage = std::move(*builder).sealFirst(kept);
        ASSERT_EQ(storage->byteSize(), kept);
        const auto memory = SharedMemory::of(*storage);
        ASSERT_TRUE(memory);
        EXPECT_TRUE(SharedMemory::attach(memory->descriptor(), kept));
        EXPECT_FALSE(SharedMemory::attach(memory->descriptor(), kept + 1)) << "no page behind them";
        if (kept > 0) {
            EXPECT_EQ(storage->data()[kept - 1], std::byte{9});
            EXPECT_NE(::ftruncate(memory->descriptor(), 0), 0) << "no peer can take pages away";
        }
    }
}

TEST(SharedMemory, staysWhereItIsUnderAnotherLabel)
{
    auto memory = SharedMemory::create(100);
    ASSERT_TRUE(memory);
    const auto storage = memory->storage();
    const auto other = relabelled(storage, {{"cuda", 1}, false});
    EXPECT_EQ(other->data(), storage->data());
    EXPECT_NE(other->id(), storage->id());
    EXPECT_EQ(other->device().text(), "cuda:1");
    ASSERT_TRUE(SharedMemory::of(*other));
    EXPECT_EQ(SharedMemory::of(*other)->descriptor(), memory->descriptor());
}

} // namespace
} // namespace tscope

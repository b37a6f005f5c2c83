// SPDX-License-Identifier: Apache-2.0
#include "memory/late_storage.h"

#include "memory/lost_pages.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace tscope {
namespace {

// 0 1 2 ... 255 0 1 ..., counted how often they were made.
StoragePtr counting(std::int64_t byteSize, std::atomic<int>& made, bool isWhole = true)
{
    return lateStorage(byteSize,
                       [&made, isWhole](std::span<std::byte> bytes) {
                           ++made;
                           for (std::size_t i = 0; i < bytes.size(); ++i)
                               bytes[i] = static_cast<std::byte>(i);
                           return isWhole;
                       },
                       {{"cuda", 1}, true});
}

TEST(LateStorage, IsMadeOnceWhenItIsAskedFor)
{
    std::atomic<int> made = 0;
    const auto storage = counting(1000, made);
    EXPECT_TRUE(storage->isLate());
    EXPECT_TRUE(storage->hasBytes());
    EXPECT_EQ(storage->byteSize(), 1000);
    EXPECT_EQ(storage->device().text(), "cuda:1");
    EXPECT_TRUE(storage->isPinned());
    const auto part = partOf(storage, 300, 400);
    const auto partOfPart = partOf(part, 10, 20);
    const auto nothing = partOf(storage, 1000, 0);
    EXPECT_TRUE(partOfPart->isLate());
    EXPECT_NE(nothing->data(), nullptr);
    EXPECT_EQ(made, 0);

    std::byte read[20];
    partOfPart->read(0, read);
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(read[i], static_cast<std::byte>(310 + i));
    std::vector<std::byte> scratch;
    EXPECT_EQ(part->window(5, 6, scratch)[0], static_cast<std::byte>(305));
    EXPECT_EQ(storage->data()[999], static_cast<std::byte>(999));
    EXPECT_EQ(made, 1);
}

TEST(LateStorage, ManyThreadsMayAskAtOnce)
{
    std::atomic<int> made = 0;
    const auto storage = counting(100'000, made);
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(
                [&] { right += storage->data()[99'999] == static_cast<std::byte>(99'999) ? 1 : 0; });
    }
    EXPECT_EQ(right, 4);
    EXPECT_EQ(made, 1);
}

TEST(LateStorage, WhatCouldNotBeMadeCountsAsLost)
{
    std::atomic<int> made = 0;
    const auto storage = counting(10, made, false);
    const auto lost = mappingsWithLostPages();
    EXPECT_EQ(storage->data()[9], std::byte{9});
    EXPECT_EQ(mappingsWithLostPages(), lost + 1);
}

TEST(LateStorage, WithoutMemoryTheNextOneTriesAgain)
{
    int tries = 0;
    const auto storage = lateStorage(10, [&tries](std::span<std::byte>) {
        if (++tries == 1)
            throw std::bad_alloc();
        return true;
    });
    EXPECT_THROW(storage->data(), std::bad_alloc);
    EXPECT_NE(storage->data(), nullptr);
    EXPECT_EQ(tries, 2);
}

} // namespace
} // namespace tscope

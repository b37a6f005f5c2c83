// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace tscope {

namespace {

// Each test sets its own number of threads; the machine's comes back afterwards.
class ThreadPool : public testing::Test
{
protected:
    ~ThreadPool() override { setThreadCount(0); }
};

// Runs `parts` and expects each of them once.
void expectEachPartOnce(std::int64_t parts)
{
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(parts));
    parallelFor(parts, [&](std::int64_t part) { seen[static_cast<std::size_t>(part)].fetch_add(1); });
    for (std::int64_t part = 0; part < parts; ++part)
        ASSERT_EQ(seen[static_cast<std::size_t>(part)].load(), 1) << "part " << part << " of " << parts;
}

} // namespace

// Memory may run out in any of them.
TEST_F(ThreadPool, WhatABodyThrowsReachesTheCallerAndTheNextCallsWork)
{
    for (const int threads : {1, 2, 4, 9}) {
        setThreadCount(threads);
        for (int round = 0; round < 20; ++round) {
            EXPECT_THROW(parallelFor(1000,
                                     [](std::int64_t part) {
                                         if (part % 7 == 3)
                                             throw std::bad_alloc();
                                     }),
                         std::bad_alloc);
            expectEachPartOnce(100);
        }
    }
}

TEST_F(ThreadPool, CountsTheThreadsThatTookAPart)
{
    setThreadCount(3);
    resetThreadsUsed();
    EXPECT_EQ(threadsUsed(), 1);
    parallelFor(1, [](std::int64_t) {});
    EXPECT_EQ(threadsUsed(), 1);
    std::atomic<int> here{0}; // each part waits until another thread has one too
    parallelFor(2, [&](std::int64_t) {
        ++here;
        while (here < 2)
            std::this_thread::yield();
    });
    EXPECT_EQ(threadsUsed(), 2);
    parallelFor(1, [](std::int64_t) {});
    EXPECT_EQ(threadsUsed(), 2) << "the most, until it is reset";
    resetThreadsUsed();
    setThreadCount(1);
    expectEachPartOnce(1000);
    EXPECT_EQ(threadsUsed(), 1);
}

TEST_F(ThreadPool, RunsEachPartOnce)
{
    for (const int threads : {1, 2, 4, 9}) {
        setThreadCount(threads);
        EXPECT_EQ(threadCount(), threads);
        for (const std::int64_t parts : {0, 1, 2, 3, 8, 1000})
            expectEachPartOnce(parts);
    }
}

TEST_F(ThreadPool, WhatPartsWroteIsSeenAfterwards)
{
    setThreadCount(4);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::int64_t> plain(64); // no atomics: the call itself is what orders them
        parallelFor(64, [&](std::int64_t part) { plain[static_cast<std::size_t>(part)] = part * round; });
        for (std::int64_t part = 0; part < 64; ++part)
            ASSERT_EQ(plain[static_cast<std::size_t>(part)], part * round);
    }
}

TEST_F(ThreadPool, ManySmallJobsInARow)
{
    // Helpers wake up when the parts are all but taken.
    for (const int threads : {2, 4}) {
        setThreadCount(threads);
        std::atomic<std::int64_t> sum{0};
        for (int round = 0; round < 20'000; ++round)
            parallelFor(3, [&](std::int64_t part) { sum.fetch_add(part); });
        EXPECT_EQ(sum.load(), 60'000);
    }
}

TEST_F(ThreadPool, InnerCallsRunOnTheCallersThread)
{
    setThreadCount(4);
    std::atomic<int> inner{0}, elsewhere{0};
    parallelFor(8, [&](std::int64_t) {
        const auto self = std::this_thread::get_id();
        parallelFor(10, [&](std::int64_t) {
            inner.fetch_add(1);
            elsewhere.fetch_add(std::this_thread::get_id() == self ? 0 : 1);
            parallelFor(2, [&](std::int64_t) { inner.fetch_add(1); });
        });
    });
    EXPECT_EQ(inner.load(), 8 * 10 * 3);
    EXPECT_EQ(elsewhere.load(), 0);
}

TEST_F(ThreadPool, ServesSeveralCallersAtOnce)
{
    setThreadCount(3);
    std::atomic<std::int64_t> sum{0};
    {
        std::vector<std::jthread> callers;
        for (int caller = 0; caller < 4; ++caller)
            callers.emplace_back([&] {
                for (int round = 0; round < 300; ++round)
                    parallelFor(7, [&](std::int64_t part) { sum.fetch_add(part + 1); });
            });
    }
    EXPECT_EQ(sum.load(), 4 * 300 * 28);
}

TEST_F(ThreadPool, ObeysAChangingNumberOfThreads)
{
    std::atomic<bool> done{false};
    std::jthread changer([&] {
        for (int count = 1; !done.load(); count = count % 6 + 1)
            setThreadCount(count);
    });
    for (int round = 0; round < 500; ++round)
        expectEachPartOnce(round % 40);
    done.store(true);
}

TEST_F(ThreadPool, UsesNoMoreThreadsThanItMay)
{
    setThreadCount(8);
    parallelFor(64, [](std::int64_t) { std::this_thread::yield(); }); // the pool has them all now
    for (const int limit : {1, 2, 3}) {
        setThreadCount(limit);
        std::atomic<int> running{0}, most{0};
        parallelFor(60, [&](std::int64_t) {
            const int now = running.fetch_add(1) + 1;
            for (int seen = most.load(); seen < now && !most.compare_exchange_weak(seen, now);) {
            }
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            running.fetch_sub(1);
        });
        EXPECT_LE(most.load(), limit);
        EXPECT_GE(most.load(), 1);
    }
}

TEST_F(ThreadPool, OneThreadMeansTheCallersOwn)
{
    setThreadCount(1);
    std::set<std::thread::id> ids; // unguarded on purpose
    parallelFor(100, [&](std::int64_t) { ids.insert(std::this_thread::get_id()); });
    EXPECT_EQ(ids, std::set{std::this_thread::get_id()});
}

TEST_F(ThreadPool, UnevenPartsEvenOut)
{
    setThreadCount(2);
    std::atomic<int> early{0};
    parallelFor(20, [&](std::int64_t part) {
        // The first part waits for all others: someone else must take them meanwhile.
        if (part == 0) {
            while (early.load() < 19)
                std::this_thread::yield();
        } else {
            early.fetch_add(1);
        }
    });
    EXPECT_EQ(early.load(), 19);
}

} // namespace tscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/jobs.h"

#include "widgets/support/settle.h"

#include <QSignalSpy>
#include <QThread>

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <new>
#include <random>
#include <stdexcept>

using namespace tscope;
using namespace tscope::test;

namespace {

const auto name = QStringLiteral("work");

} // namespace

TEST(Jobs, RunsElsewhereAndDeliversHere)
{
    Jobs jobs;
    QObject receiver;
    QThread* worked = nullptr;
    QThread* delivered = nullptr;

    jobs.start(
        &receiver, name,
        [&](const Watch&) {
            worked = QThread::currentThread();
            return 7;
        },
        [&](int seven) {
            EXPECT_EQ(seven, 7);
            delivered = QThread::currentThread();
        });
    EXPECT_FALSE(jobs.isIdle());
    ASSERT_TRUE(settle(jobs));

    EXPECT_NE(worked, QThread::currentThread());
    EXPECT_EQ(delivered, QThread::currentThread());
}

TEST(Jobs, NothingIsDeliveredBeforeStartHasReturned)
{
    Jobs jobs;
    QObject receiver;
    for (int i = 0; i < 500; ++i) {
        bool delivered = false;
        std::atomic<bool> worked = false;
        jobs.start(
            &receiver, name,
            [&](const Watch&) {
                worked = true;
                return 0;
            },
            [&](int) { delivered = true; });
        while (i % 2 == 0 && !worked) // sometimes it is long done
            QThread::yieldCurrentThread();

        EXPECT_FALSE(delivered);
        ASSERT_TRUE(settle(jobs));
        EXPECT_TRUE(delivered);
    }
}

TEST(Jobs, OfOneNameOnlyTheNewestDelivers)
{
    Jobs jobs;
    QObject receiver, other;
    std::vector<int> delivered;
    std::latch open(1);
    const auto work = [&open](int value) {
        return [&open, value](const Watch&) {
            open.wait();
            return value;
        };
    };
    const auto done = [&](int value) { delivered.push_back(value); };
    for (int i = 0; i < 10; ++i)
        jobs.start(&receiver, name, work(i), done);
    jobs.start(&receiver, QStringLiteral("another name"), work(100), done);
    jobs.start(&other, name, work(200), done);

    open.count_down();
    ASSERT_TRUE(settle(jobs));

    std::ranges::sort(delivered);
    EXPECT_EQ(delivered, (std::vector{9, 100, 200}));
}

TEST(Jobs, TheNewestWinsHoweverLongTheOldOneTakes)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Jobs jobs(3);
    QObject receiver;
    for (int round = 0; round < 100; ++round) {
        std::vector<int> delivered;
        const int count = 2 + static_cast<int>(random() % 4);
        for (int i = 0; i < count; ++i) {
            const auto spin = static_cast<int>(random() % 200);
            jobs.start(
                &receiver, name,
                [spin, i](const Watch&) {
                    for (int turn = 0; turn < spin; ++turn)
                        QThread::yieldCurrentThread();
                    return i;
                },
                [&](int value) { delivered.push_back(value); });
            if (random() % 3 == 0)
                QCoreApplication::processEvents(); // one that was the newest then may come through
        }
        ASSERT_TRUE(settle(jobs));

        ASSERT_FALSE(delivered.empty());
        EXPECT_EQ(delivered.back(), count - 1);
        EXPECT_TRUE(std::ranges::is_sorted(delivered));
    }
}

TEST(Jobs, ANewerOneStopsTheOlder)
{
    Jobs jobs;
    QObject receiver;
    std::atomic<bool> begun = false;
    jobs.start(
        &receiver, name,
        [&](const Watch& watch) {
            begun = true;
            while (!watch.isStopped()) // for ever, were it not told
                QThread::yieldCurrentThread();
            return 1;
        },
        [](int) { ADD_FAILURE() << "an old answer was delivered"; });
    ASSERT_TRUE(waitUntil([&] { return begun.load(); }));
    int delivered = 0;
    jobs.start(
        &receiver, name, [](const Watch&) { return 2; }, [&](int value) { delivered = value; });

    ASSERT_TRUE(settle(jobs));
    EXPECT_EQ(delivered, 2);
}

TEST(Jobs, StopEndsTheWorkAndDeliversNothing)
{
    Jobs jobs;
    QObject receiver;
    jobs.start(
        &receiver, name,
        [](const Watch& watch) {
            while (!watch.isStopped())
                QThread::yieldCurrentThread();
            return 1;
        },
        [](int) { ADD_FAILURE() << "what was stopped was delivered"; });

    jobs.stop(&receiver, name);
    jobs.stop(&receiver, QStringLiteral("never started"));

    EXPECT_TRUE(settle(jobs));
}

TEST(Jobs, AfterAStopTheSameNameDeliversAgain)
{
    Jobs jobs;
    QObject receiver;
    std::vector<int> delivered;
    jobs.start(
        &receiver, name, [](const Watch&) { return 1; }, [&](int value) { delivered.push_back(value); });
    jobs.stop(&receiver, name);
    jobs.start(
        &receiver, name, [](const Watch&) { return 2; }, [&](int value) { delivered.push_back(value); });

    ASSERT_TRUE(settle(jobs));
    EXPECT_EQ(delivered, std::vector{2});
}

TEST(Jobs, AReceiverThatIsGoneGetsNothing)
{
    Jobs jobs;
    auto receiver = std::make_unique<QObject>();
    std::latch open(1);
    jobs.start(
        receiver.get(), name,
        [&](const Watch&) {
            open.wait();
            return 1;
        },
        [](int) { ADD_FAILURE() << "delivered to nobody"; });

    receiver.reset();
    open.count_down();

    EXPECT_TRUE(settle(jobs));
}

TEST(Jobs, ItGoesAwayInTheMiddleOfWorkAndWaitsForIt)
{
    std::atomic<int> begun = 0, ended = 0;
    QObject receiver;
    {
        Jobs jobs;
        for (int i = 0; i < 20; ++i)
            jobs.start(
                &receiver, QString::number(i),
                [&](const Watch& watch) {
                    ++begun;
                    while (!watch.isStopped())
                        QThread::yieldCurrentThread();
                    ++ended;
                    return 0;
                },
                [](int) { ADD_FAILURE() << "delivered after the end"; });
        ASSERT_TRUE(waitUntil([&] { return begun == 2; }));
    }
    QCoreApplication::processEvents();
    EXPECT_EQ(begun.load(), ended.load());
}

TEST(Jobs, WorkThatWasFinishedIsNotDeliveredAfterTheEnd)
{
    QObject receiver;
    std::atomic<bool> worked = false;
    {
        Jobs jobs;
        jobs.start(
            &receiver, name,
            [&](const Watch&) {
                worked = true;
                return 0;
            },
            [](int) { ADD_FAILURE() << "delivered after the end"; });
        while (!worked)
            QThread::yieldCurrentThread();
    }
    QCoreApplication::processEvents();
}

TEST(Jobs, NoMemoryIsToldAndTheNextJobRuns)
{
    Jobs jobs;
    QObject receiver;
    QSignalSpy failed(&jobs, &Jobs::failed);
    jobs.start(
        &receiver, name, [](const Watch&) -> int { throw std::bad_alloc(); },
        [](int) { ADD_FAILURE() << "delivered without a value"; });
    ASSERT_TRUE(settle(jobs));
    ASSERT_EQ(failed.count(), 1);
    EXPECT_FALSE(failed[0][0].toString().isEmpty());
    EXPECT_EQ(failed[0][1].value<QObject*>(), &receiver);
    EXPECT_EQ(failed[0][2].toString(), name);

    int delivered = 0;
    jobs.start(
        &receiver, name, [](const Watch&) { return 3; }, [&](int value) { delivered = value; });
    ASSERT_TRUE(settle(jobs));
    EXPECT_EQ(delivered, 3);
}

TEST(Jobs, IdleChangesAreToldInTurn)
{
    Jobs jobs;
    QObject receiver;
    QSignalSpy idle(&jobs, &Jobs::idleChanged);
    for (int i = 0; i < 5; ++i)
        jobs.start(
            &receiver, QString::number(i), [](const Watch&) { return 0; }, [](int) {});
    ASSERT_TRUE(settle(jobs));

    ASSERT_GE(idle.count(), 2);
    for (int i = 0; i < idle.count(); ++i)
        EXPECT_EQ(idle[i][0].toBool(), i % 2 == 1);
    EXPECT_TRUE(idle.last()[0].toBool());
}

TEST(Jobs, ADeliveryMayStartTheNext)
{
    Jobs jobs;
    QObject receiver;
    int steps = 0;
    std::function<void()> next = [&] {
        jobs.start(
            &receiver, name, [](const Watch&) { return 0; },
            [&](int) {
                if (++steps < 20)
                    next();
            });
    };
    next();
    ASSERT_TRUE(settle(jobs));
    EXPECT_EQ(steps, 20);
}

TEST(Jobs, AtTheEndWhatWritesIsDoneAndWhatDoesNotListenIsLeft)
{
    std::atomic<bool> isRunning = false, letGo = false, wrote = false;
    Jobs jobs(1);
    QObject receiver;
    jobs.start(
        &receiver, QStringLiteral("deaf"),
        [&](const Watch&) {
            isRunning = true;
            while (!letGo)
                QThread::msleep(1);
            return 0;
        },
        [](int) {});
    using namespace std::chrono_literals;
    ASSERT_TRUE(waitUntil([&] { return isRunning.load(); }));
    EXPECT_FALSE(jobs.finish(20ms));
    letGo = true;
    jobs.start(
        &receiver, QStringLiteral("write"),
        [&](const Watch& watch) {
            QThread::msleep(30);
            EXPECT_FALSE(watch.isStopped());
            wrote = true;
            return 0;
        },
        [](int) {}, Jobs::Kind::writes);
    EXPECT_TRUE(jobs.finish(1s));
    EXPECT_TRUE(wrote);
}

TEST(Jobs, WhatWritesIsDoneAlsoWhenAllGoes)
{
    std::atomic<int> wrote = 0;
    {
        Jobs jobs(1);
        QObject receiver;
        for (int i = 0; i < 5; ++i)
            jobs.start(
                &receiver, QStringLiteral("write %1").arg(i), [&](const Watch&) { return ++wrote; }, [](int) {},
                Jobs::Kind::writes);
    }
    EXPECT_EQ(wrote, 5);
}

TEST(Jobs, WhatNobodyForesawIsToldToo)
{
    Jobs jobs;
    QObject receiver;
    QSignalSpy failed(&jobs, &Jobs::failed);
    jobs.start(
        &receiver, name, [](const Watch&) -> int { throw std::length_error("too long"); },
        [](int) { ADD_FAILURE() << "delivered without a value"; });
    ASSERT_TRUE(settle(jobs));
    ASSERT_EQ(failed.count(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("too long")));
}

TEST(Jobs, WhatLooksIsDoneWhileAllElseIsTaken)
{
    Jobs jobs;
    QObject receiver;
    std::latch open(1);
    int ended = 0;
    for (int i = 0; i < 4; ++i)
        jobs.start(
            &receiver, QStringLiteral("long %1").arg(i),
            [&](const Watch&) {
                open.wait();
                return 0;
            },
            [&](int) { ++ended; });
    int seen = 0;
    for (int i = 0; i < 3; ++i)
        jobs.start(
            &receiver, QStringLiteral("look %1").arg(i), [](const Watch&) { return 1; },
            [&](int one) { seen += one; }, Jobs::Kind::looks);
    EXPECT_TRUE(waitUntil([&] { return seen == 3; }));
    EXPECT_EQ(ended, 0);
    open.count_down();
    ASSERT_TRUE(settle(jobs));
    EXPECT_EQ(ended, 4);
}

// SPDX-License-Identifier: Apache-2.0
// How long a packet is waited for once it has begun.
#include "remote/channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <pthread.h>
#include <string_view>
#include <sys/socket.h>
#include <thread>

namespace tscope::remote {
namespace {

using namespace std::chrono_literals;

bool sendRaw(const Channel& channel, std::string_view bytes)
{
    return ::send(channel.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == std::ssize(bytes);
}

// The beginning of a packet without descriptors.
void sendHeader(const Channel& channel, std::int64_t bytes)
{
    const std::array<std::int64_t, 3> header{0x7473636f70652d31, bytes, 0};
    ASSERT_TRUE(sendRaw(channel, {reinterpret_cast<const char*>(header.data()), sizeof header}));
}

void sendSlowly(const Channel& channel, int bytes)
{
    for (int i = 0; i < bytes && sendRaw(channel, "x"); ++i)
        std::this_thread::sleep_for(4ms);
}

TEST(Channel, APacketThatTricklesIsNotWaitedForLongerThanAllowed)
{
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    constexpr int bytes = 500;
    sendHeader(ends->first, bytes);
    std::jthread trickle([&] { sendSlowly(ends->first, bytes); });
    const auto packet = ends->second.receive({.quiet = 24h, .all = 200ms});
    ends->second.close();
    ASSERT_FALSE(packet);
    EXPECT_EQ(packet.error().reason, otherEndSlow);
}

TEST(Channel, APacketThatTricklesArrivesWithinTheTimeAllowed)
{
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    constexpr int bytes = 20;
    sendHeader(ends->first, bytes);
    std::jthread trickle([&] { sendSlowly(ends->first, bytes); });
    const auto packet = ends->second.receive({.quiet = 1h, .all = 1h});
    ASSERT_TRUE(packet) << packet.error().text;
    EXPECT_EQ(packet->text, std::string(bytes, 'x'));
}

// Ends a test that would otherwise wait forever, with another reason than the one that it expects.
std::function<bool()> afterSeconds(int seconds)
{
    using Clock = std::chrono::steady_clock;
    return [end = Clock::now() + std::chrono::seconds(seconds)] { return Clock::now() > end; };
}

TEST(Channel, HalfAPacketIsNotWaitedForLongerThanAllowed)
{
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    sendHeader(ends->first, 1000);
    ASSERT_TRUE(sendRaw(ends->first, "half"));
    const auto packet = ends->second.receive({.quiet = 50ms, .isStopped = afterSeconds(5)});
    ASSERT_FALSE(packet);
    EXPECT_EQ(packet.error().reason, otherEndSlow) << packet.error().text;
}

TEST(Channel, ThatEndsInTheMiddleOfAPacketIsNotWaitedFor)
{
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    sendHeader(ends->first, 1000);
    ASSERT_TRUE(sendRaw(ends->first, "half"));
    ends->first.close();
    const auto packet = ends->second.receive({.quiet = 24h, .isStopped = afterSeconds(5)});
    ASSERT_FALSE(packet);
    EXPECT_EQ(packet.error().reason, otherEndGone) << packet.error().text;
}

std::atomic<bool> isAwake = false;

// The thread that waits is suspended by a signal handler for longer than it has patience.
TEST(Channel, TimeInWhichTheReceiverWasSuspendedIsNotCounted)
{
    isAwake = false;
    struct sigaction before = {}, action = {};
    action.sa_handler = [](int) {
        std::this_thread::sleep_for(1500ms);
        isAwake = true;
    };
    ASSERT_EQ(::sigaction(SIGUSR1, &action, &before), 0);
    auto ends = Channel::make();
    ASSERT_TRUE(ends);
    sendHeader(ends->first, 2);
    const auto receiver = ::pthread_self();
    std::jthread sender([&] {
        std::this_thread::sleep_for(20ms);
        ::pthread_kill(receiver, SIGUSR1);
        while (!isAwake)
            std::this_thread::sleep_for(1ms);
        (void)sendRaw(ends->first, "x");
        std::this_thread::sleep_for(20ms);
        (void)sendRaw(ends->first, "x");
    });
    const auto packet = ends->second.receive({.quiet = 1s, .all = 1s});
    ::sigaction(SIGUSR1, &before, nullptr);
    ASSERT_TRUE(packet) << packet.error().text;
    EXPECT_EQ(packet->text, "xx");
}

} // namespace
} // namespace tscope::remote

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/descriptor.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tscope::remote {

// A text, and descriptors of shared memory that travel with it.
struct Packet {
    std::string text;
    std::vector<Descriptor> descriptors;
};

// How long the other side may keep a packet waiting that has begun. Default: for ever. Time is counted while this
// process runs: one that was suspended does not blame the other for it.
struct Patience {
    std::chrono::milliseconds quiet{0};   // without taking or giving a byte; 0: for ever
    std::chrono::milliseconds all{0};     // for the whole packet; 0: for ever
    std::function<bool()> isStopped = {}; // asked a hundred times a second
};

// One end of a line between two processes. Packets come whole and in order. What the other side sends is bounded;
// a line on which something else came is of no use any more.
class Channel
{
public:
    // Both ends, for this process and one that it will start.
    static Result<std::pair<Channel, Channel>> make();
    explicit Channel(Descriptor socket) : m_socket(std::move(socket)) {}

    int descriptor() const { return m_socket.number(); }
    // Both fail when the other end is gone, with the reason "gone", and where patience ends, with the reason
    // "slow" or as cancelled: what comes after half a packet is of no use.
    Result<void> send(const std::string& text, std::span<const int> descriptors, const Patience& patience = {});
    Result<Packet> receive(const Patience& patience = {}); // waits until there is one
    // Whether receive() would have something to do, or the other end is gone, within that time.
    bool hasPacket(int milliseconds) const;
    bool isAtEnd() const; // whether the other end is gone and nothing of what it sent is left
    void close() { m_socket.close(); }

private:
    Descriptor m_socket;
};

inline constexpr const char* otherEndGone = "gone";
inline constexpr const char* otherEndSlow = "slow";
inline constexpr const char* otherEndOdd = "odd"; // it sent what is no packet
inline constexpr std::int64_t mostPacketBytes = std::int64_t{1} << 26;
inline constexpr int mostDescriptors = 200; // in one packet; the system takes 253

} // namespace tscope::remote

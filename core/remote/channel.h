// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tscope::remote {

// A descriptor that is closed with its owner.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return m_number; } // -1: none
    void close();

private:
    int m_number = -1;
};

// A text, and descriptors of shared memory that travel with it.
struct Packet {
    std::string text;
    std::vector<Descriptor> descriptors;
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
    Result<void> send(const std::string& text, std::span<const int> descriptors);
    // Waits until there is one. Fails when the other end is gone, with the reason "gone".
    Result<Packet> receive();
    // Whether receive() would have something to do, or the other end is gone, within that time.
    bool hasPacket(int milliseconds) const;
    void close() { m_socket.close(); }

private:
    Descriptor m_socket;
};

inline constexpr const char* otherEndGone = "gone";
inline constexpr std::int64_t mostPacketBytes = std::int64_t{1} << 26;
inline constexpr int mostDescriptors = 200; // in one packet; the system takes 253

} // namespace tscope::remote

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tscope::mutations {

// A packet of the line between programs and workers (core/remote/channel.cpp) as it goes over the socket, right or
// wrong. Its descriptors belong to others.
struct RawPacket {
    std::string header; // a mark, the length of the text and the number of descriptors, each of eight bytes
    std::string text;
    std::vector<int> descriptors;

    static RawPacket of(std::string text, std::vector<int> descriptors);
    // Whether the header says what follows; otherwise the other side waits for more.
    bool isWhole() const;
};

// Gives it to the socket, which is not waited for longer than its own limit. Returns false where the other end is
// gone.
bool sendRaw(int socket, const RawPacket& packet);

// Damages it: its text, another's text behind half of it, its header, or what travels with it. Says how.
std::string mutate(RawPacket& packet, std::span<const std::string> others, Dice& dice);

} // namespace tscope::mutations

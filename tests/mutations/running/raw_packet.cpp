// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/raw_packet.h"

#include "mutations/mutants/mutators.h"
#include "support/zip_bytes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace tscope::mutations {

namespace {

constexpr std::uint64_t mark = 0x7473636f70652d31; // "tscope-1"
constexpr std::size_t mostDescriptors = 250;       // the system takes no more at a time

std::string headerOf(std::uint64_t bytes, std::uint64_t descriptors)
{
    return test::little(mark, 8) + test::little(bytes, 8) + test::little(descriptors, 8);
}

std::string mutateDescriptors(RawPacket& packet, Dice& dice)
{
    auto& all = packet.descriptors;
    const bool isTold = dice.oneIn(2); // in the header
    switch (all.empty() ? 2 : dice.below(4)) {
    case 0:
        all.clear();
        break;
    case 1:
        all.pop_back();
        break;
    case 2:
        all.push_back(all.empty() ? 0 : all.front()); // standard input, which is no memory
        break;
    default:
        all[dice.below(all.size())] = 0;
    }
    if (isTold)
        packet.header = headerOf(packet.text.size(), all.size());
    return "descriptors";
}

} // namespace

RawPacket RawPacket::of(std::string text, std::vector<int> descriptors)
{
    auto header = headerOf(text.size(), descriptors.size());
    return {std::move(header), std::move(text), std::move(descriptors)};
}

bool RawPacket::isWhole() const
{
    return header == headerOf(text.size(), descriptors.size());
}

bool sendRaw(int socket, const RawPacket& packet)
{
    iovec part{const_cast<char*>(packet.header.data()), packet.header.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * mostDescriptors)> space{};
    if (const auto bytes = packet.descriptors.size() * sizeof(int); bytes > 0) {
        message.msg_control = space.data();
        message.msg_controllen = CMSG_SPACE(bytes);
        auto* control = CMSG_FIRSTHDR(&message);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(bytes);
        std::memcpy(CMSG_DATA(control), packet.descriptors.data(), bytes);
    }
    if (!packet.header.empty() && ::sendmsg(socket, &message, MSG_NOSIGNAL) < 0)
        return false;
    for (std::size_t sent = 0; sent < packet.text.size();) {
        const auto count = ::send(socket, packet.text.data() + sent, packet.text.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        sent += static_cast<std::size_t>(count);
    }
    return true;
}

std::string mutate(RawPacket& packet, std::span<const std::string> others, Dice& dice)
{
    std::vector<KeptFile> texts;
    for (const auto& other : others)
        texts.push_back({"", other, Kind::json});
    Material material;
    for (const auto& text : texts)
        material.sameKind.push_back(&text);
    switch (dice.below(8)) {
    case 0:
        return "header: " + mutate(packet.header, {}, dice);
    case 1:
        return "text, not told in the header: " + mutate(packet.text, material, dice);
    case 2:
        return mutateDescriptors(packet, dice);
    default: {
        auto how = "text: " + mutate(packet.text, material, dice);
        packet.header = headerOf(packet.text.size(), packet.descriptors.size());
        return how;
    }
    }
}

} // namespace tscope::mutations

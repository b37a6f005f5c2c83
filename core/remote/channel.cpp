// SPDX-License-Identifier: Apache-2.0
#include "remote/channel.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tscope::remote {

namespace {

// What comes before each text.
struct Header {
    std::uint64_t mark = 0x7473636f70652d31; // "tscope-1"
    std::int64_t bytes = 0;
    std::int64_t descriptors = 0;
};

Error broken(const char* what)
{
    return {ErrorCode::internal, std::string("the line to the other process broke: ") + what, {}, otherEndGone};
}

Error systemError()
{
    return broken(std::generic_category().message(errno).c_str());
}

Result<void> sendAll(int socket, const char* from, std::size_t count)
{
    while (count > 0) {
        const auto sent = ::send(socket, from, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return systemError();
        from += sent;
        count -= static_cast<std::size_t>(sent);
    }
    return {};
}

Result<void> receiveAll(int socket, char* to, std::size_t count)
{
    while (count > 0) {
        const auto got = ::recv(socket, to, count, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? broken("it ended") : systemError();
        to += got;
        count -= static_cast<std::size_t>(got);
    }
    return {};
}

using ControlSpace = std::array<char, CMSG_SPACE(sizeof(int) * mostDescriptors)>;

} // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other) {
        close();
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

Descriptor::~Descriptor()
{
    close();
}

void Descriptor::close()
{
    if (m_number >= 0)
        ::close(m_number);
    m_number = -1;
}

Result<std::pair<Channel, Channel>> Channel::make()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return systemError();
    return std::pair(Channel(Descriptor(ends[0])), Channel(Descriptor(ends[1])));
}

Result<void> Channel::send(const std::string& text, std::span<const int> descriptors)
{
    if (std::ssize(text) > mostPacketBytes || std::ssize(descriptors) > mostDescriptors)
        return unsupported("at most " + std::to_string(mostDescriptors) + " storages and " +
                           std::to_string(mostPacketBytes) +
                           " bytes of their description go to another process, found " +
                           std::to_string(descriptors.size()) + " and " + std::to_string(text.size()));
    Header header;
    header.bytes = std::ssize(text);
    header.descriptors = std::ssize(descriptors);
    iovec part{&header, sizeof header};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) ControlSpace space{};
    if (!descriptors.empty()) {
        message.msg_control = space.data();
        message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        auto* control = CMSG_FIRSTHDR(&message);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(control), descriptors.data(), descriptors.size_bytes());
    }
    ssize_t sent = -1;
    do
        sent = ::sendmsg(m_socket.number(), &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != static_cast<ssize_t>(sizeof header))
        return sent < 0 ? systemError() : broken("half a header was sent");
    return sendAll(m_socket.number(), text.data(), text.size());
}

Result<Packet> Channel::receive()
{
    Header header{0, 0, 0};
    iovec part{&header, sizeof header};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) ControlSpace space{};
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    ssize_t got = -1;
    do
        got = ::recvmsg(m_socket.number(), &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        return got == 0 ? broken("it ended") : systemError();
    Packet packet;
    for (auto* control = CMSG_FIRSTHDR(&message); control != nullptr; control = CMSG_NXTHDR(&message, control)) {
        if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS)
            continue;
        const auto count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int number = -1;
            std::memcpy(&number, CMSG_DATA(control) + i * sizeof number, sizeof number);
            packet.descriptors.emplace_back(number);
        }
    }
    if (static_cast<std::size_t>(got) < sizeof header)
        if (auto rest = receiveAll(m_socket.number(), reinterpret_cast<char*>(&header) + got,
                                   sizeof header - static_cast<std::size_t>(got));
            !rest)
            return rest.error();
    if (header.mark != Header().mark || header.bytes < 0 || header.bytes > mostPacketBytes ||
        header.descriptors != std::ssize(packet.descriptors))
        return broken("what came is no packet");
    packet.text.resize(static_cast<std::size_t>(header.bytes));
    if (auto text = receiveAll(m_socket.number(), packet.text.data(), packet.text.size()); !text)
        return text.error();
    return packet;
}

bool Channel::hasPacket(int milliseconds) const
{
    pollfd waiting{m_socket.number(), POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
}

} // namespace tscope::remote

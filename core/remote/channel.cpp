// SPDX-License-Identifier: Apache-2.0
#include "remote/channel.h"

#include "base/say.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string_view>
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

Error broken(const std::string& what, const char* reason = otherEndGone)
{
    return {ErrorCode::internal, say("the line to the other process broke: {0}", what), {}, reason};
}

Error systemError()
{
    return broken(std::generic_category().message(errno));
}

// Waits for the other side, as long as there is patience.
class Wait
{
public:
    Wait(int socket, short event, const Patience& patience)
        : m_socket(socket), m_event(event), m_patience(patience)
    {
    }

    // Until bytes can be taken or given, or the other end is gone.
    Result<void> untilReady()
    {
        while (true) {
            if (m_patience.isStopped && m_patience.isStopped())
                return Error{ErrorCode::cancelled, say("the other process was not waited for any more"), {}, {}};
            if (isOver(m_patience.quiet, m_quiet) || isOver(m_patience.all, m_all))
                return Error{ErrorCode::internal,
                             say("the other process stopped in the middle of a packet"),
                             {},
                             otherEndSlow};
            pollfd waiting{m_socket, m_event, 0};
            const auto begun = Clock::now();
            const auto found = ::poll(&waiting, 1, static_cast<int>(look.count()));
            if (found < 0 && errno != EINTR)
                return systemError();
            const auto waited = std::min<Time>(Clock::now() - begun, look); // it takes longer if suspended
            m_quiet += waited;
            m_all += waited;
            if (found > 0)
                return {};
        }
    }
    void moved() { m_quiet = {}; }

private:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::duration;
    static bool isOver(Time limit, Time waited) { return limit.count() > 0 && waited >= limit; }

    static constexpr std::chrono::milliseconds look{10};
    int m_socket;
    short m_event;
    const Patience& m_patience;
    Time m_quiet{}, m_all{};
};

bool isToBeTriedAgain()
{
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
}

Result<void> sendAll(int socket, std::string_view bytes, Wait& wait)
{
    while (!bytes.empty()) {
        if (auto ready = wait.untilReady(); !ready)
            return ready;
        const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && isToBeTriedAgain())
            continue;
        if (sent <= 0)
            return systemError();
        bytes.remove_prefix(static_cast<std::size_t>(sent));
        wait.moved();
    }
    return {};
}

Result<void> receiveAll(int socket, char* to, std::size_t count, Wait& wait)
{
    while (count > 0) {
        if (auto ready = wait.untilReady(); !ready)
            return ready;
        const auto got = ::recv(socket, to, count, MSG_DONTWAIT);
        if (got < 0 && isToBeTriedAgain())
            continue;
        if (got <= 0)
            return got == 0 ? broken(say("it ended")) : systemError();
        to += got;
        count -= static_cast<std::size_t>(got);
        wait.moved();
    }
    return {};
}

// Memory is taken for what has come, not for what was announced.
Result<std::string> receiveText(int socket, std::size_t count, Wait& wait)
{
    constexpr std::size_t atOnce = std::size_t{1} << 20;
    std::string text;
    while (text.size() < count) {
        const auto had = text.size();
        text.resize(std::min(count, had + std::max(had, atOnce)));
        if (auto got = receiveAll(socket, text.data() + had, text.size() - had, wait); !got)
            return got.error();
    }
    return text;
}

using ControlSpace = std::array<char, CMSG_SPACE(sizeof(int) * mostDescriptors)>;

} // namespace

Result<std::pair<Channel, Channel>> Channel::make()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return systemError();
    return std::pair(Channel(Descriptor(ends[0])), Channel(Descriptor(ends[1])));
}

Result<void> Channel::send(const std::string& text, std::span<const int> descriptors, const Patience& patience)
{
    if (std::ssize(text) > mostPacketBytes || std::ssize(descriptors) > mostDescriptors)
        return unsupported(
            say("at most {0} storages and {1} bytes of their description go to another process, found {2} and {3}",
                mostDescriptors, mostPacketBytes, descriptors.size(), text.size()));
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
    Wait wait(m_socket.number(), POLLOUT, patience);
    ssize_t sent = -1;
    do {
        if (auto ready = wait.untilReady(); !ready)
            return ready;
        sent = ::sendmsg(m_socket.number(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && isToBeTriedAgain());
    if (sent != static_cast<ssize_t>(sizeof header))
        return sent < 0 ? systemError() : broken(say("half a header was sent"));
    return sendAll(m_socket.number(), text, wait);
}

Result<Packet> Channel::receive(const Patience& patience)
{
    Header header{0, 0, 0};
    iovec part{&header, sizeof header};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) ControlSpace space{};
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    Wait wait(m_socket.number(), POLLIN, patience);
    ssize_t got = -1;
    do {
        if (auto ready = wait.untilReady(); !ready)
            return ready.error();
        got = ::recvmsg(m_socket.number(), &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    } while (got < 0 && isToBeTriedAgain());
    if (got <= 0)
        return got == 0 ? broken(say("it ended")) : systemError();
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
                                   sizeof header - static_cast<std::size_t>(got), wait);
            !rest)
            return rest.error();
    if (header.mark != Header().mark || header.bytes < 0 || header.bytes > mostPacketBytes ||
        header.descriptors != std::ssize(packet.descriptors))
        return broken(say("what came is no packet"), otherEndOdd);
    auto text = receiveText(m_socket.number(), static_cast<std::size_t>(header.bytes), wait);
    if (!text)
        return text.error();
    packet.text = std::move(*text);
    return packet;
}

bool Channel::hasPacket(int milliseconds) const
{
    pollfd waiting{m_socket.number(), POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
}

bool Channel::isAtEnd() const
{
    char next = 0;
    ssize_t got = -1;
    do
        got = ::recv(m_socket.number(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

} // namespace tscope::remote

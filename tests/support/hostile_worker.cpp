// SPDX-License-Identifier: Apache-2.0
#include "support/hostile_worker.h"

#include <array>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tscope::test {

namespace {

constexpr int channel = 3;

// As packets begin; told here once more, so that a change of the protocol is noticed.
struct Header {
    std::uint64_t mark = 0x7473636f70652d31;
    std::int64_t bytes = 0;
    std::int64_t descriptors = 0;
};

void send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto sent = ::send(channel, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            std::_Exit(1);
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

std::string headerOf(std::int64_t bytes, std::int64_t descriptors = 0)
{
    Header header;
    header.bytes = bytes;
    header.descriptors = descriptors;
    return {reinterpret_cast<const char*>(&header), sizeof header};
}

void sendHeader(std::int64_t bytes, std::int64_t descriptors = 0)
{
    send(headerOf(bytes, descriptors));
}

void sendPacket(std::string_view text)
{
    sendHeader(static_cast<std::int64_t>(text.size()));
    send(text);
}

void sendWithDescriptor(std::string_view text, int descriptor)
{
    Header header;
    header.bytes = static_cast<std::int64_t>(text.size());
    header.descriptors = 1;
    iovec part{&header, sizeof header};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space{};
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    auto* control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
    ::sendmsg(channel, &message, MSG_NOSIGNAL);
    send(text);
}

// The announced length is never reached.
[[noreturn]] void sendByteByByte()
{
    sendHeader(std::int64_t{1} << 26);
    while (true) {
        send(" ");
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
}

// Both arrive together. It ends after a while, so that a caller that waits for the rest notices.
[[noreturn]] void answerAndSendHalfAPacket()
{
    constexpr std::string_view answer = R"({"storages":[],"tensors":[],"modules":[]})";
    send(headerOf(std::ssize(answer)) + std::string(answer) + headerOf(1000) + '{');
    std::this_thread::sleep_for(std::chrono::seconds(3));
    std::_Exit(7);
}

void readQuestion()
{
    std::array<char, 4096> some{};
    (void)!::recv(channel, some.data(), some.size(), 0);
}

[[noreturn]] void sleepForEver()
{
    while (true)
        ::pause();
}

// Memory that can be taken away while another reads it.
int unsealedMemory()
{
    const int memory = ::memfd_create("unsealed", 0);
    (void)!::ftruncate(memory, 4096);
    return memory;
}

void misbehave(std::string_view manner)
{
    for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGPIPE})
        std::signal(signal, SIG_IGN);
    if (manner == "exits at once")
        std::_Exit(7);
    if (manner == "closes its line")
        ::close(channel);
    else if (manner == "never reads")
        sleepForEver();
    else if (manner == "stops itself")
        std::raise(SIGSTOP);
    else
        readQuestion();
    if (manner == "exits when asked")
        std::_Exit(7);
    else if (manner == "is killed when asked")
        std::raise(SIGKILL);
    else if (manner == "closes its line halfway") {
        sendHeader(1000);
        send("{\"alive\":");
        ::close(channel);
    } else if (manner == "sends half a header")
        send("1-epocst");
    else if (manner == "sends half a packet") {
        sendHeader(1000);
        send("{\"alive\":");
    } else if (manner == "announces what no memory holds")
        sendHeader(std::int64_t{1} << 62);
    else if (manner == "announces less than nothing")
        sendHeader(-1);
    else if (manner == "announces the most and sends nothing")
        sendHeader(std::int64_t{1} << 26);
    else if (manner == "announces storages that do not come")
        sendHeader(2, 100);
    else if (manner == "sends noise")
        send(std::string(100'000, 'x'));
    else if (manner == "sends no JSON")
        sendPacket("}{");
    else if (manner == "sends more values than memory likes")
        sendPacket("{\"storages\":[],\"x\":[" + std::string(std::size_t{10} << 20, ',') + "]}");
    else if (manner == "nests without end")
        sendPacket("{\"storages\":[],\"x\":" + std::string(3 << 20, '['));
    else if (manner == "nests millions deep")
        sendPacket("{\"storages\":[],\"x\":" + std::string(3 << 20, '[') + std::string(3 << 20, ']') + '}');
    else if (manner == "sends a packet byte by byte")
        sendByteByByte();
    else if (manner == "answers and sends half a packet")
        answerAndSendHalfAPacket();
    else if (manner == "answers another question")
        sendPacket("{\"storages\":[],\"tensors\":[],\"strange\":true}");
    else if (manner == "answers twice") { // at once, so that the second is there before the next question
        const std::string_view answer = "{\"storages\":[],\"tensors\":[],\"modules\":[]}";
        Header header;
        header.bytes = static_cast<std::int64_t>(answer.size());
        auto one = std::string(reinterpret_cast<const char*>(&header), sizeof header).append(answer);
        send(one + one);
    } else if (manner == "sends parts of nothing")
        sendPacket("{\"storages\":[],\"tensors\":[],\"part\":7}");
    else if (manner == "sends memory that can be taken away")
        sendWithDescriptor("{\"storages\":[4096],\"modules\":[]}", unsealedMemory());
    else if (manner == "sends a packet of many megabytes again and again")
        while (true)
            sendPacket("{\"storages\":[],\"alive\":\"" + std::string(30 << 20, 'x') + "\"}");
    else if (manner == "floods with signs of life")
        while (true)
            sendPacket("{\"storages\":[],\"alive\":true}");
    sleepForEver();
}

// Before main(), which belongs to the tests.
[[gnu::constructor]] void playAWorker(int argc, char** argv, char**)
{
    const char* manner = std::getenv(hostileVariable);
    if (manner == nullptr || argc != 3 || std::string_view(argv[1]) != "--channel")
        return;
    if (const char* mark = std::getenv(hostileMark))
        std::ofstream(mark) << ::getpid() << std::flush;
    misbehave(manner);
}

} // namespace

std::vector<std::string> hangingManners()
{
    return {"never reads",
            "never answers",
            "stops itself",
            "sends half a header",
            "sends half a packet",
            "announces the most and sends nothing",
            "sends a packet byte by byte"};
}

std::vector<std::string> endingManners()
{
    return {"exits at once",
            "exits when asked",
            "is killed when asked",
            "closes its line",
            "closes its line halfway",
            "announces what no memory holds",
            "announces less than nothing",
            "announces storages that do not come",
            "sends noise",
            "sends no JSON",
            "sends more values than memory likes",
            "nests without end",
            "nests millions deep",
            "answers another question",
            "sends parts of nothing",
            "sends memory that can be taken away",
            "sends a packet of many megabytes again and again",
            "floods with signs of life"};
}

std::string thisProgram()
{
    std::array<char, PATH_MAX> path{};
    const auto length = ::readlink("/proc/self/exe", path.data(), path.size());
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

} // namespace tscope::test

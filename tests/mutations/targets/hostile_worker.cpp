// SPDX-License-Identifier: Apache-2.0
#include "mutations/targets/hostile_worker.h"

#include "memory/storage.h"
#include "mutations/targets/target.h"
#include "remote/channel.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace tscope::mutations {

namespace {

namespace fs = std::filesystem;
using namespace remote;

constexpr const char* stayFile = "stay";

std::string pathOf(const std::string& folder, std::size_t answer, const std::string& part)
{
    return folder + "/answer-" + std::to_string(answer) + '.' + part;
}

std::string memoryName(std::size_t number)
{
    return "memory-" + std::to_string(number);
}

SharedMemory memoryWith(const std::string& bytes)
{
    auto memory = SharedMemory::create(static_cast<std::int64_t>(bytes.size()));
    if (!memory)
        std::exit(1);
    std::memcpy(memory->bytes().data(), bytes.data(), bytes.size());
    return std::move(*memory);
}

bool sendAnswer(int channel, const std::string& folder, std::size_t number)
{
    std::vector<SharedMemory> memories;
    for (std::size_t i = 0; fs::exists(pathOf(folder, number, memoryName(i))); ++i)
        memories.push_back(memoryWith(readFile(pathOf(folder, number, memoryName(i)))));
    RawPacket packet{readFile(pathOf(folder, number, "header")), readFile(pathOf(folder, number, "text")), {}};
    std::istringstream list(readFile(pathOf(folder, number, "descriptors")));
    for (int which = 0; list >> which;)
        packet.descriptors.push_back(which < 0 ? 0 : memories[static_cast<std::size_t>(which)].descriptor());
    return sendRaw(channel, packet);
}

} // namespace

void writeAnswers(std::span<const Answer> answers, bool staysAfterwards, const std::string& folder)
{
    fs::create_directories(folder);
    if (staysAfterwards)
        writeFile(folder + '/' + stayFile, "");
    for (std::size_t i = 0; i < answers.size(); ++i) {
        writeFile(pathOf(folder, i, "header"), answers[i].packet.header);
        writeFile(pathOf(folder, i, "text"), answers[i].packet.text);
        std::string list;
        for (const int which : answers[i].packet.descriptors)
            list += std::to_string(which) + ' ';
        writeFile(pathOf(folder, i, "descriptors"), list);
        for (std::size_t m = 0; m < answers[i].memories.size(); ++m)
            writeFile(pathOf(folder, i, memoryName(m)), answers[i].memories[m]);
    }
}

int beHostileWorker(int channel)
{
    const auto* folder = std::getenv(answersVariable);
    if (folder == nullptr)
        return 3;
    Channel line{Descriptor(channel)};
    if (!line.receive())
        return 0;
    for (std::size_t i = 0; fs::exists(pathOf(folder, i, "text")); ++i)
        if (!sendAnswer(channel, folder, i))
            return 0;
    if (fs::exists(std::string(folder) + '/' + stayFile))
        (void)line.receive();
    return 0;
}

} // namespace tscope::mutations

// SPDX-License-Identifier: Apache-2.0
// A worker that answers something else than what is right: who asked it says so in one sentence and goes on.
#include "mutations/targets/conversation.h"
#include "mutations/targets/hostile_worker.h"
#include "mutations/targets/target.h"

#include <algorithm>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope::mutations {

namespace {

constexpr double cpuSeconds = 5;
constexpr long memoryMib = 512;

std::string bytesIn(int descriptor)
{
    struct stat facts {
    };
    ::fstat(descriptor, &facts);
    std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
    const auto count = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

// A packet that is kept, as one to be mutated: descriptors are numbers of memories.
Answer answerOf(const remote::Packet& packet)
{
    Answer answer{RawPacket::of(packet.text, std::vector<int>(packet.descriptors.size())), {}};
    for (std::size_t i = 0; i < packet.descriptors.size(); ++i) {
        answer.packet.descriptors[i] = static_cast<int>(i);
        answer.memories.push_back(bytesIn(packet.descriptors[i].number()));
    }
    return answer;
}

class ClientTarget final : public Target
{
public:
    explicit ClientTarget(const Bench& bench)
        : m_bench(bench), m_recorded(recordedConversations(bench.worker)),
          m_limits(bench.limits(cpuSeconds, memoryMib))
    {
        for (const auto& each : m_recorded)
            for (const auto& answer : each.answers)
                m_texts.push_back(answer.text);
    }

    std::string name() const override { return "client"; }

    void run(std::span<const std::uint64_t> numbers, const std::string& folder, Report& report) const override
    {
        for (const auto number : numbers) {
            Dice dice(m_bench.seed, number);
            const auto& recorded = dice.of(m_recorded);
            std::vector<Answer> answers;
            for (const auto& packet : recorded.answers)
                answers.push_back(answerOf(packet));
            auto& [packet, memories] = answers[dice.below(answers.size())];
            const auto how = mutate(packet, m_texts, dice);
            for (auto& which : packet.descriptors)
                which = std::min(which, static_cast<int>(memories.size()) - 1);
            const auto own = folder + '/' + std::to_string(number);
            writeAnswers(answers, packet.isWhole() && dice.oneIn(2), own);
            const Command command{
                m_bench.self, {"--client", recorded.name}, ".", {std::string(answersVariable) + '=' + own}};
            const auto run = runLimited(command, m_limits);
            std::filesystem::remove_all(own);
            report.count(name(), run, run.out.starts_with("answered") ? "answered" : "refused, " + outcomeOf(run));
            const Expected expected{.codes = {0}, .isForPeople = false};
            if (const auto complaint = complaintOf(run, m_limits, expected); !complaint.empty())
                report.add({.target = name(),
                            .number = number,
                            .complaint = complaint,
                            .how = std::string(recorded.name) + ", " + how,
                            .command = m_bench.repeatLine(number),
                            .bytes = packet.header + packet.text,
                            .ending = ".packet",
                            .printed = run.err + run.out});
        }
    }

private:
    const Bench& m_bench;
    const std::vector<Conversation>& m_recorded;
    std::vector<std::string> m_texts;
    Limits m_limits;
};

} // namespace

std::unique_ptr<Target> clientTarget(const Bench& bench)
{
    return std::make_unique<ClientTarget>(bench);
}

} // namespace tscope::mutations

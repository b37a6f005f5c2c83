// SPDX-License-Identifier: Apache-2.0
// A worker gets mutated questions. It answers or ends, within its limits.
#include "mutations/running/raw_packet.h"
#include "mutations/targets/conversation.h"
#include "mutations/targets/target.h"

#include <sys/socket.h>
#include <sys/time.h>

namespace tscope::mutations {

namespace {

constexpr double cpuSeconds = 5;
constexpr long memoryMib = 512;
constexpr const char* playedDevice = "TSCOPE_CUDA=simulated"; // one that every machine has

std::vector<int> numbersOf(const remote::Packet& packet)
{
    std::vector<int> numbers;
    for (const auto& descriptor : packet.descriptors)
        numbers.push_back(descriptor.number());
    return numbers;
}

// Nothing on this side of the line waits for ever.
void boundWaiting(int socket)
{
    const timeval longest{10, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
}

class WorkerTarget final : public Target
{
public:
    explicit WorkerTarget(const Bench& bench)
        : m_bench(bench), m_recorded(recordedConversations(bench.worker)),
          m_limits(bench.limits(cpuSeconds, memoryMib))
    {
        for (const auto& each : m_recorded)
            m_texts.push_back(each.question.text);
    }

    std::string name() const override { return "worker"; }

    void run(std::span<const std::uint64_t> numbers, const std::string&, Report& report) const override
    {
        for (const auto number : numbers) {
            Dice dice(m_bench.seed, number);
            const auto& recorded = dice.of(m_recorded);
            auto packet = RawPacket::of(recorded.question.text, numbersOf(recorded.question));
            const auto how = mutate(packet, m_texts, dice);
            std::string complaint, answer = "ended";
            const auto run = talk(packet, answer, complaint);
            report.count(name(), run, answer + ", " + outcomeOf(run));
            constexpr int deviceLost = 3;
            const Expected expected{.codes = {0, deviceLost}, .saysWhy = false};
            if (auto its = complaintOf(run, m_limits, expected); !its.empty())
                complaint = std::move(its);
            if (!complaint.empty())
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
    using Line = std::pair<remote::Channel, remote::Channel>;

    // Asks and waits for what comes of it. `answer`: what came.
    LimitedRun talk(const RawPacket& packet, std::string& answer, std::string& complaint) const
    {
        auto line = remote::Channel::make();
        boundWaiting(line->first.descriptor());
        RunningProgram program(
            {m_bench.worker, {"--channel", "3"}, ".", {playedDevice}, line->second.descriptor()}, m_limits);
        line->second.close();
        const bool isTaken = sendRaw(line->first.descriptor(), packet);
        if (isTaken && packet.isWhole()) {
            // A worker that takes long is told to stop, which may not take long.
            const bool isHeard = hears(*line, program, 5, answer) || hearsStopped(*line, program, answer);
            if (!isHeard)
                complaint = "it neither answered nor ended, also when it was told to stop";
        }
        line->first.close(); // and so it ends
        return program.finish();
    }

    // Whether it answers or ends within these seconds and before it gives a sign of life; it may end without an
    // answer.
    static bool hears(Line& line, RunningProgram& program, int seconds, std::string& answer)
    {
        constexpr int look = 5; // milliseconds
        for (int left = seconds * 1000 / look; left > 0; --left) {
            if (!line.first.hasPacket(0)) {
                if (program.attend(look) && !line.first.hasPacket(0))
                    return true;
                continue;
            }
            const auto packet = line.first.receive();
            if (packet && isSignOfLife(packet->text))
                return false;
            if (packet)
                answer = "answered";
            return true;
        }
        return false;
    }

    // The same after it is told to stop: signs of life may be on the way.
    static bool hearsStopped(Line& line, RunningProgram& program, std::string& answer)
    {
        (void)line.first.send(R"({"do":"stop","storages":[]})", {}); // fails where it has ended
        constexpr int most = 20; // seconds, in each of which there is one sign at most
        for (int second = 0; second < most; ++second)
            if (hears(line, program, 1, answer))
                return true;
        return false;
    }

    const Bench& m_bench;
    const std::vector<Conversation>& m_recorded;
    std::vector<std::string> m_texts;
    Limits m_limits;
};

} // namespace

std::unique_ptr<Target> workerTarget(const Bench& bench)
{
    return std::make_unique<WorkerTarget>(bench);
}

} // namespace tscope::mutations

// SPDX-License-Identifier: Apache-2.0
// Valid command lines of every command, with other words, in a folder that holds a few files.
#include "mutations/mutants/command_line.h"
#include "mutations/targets/target.h"

#include <filesystem>

namespace tscope::mutations {

namespace {

constexpr double cpuSeconds = 10; // what a command is asked to do may take its time
constexpr long memoryMib = 1024;

class CommandLineTarget final : public Target
{
public:
    explicit CommandLineTarget(const Bench& bench)
        : m_bench(bench),
          m_lines(commandLinesIn(readFile(bench.sources + "/tests/mutations/kept/command_lines.txt"))),
          m_limits(bench.limits(cpuSeconds, memoryMib))
    {
    }

    std::string name() const override { return "command line"; }

    void run(std::span<const std::uint64_t> numbers, const std::string& folder, Report& report) const override
    {
        for (const auto number : numbers) {
            Dice dice(m_bench.seed, number);
            const auto own = folder + '/' + std::to_string(number);
            std::filesystem::copy(m_bench.sources + "/resources/samples", own);
            const Command command{m_bench.tscope, mutatedCommandLine(m_lines, dice), own};
            const auto run = runLimited(command, m_limits);
            std::filesystem::remove_all(own);
            report.count(name(), run, outcomeOf(run));
            const Expected expected{.codes = {0, 1, 2, 3, 4}};
            if (const auto complaint = complaintOf(run, m_limits, expected); !complaint.empty())
                report.add({.target = "command-line",
                            .number = number,
                            .complaint = complaint,
                            .how = "words",
                            .command = "cd resources/samples && " + shellLine(command),
                            .bytes = shellLine(command) + '\n',
                            .ending = ".sh",
                            .printed = run.err + run.out});
        }
    }

private:
    const Bench& m_bench;
    std::vector<Words> m_lines;
    Limits m_limits;
};

} // namespace

std::unique_ptr<Target> commandLineTarget(const Bench& bench)
{
    return std::make_unique<CommandLineTarget>(bench);
}

} // namespace tscope::mutations

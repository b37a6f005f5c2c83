// SPDX-License-Identifier: Apache-2.0
// The window's profile, with one of its files mutated.
#include "mutations/mutants/shelf.h"
#include "mutations/targets/target.h"

#include <filesystem>

namespace tscope::mutations {

namespace {

constexpr double cpuSeconds = 5;
constexpr long memoryMib = 512;
constexpr std::string_view folderMark = "@FOLDER@"; // stands for where the files lie

std::string placed(std::string bytes, const std::string& folder)
{
    for (auto at = bytes.find(folderMark); at != std::string::npos; at = bytes.find(folderMark, at + 1))
        bytes.replace(at, folderMark.size(), folder);
    return bytes;
}

class ProfileTarget final : public Target
{
public:
    explicit ProfileTarget(const Bench& bench)
        : m_bench(bench), m_shelf(keptFilesIn(std::vector{bench.sources + "/tests/mutations/kept/profile"}), {}),
          m_limits(bench.limits(cpuSeconds, memoryMib))
    {
    }

    std::string name() const override { return "profile"; }

    void run(std::span<const std::uint64_t> numbers, const std::string& folder, Report& report) const override
    {
        for (const auto number : numbers) {
            Dice dice(m_bench.seed, number);
            const auto own = folder + '/' + std::to_string(number);
            std::filesystem::create_directories(own);
            for (const auto& file : m_shelf.files())
                writeFile(pathOf(file, own), placed(file.bytes, own));
            const auto mutant = m_shelf.mutant(dice);
            const auto path = pathOf(*mutant.from, own);
            writeFile(path, placed(mutant.bytes, own));
            const auto run = runLimited({m_bench.profileReader, {own}}, m_limits);
            std::filesystem::remove_all(own);
            report.count(name(), run, outcomeOf(run));
            const Expected expected{.codes = {0}};
            if (const auto complaint = complaintOf(run, m_limits, expected); !complaint.empty())
                report.add({.target = name(),
                            .number = number,
                            .complaint = complaint,
                            .how = mutant.from->path + ": " + mutant.how,
                            .command = m_bench.repeatLine(number),
                            .bytes = mutant.bytes,
                            .ending = std::filesystem::path(path).extension().string(),
                            .printed = run.err + run.out});
        }
    }

private:
    static std::string pathOf(const KeptFile& file, const std::string& folder)
    {
        return folder + '/' + std::filesystem::path(file.path).filename().string();
    }

    const Bench& m_bench;
    Shelf m_shelf;
    Limits m_limits;
};

} // namespace

std::unique_ptr<Target> profileTarget(const Bench& bench)
{
    return std::make_unique<ProfileTarget>(bench);
}

} // namespace tscope::mutations

// SPDX-License-Identifier: Apache-2.0
// Every kept file is mutated and given to `info`, and with others to `check`.
#include "mutations/mutants/shelf.h"
#include "mutations/running/smaller.h"
#include "mutations/targets/target.h"

#include <filesystem>
#include <optional>

namespace tscope::mutations {

namespace {

constexpr double cpuSeconds = 2; // what any small file may cost, as tests/data/files/manifest.json has it
constexpr long memoryMib = 256;
constexpr std::size_t together = 8; // files that one process checks
constexpr int mostTries = 40;       // at making a finding smaller

// How a mutant is asked about.
struct Question {
    std::vector<std::string> words; // of the command line, without the files
    Expected expected;
};

Question infoQuestion(Dice& dice)
{
    Question question{{"info"}, {.codes = {0, 2, 4}}};
    question.expected.isJson = dice.oneIn(2);
    if (question.expected.isJson)
        question.words.emplace_back("--json");
    if (dice.oneIn(4))
        question.words.emplace_back("--stats");
    return question;
}

Question checkQuestion(Dice& dice)
{
    Question question{{"check"}, {.codes = {0, 1, 2, 4}}};
    const auto kind = dice.below(6);
    question.expected.isJson = kind < 3;
    if (kind < 2)
        question.words.emplace_back("--json");
    if (kind == 2)
        question.words.emplace_back("--sarif");
    if (kind == 3)
        question.words.emplace_back("--github");
    return question;
}

// Sessions of measurements, lessons and what was answered in one are read by other commands.
std::optional<Question> ownQuestion(const std::string& path, const std::string& sources)
{
    if (path.find("/corpus/session/") != std::string::npos)
        return Question{{"time", "--reopen"}, {.codes = {0, 1, 2, 3, 4}}};
    if (path.ends_with(".lesson"))
        return Question{{"lesson", "check", "--seeds", "2"}, {.codes = {0, 1, 2}}};
    if (path.find("/lesson_results/") != std::string::npos)
        return Question{{"lesson", "mark", sources + "/resources/lessons/01-a-grid-on-a-strip.lesson"},
                        {.codes = {0, 2}}};
    return std::nullopt;
}

struct Written {
    std::uint64_t number = 0;
    Mutant mutant;
    std::string path;
};

class FileTarget final : public Target
{
public:
    explicit FileTarget(const Bench& bench)
        : m_bench(bench), m_shelf(keptFilesIn(folders(bench)), words(bench)),
          m_limits(bench.limits(cpuSeconds, memoryMib))
    {
    }

    std::string name() const override { return "files"; }

    void run(std::span<const std::uint64_t> numbers, const std::string& folder, Report& report) const override
    {
        for (std::size_t begin = 0; begin < numbers.size(); begin += together) {
            std::vector<Written> written;
            for (const auto number : numbers.subspan(begin, std::min(together, numbers.size() - begin)))
                written.push_back(askInfo(number, folder, report));
            askCheck(written, report);
            for (const auto& one : written)
                std::filesystem::remove(one.path);
        }
    }

private:
    static std::vector<std::string> folders(const Bench& bench)
    {
        return {bench.sources + "/tests/data", bench.sources + "/resources/samples",
                bench.sources + "/resources/lessons", bench.sources + "/tests/fuzz/corpus"};
    }
    static std::vector<std::string> words(const Bench& bench)
    {
        auto all = wordsIn(readFile(bench.sources + "/tests/fuzz/torch.dict"));
        for (auto& more : wordsIn(readFile(bench.sources + "/tests/fuzz/pickle.dict")))
            all.push_back(std::move(more));
        return all;
    }

    Command commandOf(const Question& question, const std::vector<std::string>& files) const
    {
        Command command{m_bench.tscope, question.words};
        command.arguments.insert(command.arguments.end(), files.begin(), files.end());
        return command;
    }

    Written askInfo(std::uint64_t number, const std::string& folder, Report& report) const
    {
        Dice dice(m_bench.seed, number);
        Written written{number, m_shelf.mutant(dice), {}};
        const auto ending = std::filesystem::path(written.mutant.from->path).extension().string();
        written.path = folder + '/' + std::to_string(number) + (ending.size() < 14 ? ending : "");
        writeFile(written.path, written.mutant.bytes);
        const auto own = ownQuestion(written.mutant.from->path, m_bench.sources);
        const auto question = own ? *own : infoQuestion(dice);
        const auto run = runLimited(commandOf(question, {written.path}), m_limits);
        report.count(name(), run, question.words.front() + ' ' + outcomeOf(run));
        if (const auto complaint = complaintOf(run, m_limits, question.expected); !complaint.empty())
            keep(written, question, complaint, run, report);
        return written;
    }

    void askCheck(const std::vector<Written>& written, Report& report) const
    {
        Dice dice(m_bench.seed, ~written.front().number);
        const auto question = checkQuestion(dice);
        std::vector<std::string> files;
        for (const auto& one : written)
            files.push_back(one.path);
        const auto run = runLimited(commandOf(question, files), m_limits);
        const auto complaint = complaintOf(run, m_limits, question.expected);
        report.count(name(), run, "check of " + std::to_string(files.size()) + ' ' + outcomeOf(run));
        if (complaint.empty())
            return;
        bool isFound = false;
        for (const auto& one : written) {
            const auto alone = runLimited(commandOf(question, {one.path}), m_limits);
            if (const auto its = complaintOf(alone, m_limits, question.expected); !its.empty()) {
                keep(one, question, its, alone, report);
                isFound = true;
            }
        }
        // Files that are harmless one by one may together exceed the limits of one run.
        const bool isLimit =
            run.ended == Ended::outOfTime || run.ended == Ended::outOfOutput || run.ended == Ended::outOfMemory;
        if (!isFound && !isLimit)
            keep(written.front(), question, complaint + " (of this and the next files together)", run, report);
    }

    void keep(const Written& written, const Question& question, const std::string& complaint,
              const LimitedRun& run, Report& report) const
    {
        const auto isBad = [&](const std::string& bytes) {
            writeFile(written.path, bytes);
            const auto again = runLimited(commandOf(question, {written.path}), m_limits);
            return !complaintOf(again, m_limits, question.expected).empty();
        };
        const bool isQuick = run.ended != Ended::outOfTime;
        report.add({.target = name(),
                    .number = written.number,
                    .complaint = complaint,
                    .how = written.mutant.from->path + ": " + written.mutant.how,
                    .command = shellLine(commandOf(question, {"@"})),
                    .bytes = isQuick ? madeSmaller(written.mutant.bytes, isBad, mostTries) : written.mutant.bytes,
                    .ending = std::filesystem::path(written.path).extension().string(),
                    .printed = run.err + run.out});
        writeFile(written.path, written.mutant.bytes);
    }

    const Bench& m_bench;
    Shelf m_shelf;
    Limits m_limits;
};

} // namespace

std::unique_ptr<Target> fileTarget(const Bench& bench)
{
    return std::make_unique<FileTarget>(bench);
}

} // namespace tscope::mutations

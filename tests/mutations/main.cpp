// SPDX-License-Identifier: Apache-2.0
// Gives mutated input to the programs of this project, each run in a process with limits:
// tscope_mutations --tscope PROGRAM --worker PROGRAM [--profile-reader PROGRAM] --sources DIR [--runs N] [--seed
// N]
//                  [--only N] [--target NAME] [--jobs N] [--findings DIR]
#include "mutations/targets/conversation.h"
#include "mutations/targets/hostile_worker.h"
#include "mutations/targets/target.h"
#include "support/sanitized.h"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace tscope::mutations;

struct Options {
    Bench bench;
    std::uint64_t runs = 1000;
    std::uint64_t only = 0;
    bool isOnly = false;
    std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
    std::string findings = "findings";
};

std::uint64_t numberIn(const std::string& text)
{
    std::size_t used = 0;
    const auto number = std::stoull(text, &used);
    if (used != text.size())
        throw std::invalid_argument(text);
    return number;
}

std::string absolute(const std::string& path)
{
    return std::filesystem::absolute(path).lexically_normal().string();
}

Options optionsIn(std::span<char*> words)
{
    Options options;
    auto& bench = options.bench;
    bench.seed = std::random_device()();
    const std::map<std::string, std::function<void(const std::string&)>> take{
        {"--tscope", [&](const auto& word) { bench.tscope = absolute(word); }},
        {"--worker", [&](const auto& word) { bench.worker = absolute(word); }},
        {"--profile-reader", [&](const auto& word) { bench.profileReader = absolute(word); }},
        {"--sources", [&](const auto& word) { bench.sources = absolute(word); }},
        {"--runs", [&](const auto& word) { options.runs = numberIn(word); }},
        {"--seed", [&](const auto& word) { bench.seed = numberIn(word); }},
        {"--only", [&](const auto& word) { options.only = numberIn(word), options.isOnly = true; }},
        {"--target", [&](const auto& word) { bench.target = word; }},
        {"--jobs", [&](const auto& word) { options.jobs = std::max<std::uint64_t>(numberIn(word), 1); }},
        {"--findings", [&](const auto& word) { options.findings = word; }}};
    for (std::size_t i = 1; i < words.size(); i += 2) {
        const auto found = take.find(words[i]);
        if (found == take.end() || i + 1 == words.size())
            throw std::runtime_error(std::string("\"") + words[i] + "\" is not understood");
        found->second(words[i + 1]);
    }
    if (bench.tscope.empty() || bench.worker.empty() || bench.sources.empty())
        throw std::runtime_error("--tscope, --worker and --sources are needed");
    return options;
}

// Which target a run is for; by its number alone, so that it can be repeated. Files are the most of them.
class Targets
{
public:
    explicit Targets(const Options& options)
    {
        const std::array all{Entry{"files", 14, fileTarget}, Entry{"command-line", 3, commandLineTarget},
                             Entry{"worker", 1, workerTarget}, Entry{"client", 1, clientTarget},
                             Entry{"profile", 1, profileTarget}};
        const auto& wanted = options.bench.target;
        for (const auto& entry : all) {
            const bool isThere = entry.make != profileTarget || !options.bench.profileReader.empty();
            if (!isThere || (!wanted.empty() && wanted != entry.name))
                continue;
            m_targets.push_back(entry.make(options.bench));
            m_shares.insert(m_shares.end(), entry.share, m_targets.back().get());
        }
        if (m_targets.empty())
            throw std::runtime_error("there is no target \"" + wanted + "\" here");
    }

    const Target& of(std::uint64_t number) const { return *m_shares[number % m_shares.size()]; }

private:
    struct Entry {
        const char* name;
        std::size_t share;
        std::unique_ptr<Target> (*make)(const Bench& bench);
    };
    std::vector<std::unique_ptr<Target>> m_targets;
    std::vector<const Target*> m_shares;
};

// A folder that goes with all in it.
class Scratch
{
public:
    Scratch()
    {
        std::string path = std::filesystem::temp_directory_path().string() + "/tscope-mutations-XXXXXX";
        if (::mkdtemp(path.data()) == nullptr)
            throw std::runtime_error("can't make a folder for temporary files");
        m_path = path;
    }
    ~Scratch()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

void doRuns(const Targets& targets, std::uint64_t first, std::uint64_t end, Report& report)
try {
    const Scratch scratch;
    std::map<const Target*, std::vector<std::uint64_t>> shares;
    for (auto number = first; number < end; ++number)
        shares[&targets.of(number)].push_back(number);
    for (const auto& [target, numbers] : shares)
        target->run(numbers, scratch.path(), report);
} catch (const std::exception& problem) {
    std::fprintf(stderr, "tscope_mutations: %s\n", problem.what());
    std::_Exit(3); // a run that was not made is not one without findings
}

// Children inherit these. A file that grows without end is a failure of a write and no signal.
void boundThisProcess()
{
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    const rlimit fileSize{rlim_t{1} << 28, rlim_t{1} << 28};
    ::setrlimit(RLIMIT_FSIZE, &fileSize);
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    ::setenv("NO_COLOR", "1", 1);
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1); // its threads take longer to start than the runs take
}

int mutateAll(const Options& options)
{
    const auto begun = std::chrono::steady_clock::now();
    boundThisProcess();
    const Targets targets(options);
    Report report(options.findings, options.bench.seed);
    const auto first = options.isOnly ? options.only : 0, end = options.isOnly ? first + 1 : options.runs;
    std::printf("seed %llu\n", static_cast<unsigned long long>(options.bench.seed));
    std::fflush(stdout);

    constexpr std::uint64_t atOnce = 40; // runs that one thread takes
    std::atomic<std::uint64_t> next = first;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < options.jobs; ++i)
        threads.emplace_back([&] {
            for (auto from = next.fetch_add(atOnce); from < end; from = next.fetch_add(atOnce))
                doRuns(targets, from, std::min(from + atOnce, end), report);
        });
    threads.clear();

    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun).count();
    std::fputs(report.summary().c_str(), stdout);
    std::printf("%llu runs, %zu findings, seed %llu, %lld s\n", static_cast<unsigned long long>(end - first),
                report.findings(), static_cast<unsigned long long>(options.bench.seed),
                static_cast<long long>(seconds));
    return report.findings() == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
try {
    const std::span words(argv, static_cast<std::size_t>(argc));
    if (argc == 3 && std::string_view(argv[1]) == "--channel")
        return beHostileWorker(static_cast<int>(numberIn(argv[2])));
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    if (argc == 3 && std::string_view(argv[1]) == "--client") {
        std::puts(askAs(argv[2], self).c_str());
        return 0;
    }
    auto options = optionsIn(words);
    options.bench.self = self;
    options.bench.isSanitized = tscope::test::isSanitized;
    return mutateAll(options);
} catch (const std::exception& problem) {
    std::fprintf(stderr, "tscope_mutations: %s\n", problem.what());
    return 3;
}

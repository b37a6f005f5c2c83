// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"
#include "mutations/running/judge.h"
#include "mutations/running/report.h"

#include <memory>
#include <span>
#include <string>

namespace tscope::mutations {

// The programs and settings that all runs share.
struct Bench {
    std::string tscope, worker, profileReader; // programs; the last one may be missing (empty)
    std::string self;                          // this program, which also plays the other side of a line
    std::string sources;                       // the folder of the project
    std::string target;                        // the only one that is run; empty: all
    std::uint64_t seed = 0;
    bool isSanitized = false;

    // Sanitizers take time and memory of their own.
    Limits limits(double cpuSeconds, long memoryMib) const
    {
        Limits limits;
        limits.cpuSeconds = isSanitized ? 8 * cpuSeconds : cpuSeconds;
        limits.wallSeconds = isSanitized ? 120 : 30; // others may use the processors too
        limits.memoryKib = (isSanitized ? 1024 + 4 * memoryMib : memoryMib) << 10;
        return limits;
    }
    std::string repeatLine(std::uint64_t number) const; // the command that does this run alone
};

// Something that takes mutated input.
class Target
{
public:
    virtual ~Target() = default;
    virtual std::string name() const = 0;
    // Does these runs, in a folder of its own, and reports each. Called from several threads.
    virtual void run(std::span<const std::uint64_t> numbers, const std::string& folder, Report& report) const = 0;
};

std::unique_ptr<Target> fileTarget(const Bench& bench);        // kept files, by info and check
std::unique_ptr<Target> commandLineTarget(const Bench& bench); // the words of every command
std::unique_ptr<Target> workerTarget(const Bench& bench);      // questions to a worker
std::unique_ptr<Target> clientTarget(const Bench& bench);      // answers of a worker
std::unique_ptr<Target> profileTarget(const Bench& bench);     // the window's own files

// The outcome of a run, for the summary: "exit 0".
std::string outcomeOf(const LimitedRun& run);
// A command as a shell takes it.
std::string shellLine(const Command& command);
void writeFile(const std::string& path, const std::string& bytes);
std::string readFile(const std::string& path);

} // namespace tscope::mutations

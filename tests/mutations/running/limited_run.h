// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tscope::mutations {

struct Limits {
    double cpuSeconds = 2;
    double wallSeconds = 20;
    long memoryKib = 256 << 10; // resident
    std::size_t outputBytes = std::size_t{4} << 20;
};

struct Command {
    std::string program;
    std::vector<std::string> arguments;
    std::string folder = ".";               // that it runs in
    std::vector<std::string> settings = {}; // NAME=VALUE, beside the environment of this process
    int channel = -1;                       // a descriptor that it gets as its third
};

enum class Ended { byItself, bySignal, outOfTime, outOfMemory, outOfOutput, notStarted };

struct LimitedRun {
    Ended ended = Ended::notStarted;
    int code = -1; // its exit code, or the signal
    std::string out, err;
    double cpuSeconds = 0;
    long peakKib = 0;
};

// Runs a program without standard input and kills it where it passes a limit.
LimitedRun runLimited(const Command& command, const Limits& limits);

// The same in two steps, for a program that is spoken to meanwhile.
class RunningProgram
{
public:
    RunningProgram(const Command& command, const Limits& limits);
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    // Takes what it prints and watches its limits, for so long or until it has ended; whether it has.
    bool attend(int milliseconds);
    LimitedRun finish(); // waits until it has ended

private:
    struct State;
    State* m_state;
};

} // namespace tscope::mutations

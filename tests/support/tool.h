// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Runs a program with these arguments and this standard input; its exit code (128 + signal when it was killed),
// the first of what it printed and what it took.
struct ToolRun {
    int exitCode = -1;
    std::string out;
    std::string err;
    double seconds = 0;     // of processors, whatever else they do meanwhile
    long peakMemoryKib = 0; // resident; counts the caller's own at the start, which the program is born with
};
ToolRun runTool(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& input = "", std::size_t mostKept = SIZE_MAX);

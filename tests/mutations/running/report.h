// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/running/limited_run.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tscope::mutations {

struct Finding {
    std::string target;
    std::uint64_t number = 0; // of the run
    std::string complaint;
    std::string how;     // what was mutated, and by which mutators
    std::string command; // to repeat it; "@" stands for the file that is kept
    std::string bytes;   // of that file
    std::string ending;  // of its name
    std::string printed; // the first of what it printed
};

// The outcomes of all runs; filled by several threads.
class Report
{
public:
    // Findings are kept in that folder, which is made when there is one.
    explicit Report(std::string folder, std::uint64_t seed) : m_folder(std::move(folder)), m_seed(seed) {}

    void count(const std::string& target, const LimitedRun& run, const std::string& outcome);
    void add(const Finding& finding);
    std::size_t findings() const;
    // "files: at most 0.4 s and 81 MiB; 812 info exit 0, 120 info exit 2", a line for each target.
    std::string summary() const;

private:
    const std::string m_folder;
    const std::uint64_t m_seed;
    mutable std::mutex m_mutex; // of the following
    std::size_t m_findings = 0;
    struct Told {
        double cpuSeconds = 0; // of the run that took most
        long peakKib = 0;
        std::map<std::string, std::size_t> outcomes;
    };
    std::map<std::string, Told> m_told; // by target
};

} // namespace tscope::mutations

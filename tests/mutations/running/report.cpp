// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tscope::mutations {

void Report::count(const std::string& target, const LimitedRun& run, const std::string& outcome)
{
    const std::lock_guard lock(m_mutex);
    auto& told = m_told[target];
    told.cpuSeconds = std::max(told.cpuSeconds, run.cpuSeconds);
    told.peakKib = std::max(told.peakKib, run.peakKib);
    ++told.outcomes[outcome];
}

void Report::add(const Finding& finding)
{
    constexpr std::size_t mostPrinted = 4000;
    const std::lock_guard lock(m_mutex);
    ++m_findings;
    std::filesystem::create_directories(m_folder);
    const auto name = finding.target + '-' + std::to_string(m_seed) + '-' + std::to_string(finding.number);
    const auto kept = std::filesystem::absolute(m_folder + '/' + name + finding.ending).string();
    auto command = finding.command;
    for (auto at = command.find('@'); at != std::string::npos; at = command.find('@', at + kept.size()))
        command.replace(at, 1, kept);
    const auto text = "run " + std::to_string(finding.number) + " of seed " + std::to_string(m_seed) + ", " +
                      finding.target + ": " + finding.complaint + "\n  mutated: " + finding.how +
                      "\n  repeat:  " + command + '\n';
    std::ofstream(kept, std::ios::binary) << finding.bytes;
    std::ofstream(m_folder + '/' + name + ".finding.txt") << text << "\nIt printed:\n"
                                                          << finding.printed.substr(0, mostPrinted) << '\n';
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

std::size_t Report::findings() const
{
    const std::lock_guard lock(m_mutex);
    return m_findings;
}

std::string Report::summary() const
{
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (const auto& [target, told] : m_told) {
        std::array<char, 100> most{};
        std::snprintf(most.data(), most.size(), ": at most %.1f s and %ld MiB", told.cpuSeconds,
                      told.peakKib >> 10);
        text += "  " + target + most.data();
        const char* separator = "; ";
        for (const auto& [outcome, count] : told.outcomes) {
            text += separator + std::to_string(count) + ' ' + outcome;
            separator = ", ";
        }
        text += '\n';
    }
    return text;
}

} // namespace tscope::mutations

// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/report.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace tscope::mutations {

void Report::count(const std::string& target, const std::string& outcome)
{
    const std::lock_guard lock(m_mutex);
    ++m_counts[target][outcome];
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
    for (const auto& [target, outcomes] : m_counts) {
        text += "  " + target + ':';
        const char* separator = " ";
        for (const auto& [outcome, count] : outcomes) {
            text += separator + std::to_string(count) + ' ' + outcome;
            separator = ", ";
        }
        text += '\n';
    }
    return text;
}

} // namespace tscope::mutations

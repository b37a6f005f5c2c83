// SPDX-License-Identifier: Apache-2.0
#include "timing/machine_watch.h"

#include "timing/number_text.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <sys/times.h>
#include <unistd.h>

namespace tscope::timing {

namespace {

// What is less is not worth a word.
constexpr double leastChange = 0.05, leastOthers = 0.1;

std::optional<double> meanGigahertz()
{
    std::ifstream file("/proc/cpuinfo");
    double sum = 0;
    int count = 0;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("cpu MHz"))
            continue;
        const auto colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        std::istringstream number(line.substr(colon + 2));
        double megahertz = 0;
        if (number >> megahertz) {
            sum += megahertz;
            ++count;
        }
    }
    return count > 0 ? std::optional(sum / count / 1000) : std::nullopt;
}

} // namespace

MachineWatch::MachineWatch() : m_first(look()) {}

MachineWatch::Look MachineWatch::look()
{
    Look look;
    look.gigahertz = meanGigahertz();
    std::ifstream file("/proc/stat");
    std::string word;
    std::int64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    if (file >> word >> user >> nice >> system >> idle >> waiting >> interrupts >> soft >> stolen &&
        word == "cpu") {
        look.busy = user + nice + system + interrupts + soft;
        look.stolen = stolen;
    }
    tms used{};
    const auto ticks = ::times(&used);
    if (ticks != static_cast<clock_t>(-1)) {
        look.own = used.tms_utime + used.tms_stime;
        look.clock = ticks;
    }
    return look;
}

std::vector<std::string> MachineWatch::remarks() const
{
    std::vector<std::string> out;
    const auto last = look();
    if (m_first.gigahertz && last.gigahertz &&
        (*last.gigahertz > *m_first.gigahertz * (1 + leastChange) ||
         *last.gigahertz < *m_first.gigahertz * (1 - leastChange)))
        out.push_back("The clock went from " + significant(*m_first.gigahertz) + " to " +
                      significant(*last.gigahertz) + " GHz.");
    const auto count = ::sysconf(_SC_NPROCESSORS_ONLN);
    const auto cores = std::to_string(count) + (count == 1 ? " core" : " cores");
    if (const auto others = usedByOthers(last); others && *others > leastOthers)
        out.push_back("Other programs used " + significant(*others) + " of " + cores + ".");
    if (const auto host = stolen(last); host && *host > leastOthers)
        out.push_back("The host of this virtual machine used " + significant(*host) + " of " + cores + ".");
    return out;
}

std::optional<double> MachineWatch::others() const
{
    const auto last = look();
    const auto others = usedByOthers(last);
    return others ? std::optional(std::max(0.0, *others) + stolen(last).value_or(0)) : std::nullopt;
}

std::optional<double> MachineWatch::usedByOthers(const Look& last) const
{
    const auto passed = static_cast<double>(last.clock - m_first.clock);
    if (passed <= 0 || !m_first.busy || !last.busy || !m_first.own || !last.own)
        return std::nullopt;
    return static_cast<double>((*last.busy - *m_first.busy) - (*last.own - *m_first.own)) / passed;
}

std::optional<double> MachineWatch::stolen(const Look& last) const
{
    const auto passed = static_cast<double>(last.clock - m_first.clock);
    if (passed <= 0 || !m_first.stolen || !last.stolen)
        return std::nullopt;
    return static_cast<double>(*last.stolen - *m_first.stolen) / passed;
}

} // namespace tscope::timing

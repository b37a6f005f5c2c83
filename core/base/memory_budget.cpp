// SPDX-License-Identifier: Apache-2.0
#include "base/memory_budget.h"

#include "base/checked_math.h"
#include "base/human_numbers.h"
#include "base/say.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace tscope {

namespace {

std::int64_t resourceLimit(decltype(RLIMIT_AS) resource)
{
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur > static_cast<rlim_t>(int64Max))
        return int64Max;
    return static_cast<std::int64_t>(limit.rlim_cur);
}

// "max" and everything else that is no number is no limit.
std::int64_t limitIn(const std::string& path)
{
    std::ifstream file(path);
    std::int64_t limit = 0;
    return file >> limit && limit > 0 ? limit : int64Max;
}

// A group is limited by its parents too, and a container may see the root of its own group only.
std::int64_t lowestLimit(const std::string& hierarchy, std::string group, const std::string& file)
{
    auto lowest = limitIn(hierarchy + "/" + file);
    while (!group.empty() && group != "/") {
        lowest = std::min(lowest, limitIn(hierarchy + group + "/" + file));
        group.erase(group.rfind('/'));
    }
    return lowest;
}

std::string textOf(const char* path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::int64_t physicalMemory()
{
    const auto pages = ::sysconf(_SC_PHYS_PAGES), each = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && each > 0 ? saturatingMul(pages, each) : int64Max;
}

std::int64_t controlGroupLimit(const std::string& groups, const std::string& root)
{
    auto lowest = int64Max;
    std::istringstream lines(groups);
    for (std::string line; std::getline(lines, line);) { // "4:memory,cpu:/a/b", of version 2 "0::/a/b"
        const auto first = line.find(':');
        const auto second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos || second + 1 >= line.size() || line[second + 1] != '/')
            continue;
        const auto controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const auto group = line.substr(second + 1);
        if (controllers == ",,")
            lowest = std::min(lowest, lowestLimit(root, group, "memory.max"));
        else if (controllers.find(",memory,") != std::string::npos)
            lowest = std::min(lowest, lowestLimit(root + "/memory", group, "memory.limit_in_bytes"));
    }
    return lowest;
}

std::int64_t memoryOfProcess()
{
    // Groups and memory stay what they are; a process may lower its own limits.
    static const auto machine =
        std::min(physicalMemory(), controlGroupLimit(textOf("/proc/self/cgroup"), "/sys/fs/cgroup"));
    return std::min({machine, resourceLimit(RLIMIT_AS), resourceLimit(RLIMIT_DATA)});
}

std::int64_t memoryBudget()
{
    const auto memory = memoryOfProcess();
    return memory == int64Max ? memory : memory / 2;
}

Error overBudget(const std::string& what, std::int64_t wanted, std::int64_t allowed)
{
    auto needs = byteSizeText(wanted), has = byteSizeText(allowed);
    if (needs == has) { // the difference is smaller than what is rounded away
        needs = counted(wanted, "byte", "bytes");
        has = counted(allowed, "byte", "bytes");
    }
    if (wanted == int64Max)
        needs = say("more bytes than 64 bits count");
    return {ErrorCode::outOfMemory,
            say("{0} would take {1}, more than the {2} that may be used", what, needs, has),
            {},
            {}};
}

} // namespace tscope

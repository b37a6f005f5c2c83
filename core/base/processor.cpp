// SPDX-License-Identifier: Apache-2.0
#include "base/processor.h"

#include <fstream>

namespace tscope {

namespace {

std::string nameTold()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const auto colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "cpu";
}

} // namespace

std::string processorName()
{
    static const auto name = nameTold(); // it stays what it is
    return name;
}

} // namespace tscope

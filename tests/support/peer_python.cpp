// SPDX-License-Identifier: Apache-2.0
#include "support/peer_python.h"

#include "support/tool.h"

#include <map>

namespace tscope::test {

const std::string& peerPython(const std::string& modules)
{
    static std::map<std::string, std::string> known; // each look starts a program
    const auto [at, isNew] = known.try_emplace(modules);
    if (!isNew)
        return at->second;
    const char* chosen = std::getenv("TSCOPE_PEERS"); // then no other will do
    for (const std::string python : {chosen ? chosen : "python3", chosen ? "" : "/usr/bin/python3"})
        if (at->second.empty() && !python.empty() && runTool(python, {"-c", "import " + modules}).exitCode == 0)
            at->second = python;
    return at->second;
}

} // namespace tscope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace tscope {

inline std::vector<std::string> shippedLessons()
{
    std::vector<std::string> paths;
    for (const auto& each : std::filesystem::directory_iterator(TSCOPE_SOURCES "/resources/lessons"))
        paths.push_back(each.path().string());
    std::ranges::sort(paths);
    return paths;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "lessons/handed_in.h"

#include "io/folder.h"
#include "io/small_file.h"

#include <filesystem>

namespace tscope {

namespace {

std::vector<std::string> filesOf(const std::vector<std::string>& named, const Watch& watch)
{
    std::vector<std::string> files;
    for (const auto& path : named) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(path, ignored)) {
            files.push_back(path);
            continue;
        }
        for (const auto& each : contentsOf(path, watch).files)
            if (each.path.ends_with(".json"))
                files.push_back(each.path);
    }
    return files;
}

MarkedResults markedFile(const Lesson& lesson, const std::string& path, const std::optional<std::uint64_t>& seed)
{
    const auto text = readSmallFile(path, static_cast<std::int64_t>(longestResults));
    if (text)
        return markedResults(lesson, path, *text, seed);
    MarkedResults out{path};
    out.problem = text.error();
    return out;
}

} // namespace

std::vector<MarkedResults> markHandedIn(const Lesson& lesson, const std::vector<std::string>& named,
                                        const std::optional<std::uint64_t>& classSeed, const Watch& watch)
{
    std::vector<MarkedResults> all;
    for (const auto& path : filesOf(named, watch)) {
        if (watch.isStopped())
            break;
        all.push_back(markedFile(lesson, path, classSeed));
    }
    return all;
}

} // namespace tscope

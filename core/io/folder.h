// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

struct FolderFile {
    std::string path;
    std::uint64_t size = 0;
};

// A folder below that was not looked into, or not to its end.
struct UnseenFolder {
    std::string path;
    Error error;
};

struct FolderContents {
    std::vector<FolderFile> files;
    std::vector<UnseenFolder> unseen;
};

// The contents of a folder and of those below it, both lists sorted by path. Hidden files and folders
// are left out. Links to files count as files, also where they lead nowhere; links to folders are not followed,
// and are unseen unless they lead to a folder that is looked into anyway. A folder that can't be opened does not
// end the walk. When the watch stops it, the walk ends early with what it has found.
FolderContents contentsOf(const std::string& folder, const Watch& watch = {});

// Whether a file found in a folder is to be taken for one of tensors: it is called like one, begins like one that
// holds nothing else, or can't be looked at.
bool seemsToHoldTensors(const std::string& path);

} // namespace tscope

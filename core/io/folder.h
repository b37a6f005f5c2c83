// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

struct FolderFile {
    std::string path;
    std::uint64_t size = 0;
};

// The files of a folder and of those below it, in the order of their paths. Hidden ones are left out, and so is
// what may not be read.
std::vector<FolderFile> filesBelow(const std::string& folder);

// Whether a file that nobody named is to be taken for one of tensors: it is called like one, or begins like one
// that holds nothing else.
bool seemsToHoldTensors(const std::string& path);

} // namespace tscope

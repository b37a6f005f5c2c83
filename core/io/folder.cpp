// SPDX-License-Identifier: Apache-2.0
#include "io/folder.h"

#include "io/probe.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace tscope {

namespace {

namespace fs = std::filesystem;

bool isNamedLikeTensors(const std::string& path)
{
    auto name = fs::path(path).filename().string();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array endings{".npy", ".npz", ".pt", ".pth", ".safetensors", ".mtx", ".mtx.gz"};
    return std::ranges::any_of(endings, [&](const char* ending) { return name.ends_with(ending); });
}

bool beginsLikeTensors(const std::string& path)
{
    std::array<char, 512> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    if (failed || file.gcount() <= 0)
        return false;
    switch (probe({start.data(), static_cast<std::size_t>(file.gcount())}, size)) {
    case FileFormat::npy:
    case FileFormat::torchLegacy:
    case FileFormat::matrixMarket:
    case FileFormat::safetensors:
        return true;
    default:
        return false;
    }
}

} // namespace

std::vector<FolderFile> filesBelow(const std::string& folder)
{
    std::vector<FolderFile> found;
    std::error_code failed;
    auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
        std::error_code unknown;
        if (at->path().filename().string().starts_with('.')) {
            if (at->is_directory(unknown))
                at.disable_recursion_pending();
        } else if (at->is_regular_file(unknown)) {
            found.push_back({at->path().string(), at->file_size(unknown)});
        }
    }
    std::ranges::sort(found, {}, &FolderFile::path);
    return found;
}

bool seemsToHoldTensors(const std::string& path)
{
    return isNamedLikeTensors(path) || beginsLikeTensors(path);
}

} // namespace tscope

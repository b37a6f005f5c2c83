// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/material.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tscope::mutations {

namespace {

namespace fs = std::filesystem;

std::string bytesOf(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (!in.is_open() || in.bad())
        throw std::runtime_error("can't read " + path.string());
    return bytes;
}

// The bytes that a quoted word stands for: \xAB, \\ and \".
std::string unescaped(std::string_view quoted)
{
    std::string out;
    for (std::size_t i = 0; i < quoted.size(); ++i) {
        if (quoted[i] != '\\' || i + 1 == quoted.size()) {
            out += quoted[i];
        } else if (quoted[i + 1] == 'x' && i + 3 < quoted.size()) {
            out += static_cast<char>(std::stoi(std::string(quoted.substr(i + 2, 2)), nullptr, 16));
            i += 3;
        } else {
            out += quoted[++i];
        }
    }
    return out;
}

} // namespace

std::vector<KeptFile> keptFilesIn(std::span<const std::string> folders)
{
    std::vector<KeptFile> files;
    for (const auto& folder : folders)
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.is_regular_file()) {
                auto bytes = bytesOf(entry.path());
                const auto kind = kindOf(bytes);
                files.push_back({entry.path().string(), std::move(bytes), kind});
            }
    std::ranges::sort(files, {}, &KeptFile::path);
    return files;
}

std::vector<std::string> wordsIn(std::string_view dictionary)
{
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < dictionary.size();) {
        const auto end = std::min(dictionary.find('\n', begin), dictionary.size());
        const auto line = dictionary.substr(begin, end - begin);
        const auto first = line.find('"'), last = line.rfind('"');
        if (!line.starts_with('#') && first != last)
            words.push_back(unescaped(line.substr(first + 1, last - first - 1)));
        begin = end + 1;
    }
    return words;
}

} // namespace tscope::mutations

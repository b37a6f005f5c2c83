// SPDX-License-Identifier: Apache-2.0
#include "io/folder.h"

#include "io/formats.h"
#include "layouts/registry.h"

#include <algorithm>
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
    return std::ranges::any_of(allFormats(), [&](const Format& format) {
        // Most files of JSON and of plain text hold something else.
        return format.kind != FileFormat::json && format.kind != FileFormat::text &&
               std::ranges::any_of(format.endings,
                                   [&](std::string_view ending) { return name.ends_with(ending); });
    });
}

// By the keys of the outermost braces, as far as the text goes.
bool isJsonOfTensors(std::string_view text)
{
    int depth = 0;
    bool hasSizes = false, hasElements = false; // of one strided tensor, that needs no layout
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (c != '"')
            continue;
        const auto begin = at + 1;
        for (++at; at < text.size() && text[at] != '"'; ++at)
            at += text[at] == '\\' ? 1 : 0;
        if (at >= text.size())
            break;
        const auto word = text.substr(begin, at - begin);
        constexpr std::string_view blanks = " \t\r\n";
        const auto colon = text.find_first_not_of(blanks, at + 1);
        const auto value = colon == std::string_view::npos || text[colon] != ':' || depth != 1
                               ? std::string_view::npos
                               : text.find_first_not_of(blanks, colon + 1);
        if (value == std::string_view::npos)
            continue;
        const auto rest = text.substr(value);
        const bool isHolder = rest[0] == '{' || rest[0] == '[';
        if ((word == "tensors" || word == "members" || word == "components") && isHolder)
            return true;
        if (word == "layout" && rest[0] == '"' && layoutNamed(rest.substr(1, rest.find('"', 1) - 1)) != nullptr)
            return true;
        hasSizes = hasSizes || word == "sizes" || word == "shape";
        hasElements = hasElements || word == "data" || word == "storage" || word == "strides";
    }
    return hasSizes && hasElements;
}

bool beginsLikeTensors(const std::string& path)
{
    std::vector<char> bytes(std::size_t{1} << 14);
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), std::ssize(bytes));
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    if (failed || file.gcount() <= 0)
        return false;
    const std::string_view start(bytes.data(), static_cast<std::size_t>(file.gcount()));
    switch (probe(start, size)) {
    case FileFormat::json:
        return isJsonOfTensors(start);
    case FileFormat::npy:
    case FileFormat::torchLegacy:
    case FileFormat::matrixMarket:
    case FileFormat::safetensors:
        return true;
    default:
        return false;
    }
}

// A link to a file that is gone: it is said of it rather than passed over.
bool leadsNowhere(const fs::directory_entry& entry)
{
    std::error_code unknown;
    return entry.is_symlink(unknown) && entry.status(unknown).type() == fs::file_type::not_found;
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
        } else if (at->is_regular_file(unknown) || leadsNowhere(*at)) {
            const auto size = at->file_size(unknown);
            found.push_back({at->path().string(), unknown ? 0 : size});
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

// SPDX-License-Identifier: Apache-2.0
#include "io/folder.h"

#include "base/say.h"
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

bool mayBeginLikeTensors(const std::string& path)
{
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    if (failed)
        return failed != std::errc::no_such_file_or_directory;
    std::vector<char> bytes(std::size_t{1} << 14);
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), std::ssize(bytes));
    if (file.gcount() <= 0)
        return size > 0;
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

bool isHidden(const fs::path& name)
{
    return name.string().starts_with('.');
}

// One walk through a folder and those below it, without following links to folders.
class Walk
{
public:
    Walk(const std::string& folder, const Watch& watch) : m_watch(watch)
    {
        std::error_code unknown;
        m_root = fs::canonical(folder, unknown);
        m_left.push_back(folder);
        while (!m_left.empty() && !m_watch.isStopped()) {
            const auto next = std::move(m_left.back());
            m_left.pop_back();
            lookInto(next);
        }
        std::ranges::sort(m_found.files, {}, &FolderFile::path);
        std::ranges::sort(m_found.unseen, {}, &UnseenFolder::path);
    }

    FolderContents takeFound() { return std::move(m_found); }

private:
    void lookInto(const fs::path& folder)
    {
        std::error_code failed;
        auto at = fs::directory_iterator(folder, failed);
        for (; !failed && at != fs::directory_iterator() && !m_watch.isStopped(); at.increment(failed))
            if (!isHidden(at->path().filename()))
                add(*at);
        if (failed)
            addUnseen(folder, say("can't be looked into: {0}", failed.message()));
    }

    void add(const fs::directory_entry& entry)
    {
        std::error_code unknown;
        const auto& path = entry.path();
        if (entry.is_directory(unknown)) {
            if (!entry.is_symlink(unknown))
                m_left.push_back(path);
            else if (!isLookedIntoAnyway(path))
                addUnseen(path, say("is a link to a folder elsewhere, which is not followed"));
            return;
        }
        // Opening a link that leads nowhere or a file that can't be looked at says so; so does opening a pipe or
        // device, which counts if it is called like a file of tensors.
        const auto type = entry.status(unknown).type();
        if (type == fs::file_type::regular || type == fs::file_type::not_found || type == fs::file_type::none ||
            type == fs::file_type::unknown || isNamedLikeTensors(path.string()))
            addFile(entry);
    }

    void addFile(const fs::directory_entry& entry)
    {
        std::error_code unknown;
        const auto size = entry.file_size(unknown);
        m_found.files.push_back({entry.path().string(), unknown ? 0 : size});
    }

    void addUnseen(const fs::path& path, const std::string& why)
    {
        m_found.unseen.push_back({path.string(), corrupt(say("the folder \"{0}\" {1}", path.string(), why))});
    }

    bool isLookedIntoAnyway(const fs::path& link) const
    {
        std::error_code failed;
        const auto target = fs::canonical(link, failed);
        if (failed || m_root.empty())
            return false;
        const auto below = target.lexically_relative(m_root);
        return !below.empty() && std::none_of(below.begin(), below.end(),
                                              [](const fs::path& name) { return name != "." && isHidden(name); });
    }

    const Watch& m_watch;
    fs::path m_root;
    std::vector<fs::path> m_left; // folders to be looked into
    FolderContents m_found;
};

} // namespace

FolderContents contentsOf(const std::string& folder, const Watch& watch)
{
    return Walk(folder, watch).takeFound();
}

bool seemsToHoldTensors(const std::string& path)
{
    return isNamedLikeTensors(path) || mayBeginLikeTensors(path);
}

} // namespace tscope

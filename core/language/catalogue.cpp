// SPDX-License-Identifier: Apache-2.0
#include "language/catalogue.h"

#include "catalogue_zh_CN.inc" // written by the build: catalogue_zh_CN, the file's text

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <utility>

namespace tscope {

namespace {

using Table = std::unordered_map<std::string_view, std::string_view>;

struct Spoken {
    std::string_view code;
    std::vector<Translation> entries; // what the table's views are of
    Table table;
};

constexpr std::array<std::string_view, 2> codes{"en", "zh_CN"};

// Null: English. Never freed, as patterns are views of it.
std::atomic<const Spoken*> spoken = nullptr;
thread_local bool isEnglishHere = false;

const Spoken& chinese()
{
    static const Spoken only = [] {
        Spoken out{codes[1], entriesOf(catalogue_zh_CN), {}};
        for (const auto& [english, translation] : out.entries)
            if (!translation.empty())
                out.table.emplace(english, translation);
        return out;
    }();
    return only;
}

// The text between the first and the last quotation mark of a line.
std::string unquoted(std::string_view line)
{
    const auto begin = line.find('"'), end = line.rfind('"');
    std::string out;
    if (begin == std::string_view::npos || begin == end)
        return out;
    for (auto at = begin + 1; at < end; ++at) {
        if (line[at] == '\\' && at + 1 < end)
            ++at;
        out += line[at];
    }
    return out;
}

} // namespace

std::span<const std::string_view> coreLanguages()
{
    return codes;
}

bool setLanguage(std::string_view code)
{
    if (std::ranges::find(codes, code) == codes.end())
        return false;
    spoken = code == codes[0] ? nullptr : &chinese();
    return true;
}

std::string_view language()
{
    const auto* now = spoken.load();
    return now == nullptr ? codes[0] : now->code;
}

InEnglish::InEnglish() : m_before(std::exchange(isEnglishHere, true)) {}

InEnglish::~InEnglish()
{
    isEnglishHere = m_before;
}

std::string_view translated(std::string_view english)
{
    const auto* now = spoken.load();
    if (now == nullptr || isEnglishHere)
        return english;
    const auto found = now->table.find(english);
    return found == now->table.end() ? english : found->second;
}

std::vector<Translation> entriesOf(std::string_view catalogue)
{
    std::vector<Translation> out;
    while (!catalogue.empty()) {
        const auto end = std::min(catalogue.find('\n'), catalogue.size());
        const auto line = catalogue.substr(0, end);
        catalogue.remove_prefix(std::min(end + 1, catalogue.size()));
        if (line.starts_with("msgid "))
            out.push_back({unquoted(line), {}});
        else if (line.starts_with("msgstr ") && !out.empty())
            out.back().translated = unquoted(line);
    }
    std::erase_if(out, [](const Translation& entry) { return entry.english.empty(); }); // the header
    return out;
}

std::string_view catalogueOf(std::string_view code)
{
    return code == codes[1] ? catalogue_zh_CN : std::string_view();
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include "facts/telling.h"
#include "io/open.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <span>
#include <system_error>

namespace tscope::cli {

namespace {

constexpr std::size_t standardInputLimit = std::size_t{1} << 30;

// * stands for any run, ? for any one character. Backtracks to the last star only, so it is quadratic at worst.
bool matches(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0, n = 0;
    std::size_t star = std::string_view::npos, resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
            ++p;
            ++n;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

Result<Document> readStandardInput()
{
    std::string text;
    char block[1 << 16];
    while (std::cin.read(block, sizeof block), std::cin.gcount() > 0) {
        text.append(block, static_cast<std::size_t>(std::cin.gcount()));
        if (text.size() > standardInputLimit)
            return corrupt("standard input is longer than 1 GiB");
    }
    return openBytes(heapStorage(std::as_bytes(std::span(text))));
}

std::string namesIn(const Document& document)
{
    std::string names;
    std::size_t shown = 0;
    for (const auto& entry : document.tensors) {
        if (++shown > 8)
            return names + ", ...";
        names += (names.empty() ? "" : ", ") + (entry.name.empty() ? "a tensor without a name" : entry.name);
    }
    return names.empty() ? "no tensor" : names;
}

// Where ::NAME begins; npos when there is none. A file that is called like this is taken as it is.
std::size_t nameBegin(const std::string& spec)
{
    std::error_code unknown;
    if (std::filesystem::exists(spec, unknown))
        return std::string::npos;
    // Either may hold such a pair of colons: the first place that leaves a file before it is the one.
    for (auto at = spec.find("::"); at != std::string::npos; at = spec.find("::", at + 1))
        if (const auto path = spec.substr(0, at); path == "-" || std::filesystem::exists(path, unknown))
            return at;
    return spec.rfind("::");
}

// The tensors of these names; if there are none, those that are shown like this, as names are escaped where they
// are shown. Fails where two of them look alike.
Result<std::vector<NamedTensor>> chosenOf(const std::vector<NamedTensor>& tensors, const std::string& pattern)
{
    std::vector<NamedTensor> chosen;
    const auto take = [&](const auto& isWanted) {
        std::ranges::copy_if(tensors, std::back_inserter(chosen), isWanted);
        return !chosen.empty();
    };
    if (take([&](const NamedTensor& entry) { return matches(pattern, entry.name); }))
        return chosen;
    if (take([&](const NamedTensor& entry) { return harmless(entry.name) == pattern; })) {
        if (chosen.size() > 1)
            return Error{ErrorCode::notFound, std::to_string(chosen.size()) +
                                                  " tensors of different names are all shown as " + pattern};
        return chosen;
    }
    take([&](const NamedTensor& entry) { return matches(pattern, harmless(entry.name)); });
    return chosen;
}

} // namespace

std::string fileOf(const std::string& spec)
{
    auto path = spec.substr(0, nameBegin(spec));
    return path == "-" ? "" : path;
}

std::optional<Error> unreadPartOf(const Document& document)
{
    if (document.unread == 0)
        return std::nullopt;
    return corrupt(document.unread == 1
                       ? "one tensor can't be read, as the file is damaged there; its notes say why"
                       : std::to_string(document.unread) +
                             " tensors can't be read, as the file is damaged there; its notes say why");
}

Result<Document> openInput(const std::string& spec)
{
    if (spec == "-")
        return readStandardInput();
    const auto separator = nameBegin(spec);
    if (separator == std::string::npos)
        return openFile(spec);
    const auto pattern = spec.substr(separator + 2);
    const auto path = spec.substr(0, separator);
    auto document = path == "-" ? readStandardInput() : openFile(path);
    if (!document)
        return document;
    auto chosen = chosenOf(document->tensors, pattern);
    if (!chosen)
        return chosen.error();
    if (chosen->empty())
        return Error{ErrorCode::notFound,
                     "no tensor called " + pattern + " in " + path + ", which has " + namesIn(*document)};
    document->tensors = std::move(*chosen);
    document->unread = 0; // nobody asked for what that may be
    return document;
}

Result<NamedTensor> openOne(const std::string& spec)
{
    auto document = openInput(spec);
    if (!document)
        return document.error();
    if (document->tensors.size() != 1)
        return Error{ErrorCode::notFound, "one tensor is wanted of " + spec + ", which has " +
                                              std::to_string(document->tensors.size()) + ": " +
                                              namesIn(*document) + "; say FILE::NAME"};
    return std::move(document->tensors.front());
}

} // namespace tscope::cli

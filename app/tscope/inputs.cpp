// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include "base/say.h"
#include "console.h"
#include "io/open.h"
#include "memory/lost_pages.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <sys/stat.h>
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
            return corrupt(say("standard input is longer than 1 GiB"));
    }
    return openBytes(heapStorage(std::as_bytes(std::span(text))));
}

// The state of a file when it was opened. Only large files are read again later (mapFile).
struct Opened {
    std::string path;
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t lostBefore = 0;
};

class OpenedFiles
{
public:
    static OpenedFiles& all()
    {
        static OpenedFiles files;
        return files;
    }

    void add(const std::string& path)
    {
        struct stat now = {};
        if (::stat(path.c_str(), &now) != 0)
            return;
        const std::lock_guard lock(m_mutex);
        m_files.insert_or_assign(path, Opened{path, now.st_dev, now.st_ino, now.st_size, mappingsWithLostPages()});
    }
    std::optional<Opened> find(const std::string& path)
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_files.find(path);
        return at == m_files.end() ? std::nullopt : std::optional(at->second);
    }
    std::vector<Opened> list()
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Opened> files;
        for (const auto& [path, file] : m_files)
            files.push_back(file);
        return files;
    }

private:
    std::mutex m_mutex;
    std::map<std::string, Opened> m_files;
};

Error cutShort(const std::string& path)
{
    return {ErrorCode::corrupt, say("\"{0}\" is damaged, or was cut short while it was read", path), {}, "short"};
}

// Another file may have taken its name since; what is open is none the worse for that.
bool isShorter(const Opened& file)
{
    struct stat now = {};
    return ::stat(file.path.c_str(), &now) == 0 && now.st_dev == file.device && now.st_ino == file.inode &&
           now.st_size < file.size;
}

bool isAnyLate(const Document& document)
{
    return std::ranges::any_of(document.tensors, [](const NamedTensor& named) {
        return std::ranges::any_of(named.tensor.members,
                                   [](const Member& member) { return member.array.storage->isLate(); });
    });
}

Result<Document> openRemembered(const std::string& path)
{
    OpenedFiles::all().add(path);
    return openFile(path);
}

std::string namesIn(const Document& document)
{
    std::string names;
    std::size_t shown = 0;
    for (const auto& entry : document.tensors) {
        if (++shown > 8)
            return names + ", ...";
        names += (names.empty() ? "" : ", ") + (entry.name.empty() ? say("a tensor without a name") : entry.name);
    }
    return names.empty() ? say("no tensor") : names;
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
    const auto isShownLikeThis = [&](const NamedTensor& entry) {
        return harmless(entry.name) == pattern || shown(entry.name) == pattern;
    };
    if (take(isShownLikeThis)) {
        if (chosen.size() > 1)
            return Error{ErrorCode::notFound,
                         say("{0} tensors of different names are all shown as {1}", chosen.size(), pattern)};
        return chosen;
    }
    take([&](const NamedTensor& entry) {
        return matches(pattern, harmless(entry.name)) || matches(pattern, shown(entry.name));
    });
    return chosen;
}

Result<Document> readAll(const std::string& spec)
{
    const auto path = spec.substr(0, nameBegin(spec));
    return path == "-" ? readStandardInput() : openRemembered(path);
}

// The tensors of the file that the user named.
Result<Input> chosenInput(Document document, const std::string& spec)
{
    Input input{std::move(document), {}};
    input.remainder = {.unread = input.unread, .leftOut = input.leftOut};
    const auto separator = nameBegin(spec);
    if (separator == std::string::npos)
        return input;
    const auto pattern = spec.substr(separator + 2);
    auto chosen = chosenOf(input.tensors, pattern);
    if (!chosen)
        return chosen.error();
    if (chosen->empty())
        return Error{ErrorCode::notFound, say("no tensor called {0} in {1}, which has {2}", pattern,
                                              spec.substr(0, separator), namesIn(input))};
    input.remainder.notChosen = std::ssize(input.tensors) - std::ssize(*chosen);
    input.tensors = std::move(*chosen);
    if (pattern.find_first_of("*?") == std::string::npos)
        input.unread = 0;
    return input;
}

Result<OneInput> oneOf(Result<Input> input, const std::string& spec)
{
    if (!input)
        return input.error();
    if (input->tensors.size() != 1 || input->unread > 0)
        return Error{ErrorCode::notFound,
                     input->unread == 0
                         ? say("one tensor is wanted of {0}, which has {1}: {2}; say FILE::NAME", spec,
                               input->tensors.size(), namesIn(*input))
                         : say("one tensor is wanted of {0}, which has {1}: {2}; {3}; say FILE::NAME", spec,
                               input->tensors.size(), namesIn(*input), unreadText(input->unread))};
    return OneInput{std::move(input->tensors.front()), std::move(input->others), input->remainder};
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
    return corrupt(say("{0}; its notes say why", unreadText(document.unread)));
}

Result<Input> openInput(const std::string& spec)
{
    auto document = readAll(spec);
    return document ? chosenInput(std::move(*document), spec) : Result<Input>(document.error());
}

Result<void> intactInputs()
{
    for (const auto& file : OpenedFiles::all().list())
        if (isShorter(file))
            return cutShort(file.path);
    return {};
}

Result<void> intactInput(const std::string& spec, const Document& document)
{
    const auto file = OpenedFiles::all().find(fileOf(spec));
    if (!file)
        return {};
    // Which file it was whose packed bytes were lost, nothing says.
    const bool isLost =
        mappingsWithLostPages() != file->lostBefore && (isAnyLate(document) || !intactOf(document));
    return isLost || isShorter(*file) ? Result<void>(cutShort(file->path)) : Result<void>();
}

std::optional<Error> unjudgedPartOf(const std::string& spec, const Document& document)
{
    if (const auto intact = intactInput(spec, document); !intact)
        return intact.error();
    return unreadPartOf(document);
}

Result<OneInput> openOne(const std::string& spec)
{
    return oneOf(openInput(spec), spec);
}

Result<std::pair<OneInput, OneInput>> openTwo(const std::string& a, const std::string& b)
{
    auto document = readAll(a);
    if (!document)
        return document.error();
    const bool isOneFile = !fileOf(a).empty() && fileOf(a) == fileOf(b);
    auto same = isOneFile ? std::optional(*document) : std::nullopt;
    auto one = oneOf(chosenInput(std::move(*document), a), a);
    if (!one)
        return one.error();
    auto other = same ? oneOf(chosenInput(std::move(*same), b), b) : openOne(b);
    if (!other)
        return other.error();
    return std::pair(std::move(*one), std::move(*other));
}

} // namespace tscope::cli

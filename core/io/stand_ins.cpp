// SPDX-License-Identifier: Apache-2.0
#include "io/stand_ins.h"

#include "base/say.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tscope {

namespace {

using namespace std::string_view_literals;

bool beginsWith(std::string_view text, std::string_view word)
{
    return text.size() >= word.size() && std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
           });
}

// The rest of the line that begins with the word; empty when there is none.
std::string_view lineOf(std::string_view text, std::string_view word)
{
    const auto at = text.find("\n" + std::string(word));
    if (at == std::string_view::npos)
        return {};
    const auto rest = text.substr(at + 1 + word.size());
    return rest.substr(0, std::min(rest.find_first_of("\r\n"), std::size_t{100}));
}

// What stands between <title> and </title>.
std::string_view titleOf(std::string_view page)
{
    for (std::size_t at = 0; (at = page.find('<', at)) != std::string_view::npos; ++at)
        if (beginsWith(page.substr(at), "<title>")) {
            const auto title = page.substr(at + 7);
            return title.substr(0, std::min(title.find_first_of("<\r\n"), std::size_t{100}));
        }
    return {};
}

} // namespace

bool isLfsPointer(std::string_view start)
{
    return start.starts_with("version https://git-lfs.github.com/spec/"sv) ||
           start.starts_with("version https://hawser.github.com/spec/"sv);
}

bool isWebPage(std::string_view start)
{
    if (start.starts_with("\xEF\xBB\xBF"sv))
        start.remove_prefix(3);
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
    constexpr std::array openings{"<!doctype html"sv, "<html"sv, "<head"sv, "<?xml"sv, "<Error>"sv};
    return std::ranges::any_of(openings, [&](auto opening) { return beginsWith(start, opening); });
}

bool isUtf16(std::string_view start)
{
    const bool isLittle = start.starts_with("\xFF\xFE"sv), isBig = start.starts_with("\xFE\xFF"sv);
    return (isLittle || isBig) && start.size() >= 4 && start[isLittle ? 3 : 2] == '\0';
}

Result<Document> readLfsPointer(const Source& source)
{
    const auto text = source.text().substr(0, 2048);
    const auto size = lineOf(text, "size ");
    return corrupt(
        size.empty()
            ? say("this is not the file but what git-lfs leaves in its place; fetch it with: git lfs pull")
            : say("this is not the file but what git-lfs leaves in its place, for a file of {0} bytes; fetch "
                  "it with: git lfs pull",
                  size));
}

Result<Document> readWebPage(const Source& source)
{
    const auto title = titleOf(source.text().substr(0, 1 << 16));
    return corrupt(title.empty()
                       ? say("this is a web page that was saved under the name of a tensor's file; download "
                             "the file itself")
                       : say("this is a web page called \"{0}\" that was saved under the name of a tensor's "
                             "file; download the file itself",
                             title));
}

Result<Document> readUtf16(const Source&)
{
    return corrupt(say("this text is in UTF-16; save it as UTF-8"), "byte 0");
}

} // namespace tscope

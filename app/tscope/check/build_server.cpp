// SPDX-License-Identifier: Apache-2.0
#include "check/build_server.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tscope::cli {

namespace {

namespace fs = std::filesystem;

// Takes `word` and the number behind it from the front of `text`.
std::optional<std::int64_t> takeNumber(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return {};
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data() + word.size(), text.data() + text.size(), number);
    if (failed != std::errc() || number < 1)
        return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

} // namespace

std::string pathInCheckout(const std::string& path)
{
    std::error_code failed;
    const auto absolute = fs::absolute(path, failed).lexically_normal();
    if (failed)
        return path;
    const char* workspace = std::getenv("GITHUB_WORKSPACE");
    const fs::path root = workspace && *workspace == '/' ? fs::path(workspace) : fs::current_path(failed);
    const auto below = absolute.lexically_relative(root.lexically_normal());
    return below.empty() || *below.begin() == ".." ? absolute.string() : below.string();
}

ToldFindings::ToldFindings(const JudgedFile& file) : m_file(file)
{
    for (const auto& tensor : file.tensors)
        m_all += std::ssize(tensor.report->findings);
}

std::string ToldFindings::rest() const
{
    if (m_all <= mostTold)
        return {};
    return "only the first " + std::to_string(mostTold) + " of " + std::to_string(m_all) +
           " findings are told here; tscope check tells all";
}

std::optional<TextPlace> textPlaceOf(const Error& error)
{
    std::string_view where = error.where;
    const auto line = takeNumber(where, "line ");
    if (!line)
        return {};
    return TextPlace{*line, takeNumber(where, ", column ")};
}

} // namespace tscope::cli

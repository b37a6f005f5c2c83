// SPDX-License-Identifier: Apache-2.0
#include "check/build_server.h"

#include "base/human_numbers.h"
#include "facts/telling.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace tscope::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t placesTold = 4; // an annotation is read at a glance

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

FirstPlaces firstPlacesOf(const Tensor& tensor, const Report& report)
{
    FirstPlaces all;
    for (const auto& finding : report.findings) {
        auto& places = all.emplace_back();
        for (std::size_t i = 0; i < std::min(finding.witnesses.size(), placesTold); ++i)
            places.push_back(placeSentence(tensor, finding.rule, finding.witnesses[i]));
    }
    return all;
}

std::string messageOf(const JudgedTensor& tensor, const Finding& finding)
{
    auto text = titleOf(tensor.name) + " (" + std::string(tensor.layout) + "): " + finding.statement + ", " +
                placesText(finding.count);
    text = harmless(text);
    const auto number = static_cast<std::size_t>(&finding - tensor.report->findings.data());
    const auto& told = (*tensor.places)[number];
    for (const auto& place : told)
        text += "\n" + harmless(place);
    if (const auto more = finding.count - std::ssize(told); !told.empty() && more > 0)
        text += "\nand " + grouped(more) + " more";
    for (const auto& cause : tensor.report->causes)
        if (std::ranges::find(cause.rules, finding.rule) != cause.rules.end() &&
            std::ranges::find(told, cause.text) == told.end()) // else it is the place itself
            text += "\nlikely cause: " + harmless(cause.text);
    return text;
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

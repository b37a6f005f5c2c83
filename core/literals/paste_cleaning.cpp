// SPDX-License-Identifier: Apache-2.0
#include "literals/paste_cleaning.h"

#include "base/pace.h"
#include "base/say.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace tscope {

namespace {

constexpr std::uint32_t charactersBetweenLooks = 1 << 18, linesBetweenLooks = 1 << 13;

enum class Kind { space, minus, dash, quote, nothing, mark };

struct Replacement {
    std::string_view found; // UTF-8
    std::string_view by;
    Kind kind;
};

constexpr std::array replacements{
    Replacement{"\xC2\xA0", " ", Kind::space},      Replacement{"\xE2\x88\x92", "-", Kind::minus},
    Replacement{"\xE2\x80\x93", "-", Kind::dash},   Replacement{"\xE2\x80\x98", "'", Kind::quote},
    Replacement{"\xE2\x80\x99", "'", Kind::quote},  Replacement{"\xE2\x80\x9C", "\"", Kind::quote},
    Replacement{"\xE2\x80\x9D", "\"", Kind::quote}, Replacement{"\xE2\x80\x8B", "", Kind::nothing},
    Replacement{"\xEF\xBB\xBF", "", Kind::mark},
};

std::string nameOf(Kind kind)
{
    switch (kind) {
    case Kind::space:
        return say("no-break spaces");
    case Kind::minus:
        return say("typographic minus signs");
    case Kind::dash:
        return say("dashes");
    case Kind::quote:
        return say("typographic quotes");
    case Kind::nothing:
        return say("zero-width spaces");
    case Kind::mark:
        break;
    }
    return say("byte order marks");
}

std::string withPlainCharacters(std::string_view text, WarningList& warnings, const Watch& watch)
{
    std::array<std::size_t, replacements.size()> counts{};
    std::string out;
    out.reserve(text.size());
    Pace pace(watch, charactersBetweenLooks);
    for (std::size_t i = 0; i < text.size() && pace.goesOn(i, text.size());) {
        const auto rest = text.substr(i);
        const auto* hit = replacements.end();
        if (static_cast<unsigned char>(text[i]) >= 0x80)
            hit = std::ranges::find_if(replacements, [&](const auto& r) { return rest.starts_with(r.found); });
        if (hit == replacements.end()) {
            out += text[i++];
            continue;
        }
        out += hit->by;
        i += hit->found.size();
        ++counts[static_cast<std::size_t>(hit - replacements.begin())];
    }
    for (std::size_t r = 0; r < replacements.size(); ++r)
        if (counts[r] > 0)
            warnings.add([&] {
                return say("{0} {1} were replaced by \"{2}\"", counts[r], nameOf(replacements[r].kind),
                           replacements[r].by);
            });
    return out;
}

enum class LineKind { plain, input, output, fence, parameter };

struct Line {
    LineKind kind = LineKind::plain;
    std::string_view rest; // behind the prompt
};

// "In [3]:" or "Out[3]:"
std::optional<std::string_view> behindNotebookPrompt(std::string_view line, std::string_view word)
{
    if (!line.starts_with(word))
        return std::nullopt;
    auto rest = line.substr(word.size());
    while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())))
        rest.remove_prefix(1);
    if (!rest.starts_with("]:"))
        return std::nullopt;
    return rest.substr(2);
}

Line lineOf(std::string_view whole, bool isInInput)
{
    const auto from = whole.find_first_not_of(" \t\r");
    const auto line = from == std::string_view::npos ? std::string_view{} : whole.substr(from);
    if (line.starts_with("```") || line.starts_with("~~~"))
        return {LineKind::fence, {}};
    if (line.starts_with("Parameter containing:"))
        return {LineKind::parameter, line.substr(std::string_view("Parameter containing:").size())};
    if (line.starts_with(">>>"))
        return {LineKind::input, line.substr(3)};
    if (const auto rest = behindNotebookPrompt(line, "In ["))
        return {LineKind::input, *rest};
    if (const auto rest = behindNotebookPrompt(line, "Out["))
        return {LineKind::output, *rest};
    if (isInInput && line.starts_with("...:"))
        return {LineKind::input, line.substr(4)};
    if (isInInput && line.starts_with("...") && whole.starts_with("..."))
        return {LineKind::input, line.substr(3)};
    return {LineKind::plain, whole};
}

template <class Visit>
void forEachLine(std::string_view text, const Watch& watch, Visit visit)
{
    bool isInInput = false;
    Pace pace(watch, linesBetweenLooks);
    for (const auto size = text.size(); pace.goesOn(size - text.size(), size);) {
        const auto end = text.find('\n');
        const auto line = lineOf(text.substr(0, end), isInInput);
        isInInput = line.kind == LineKind::input;
        visit(line);
        if (end == std::string_view::npos)
            return;
        text.remove_prefix(end + 1);
    }
}

// With output below a prompt the input is left out; alone it is what was meant.
std::string withoutPrompts(std::string_view text, WarningList& warnings, const Watch& watch)
{
    bool hasInput = false, hasOutput = false, hasOther = false;
    forEachLine(text, watch, [&](const Line& line) {
        hasInput |= line.kind == LineKind::input;
        hasOther |= line.kind != LineKind::plain;
        hasOutput |= (line.kind != LineKind::input && line.kind != LineKind::fence) &&
                     line.rest.find_first_not_of(" \t\r") != std::string_view::npos;
    });
    if (!hasOther)
        return std::string(text);
    const bool dropsInput = hasInput && hasOutput;
    std::string out;
    out.reserve(text.size() + 1);
    forEachLine(text, watch.withoutProgress(), [&](const Line& line) {
        if (!(dropsInput && line.kind == LineKind::input))
            out += line.rest;
        out += '\n';
    });
    warnings.add([&] {
        return dropsInput ? say("the typed input was left out, its output was read")
                          : say("prompts, fences or headings around the literal were taken off");
    });
    return out;
}

} // namespace

Result<std::string> cleanedPaste(std::string_view text, WarningList& warnings, const Watch& watch)
{
    constexpr std::size_t textLimit = std::size_t{16} << 20;
    if (text.size() > textLimit)
        return corrupt(say("a text literal may have up to 16 MiB, found {0} bytes", text.size()));
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        return corrupt(say("wanted text, found a NUL byte"), "byte " + std::to_string(nul));
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return corrupt(say("wanted a tensor as text, found nothing"));
    const auto start = text.substr(begin, 64);
    if (start.starts_with("version https://git-lfs"))
        return corrupt(say("this is a git-lfs pointer, not the file itself; fetch it with \"git lfs pull\""));
    std::string lower(start);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (lower.starts_with("<!doctype html") || lower.starts_with("<html") || lower.starts_with("<head"))
        return corrupt(
            say("this is an HTML page, not a tensor; a download probably ended at a login or error page"));
    const auto plain = withPlainCharacters(text, warnings, partOfWatch(watch, 0, 0.5));
    auto cleaned = withoutPrompts(plain, warnings, partOfWatch(watch, 0.5, 1));
    if (watch.isStopped())
        return openingCancelled();
    return cleaned;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "console.h"

#include "base/say.h"
#include "facts/wording.h"
#include "json_text.h"
#include "log_commands.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <unistd.h>

namespace tscope::cli {

namespace {

bool wantsColour()
{
    static const bool wanted = [] {
        const char* off = std::getenv("NO_COLOR");
        const char* term = std::getenv("TERM");
        return isatty(STDOUT_FILENO) != 0 && !(off && *off) && !(term && std::string_view(term) == "dumb");
    }();
    return wanted;
}

const char* codeOf(Ink ink)
{
    switch (ink) {
    case Ink::strong:
        return "\x1b[1m";
    case Ink::faint:
        return "\x1b[2m";
    case Ink::good:
        return "\x1b[32m";
    case Ink::bad:
        return "\x1b[31m";
    case Ink::warning:
        return "\x1b[33m";
    case Ink::plain:
        break;
    }
    return "";
}

void write(std::FILE* file, std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), file);
}

std::optional<JsonText> jsonSoFar; // nothing: the answer is for people

} // namespace

std::string shown(std::string_view text)
{
    return WithoutCommands()(harmless(text));
}

void print(const Line& line)
{
    WithoutCommands withoutCommands;
    std::string text;
    for (const auto& [words, ink] : line.phrases()) {
        const bool isColoured = ink != Ink::plain && wantsColour();
        text += isColoured ? codeOf(ink) : "";
        text += withoutCommands(harmless(words));
        text += isColoured ? "\x1b[0m" : "";
    }
    write(stdout, text + '\n');
}

void print(const Telling& telling)
{
    for (const auto& line : telling)
        print(Line(line));
}

void printLines(std::string_view text)
{
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        print(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void printCommand(std::string_view line)
{
    write(stdout, WithoutCommands(WithoutCommands::First::kept)(harmless(line)) + '\n');
}

Line headingOf(const TensorInfo& info)
{
    return inked(Ink::strong, titleOf(info.name)) + "  " + summaryOf(info);
}

void printWarnings(const std::vector<std::string>& warnings)
{
    for (const auto& warning : warnings)
        print(inked(Ink::warning, say("note: ")) + warning);
}

void printJson(const Json& answer)
{
    printJsonText(dumped(answer));
}

void writeJson(std::string_view part)
{
    const auto text = withoutCommandsInJson(part);
    write(stdout, text);
    if (jsonSoFar)
        jsonSoFar->follow(text);
}

void printJsonText(std::string_view part)
{
    writeJson(part);
    write(stdout, "\n");
}

void beginJson()
{
    jsonSoFar.emplace();
}

void JsonList::begin()
{
    writeJson(m_opening + "[");
    m_opening.clear();
}

void JsonList::next()
{
    if (!m_opening.empty())
        begin();
    else
        writeJson(",");
}

void JsonList::end(const Json& rest)
{
    if (!m_opening.empty())
        begin();
    printJsonText("]," + dumped(rest).substr(1));
}

Json errorJson(const Error& error)
{
    const auto orNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    return {{"code", name(error.code)},
            {"text", error.text},
            {"where", orNull(error.where)},
            {"reason", orNull(error.reason)}};
}

void complain(const std::string& sentence)
{
    write(stderr, shown("tscope: " + sentence) + "\n");
}

ExitCode fail(const Error& error, bool json, ExitCode code, Json answer)
{
    complain(sentenceOf(error));
    answer["error"] = errorJson(error);
    if (json)
        printJson(answer);
    return error.code == ErrorCode::outOfMemory ? unable : code; // whatever it was wanted for
}

ExitCode fail(const Error& error, bool json, ExitCode code)
{
    return fail(error, json, code, Json::object());
}

ExitCode fail(const Error& error, bool json)
{
    return fail(error, json, exitCodeOf(error));
}

ExitCode failMidway(const Error& error)
{
    complain(sentenceOf(error));
    if (jsonSoFar)
        write(stdout, withoutCommandsInJson(jsonSoFar->ending(dumped(errorJson(error)))));
    return exitCodeOf(error);
}

} // namespace tscope::cli

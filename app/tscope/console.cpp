// SPDX-License-Identifier: Apache-2.0
#include "console.h"

#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
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

} // namespace

std::string inked(Ink ink, std::string_view text)
{
    if (ink == Ink::plain || !wantsColour())
        return std::string(text);
    return codeOf(ink) + std::string(text) + "\x1b[0m";
}

void print(std::string_view line)
{
    write(stdout, line);
    write(stdout, "\n");
}

std::string harmless(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+202A..202E and U+2066..2069 turn the direction of text around.
        const auto next = [&](std::size_t ahead) {
            return i + ahead < text.size() ? static_cast<unsigned char>(text[i + ahead]) : 0U;
        };
        const bool turns = byte == 0xe2 && ((next(1) == 0x80 && next(2) >= 0xaa && next(2) <= 0xae) ||
                                            (next(1) == 0x81 && next(2) >= 0xa6 && next(2) <= 0xa9));
        if (byte < 0x20 || byte == 0x7f || turns) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
            out += escaped;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string headingOf(const TensorInfo& info)
{
    return inked(Ink::strong, harmless(titleOf(info.name))) + "  " + harmless(summaryOf(info));
}

void printWarnings(const std::vector<std::string>& warnings)
{
    for (const auto& warning : warnings)
        print(inked(Ink::warning, "note: ") + harmless(warning));
}

void printJson(const Json& answer)
{
    print(dumped(answer));
}

ExitCode fail(const Error& error, bool json, ExitCode code)
{
    auto sentence = error.text;
    if (!error.where.empty())
        sentence += " (" + error.where + ")";
    write(stderr, "tscope: " + harmless(sentence) + "\n");
    if (json) {
        const auto orNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
        printJson({{"error",
                    {{"code", name(error.code)},
                     {"text", error.text},
                     {"where", orNull(error.where)},
                     {"reason", orNull(error.reason)}}}});
    }
    return code;
}

ExitCode fail(const Error& error, bool json)
{
    return fail(error, json, exitCodeOf(error));
}

} // namespace tscope::cli

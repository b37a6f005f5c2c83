// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Answers for people, line by line. The terminal sets phrases off in colour, the window shows the same words.
enum class Tone : std::uint8_t { plain, strong, faint, good, bad, warning };

struct Phrase {
    std::string text;
    Tone tone = Tone::plain;
};
using Telling = std::vector<std::vector<Phrase>>; // lines

// Control and direction characters of names and texts that come from files are shown as \x.., so that no file can
// write to the terminal, turn a line around or end a comment in code.
std::string harmless(std::string_view text);

std::string plainText(const Telling& telling); // harmless, each line ended

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope {

// Text of a file as it can be shown: what is no UTF-8, characters of control, without width and of writing
// direction become escapes, each byte by itself: "\x1b".
std::string printable(std::string_view text);

// The same for the text of a JSON document that is valid UTF-8 and has no line ends: those characters become the
// escapes of JSON, so that what is read of it stays the same.
std::string printableJson(std::string_view json);

// Text of a file as it is kept: only what is no UTF-8 becomes escapes.
std::string validText(std::string_view text);

// The first bytes of a text, at most so many; no character of UTF-8 is cut apart.
std::string_view cutText(std::string_view text, std::size_t longest);

// A word that names something (an element type, a layout, a device), as a file has it: up to so many bytes of it
// are kept, and an ellipsis for the rest. No reader knows a longer one.
inline constexpr std::size_t longestWord = 1000;
std::string boundedWord(std::string word);

} // namespace tscope

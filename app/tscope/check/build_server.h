// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/judged_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope::cli {

// What annotations and SARIF have in common: how a build server is told of findings.

inline constexpr std::string_view unreadableRule = "unreadable", noteRule = "note";

// A path as the server knows the file: from the root of the checkout (GITHUB_WORKSPACE, else the current folder)
// down; absolute when the file does not lie below.
std::string pathInCheckout(const std::string& path);

// The rule in this tensor's case, the first places on a line each, and the likely cause. Harmless to print.
std::string messageOf(const JudgedTensor& tensor, const Finding& finding);

// "line 5, column 2" of an error in a text; nothing for other places.
struct TextPlace {
    std::int64_t line = 0;
    std::optional<std::int64_t> column;
};
std::optional<TextPlace> textPlaceOf(const Error& error);

} // namespace tscope::cli

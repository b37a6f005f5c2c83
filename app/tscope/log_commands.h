// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope::cli {

// Build servers obey commands that they find in the output of a step: GitHub Actions a line that begins with "::",
// and "##[...]" anywhere in one; Azure Pipelines "##vso[...]" too. A name in a file must not be able to give one.

// The text of one line, piece by piece, with the last character of each such mark escaped: ":\x3a", "##\x5b".
class WithoutCommands
{
public:
    // A line that is itself a command, "::error ...", keeps its first mark.
    enum class First { escaped, kept };
    explicit WithoutCommands(First first = First::escaped) : m_isBegun(first == First::kept) {}

    std::string operator()(std::string_view piece);

private:
    bool endsMark(char c) const;

    std::string m_before; // the last characters that came, as many as a mark has before its last one
    bool m_isBegun;       // something stands in the line that is neither blank nor ':'
    int m_colons = 0;     // at its begin
};

// The same for JSON: every '#' that could belong to a mark becomes its escape, whatever piece stands beside.
std::string withoutCommandsInJson(std::string_view json);

} // namespace tscope::cli

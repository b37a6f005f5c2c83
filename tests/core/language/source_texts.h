// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope::test {

// A string literal of C++, neighbours joined as the compiler joins them.
struct Literal {
    std::string text;
    std::string before; // the code in front of it, without blanks: "returnsay("
    std::size_t at = 0; // where it begins in the file
};

// The literals of a source file, without those of comments and includes. Raw strings are left out.
std::vector<Literal> literalsOf(const std::string& source);

// All sources of the core and of the terminal: path and text.
struct SourceFile {
    std::string path, text;
};
std::vector<SourceFile> sourceFiles();

} // namespace tscope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope::test {

// A literal with words in it that stands in the sentence of an error, but in no say(): it can't be translated.
struct UnsaidLiteral {
    std::string text;
    std::string call; // "corrupt"
    std::size_t at = 0;
};

// Those of a source file. Errors are made by the functions of base/result.h, by Error{code, sentence, ...}, and by
// helpers that are common in readers (fail, wanted, ...).
std::vector<UnsaidLiteral> unsaidLiteralsOf(const std::string& source);

} // namespace tscope::test

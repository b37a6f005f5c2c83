// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// A sentence as a pattern and the texts for its {0}, {1} ...: names and numbers, which are alike in all languages.
struct Sentence {
    std::string_view pattern; // of static storage
    std::vector<std::string> arguments = {};

    bool operator==(const Sentence&) const = default;
};

// In the language that is set.
std::string text(const Sentence& sentence);
std::string text(const std::vector<Sentence>& sentences); // one after the other

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "anatomy/witness_words.h"

#include <algorithm>

namespace tscope {

std::string wordsOf(const WitnessField& field)
{
    const auto* kind = field.key == "kind" ? std::get_if<std::string>(&field.value) : nullptr;
    if (kind == nullptr)
        return std::string(field.key) + " " + text(field.value);
    auto words = *kind;
    std::ranges::replace(words, '_', ' ');
    return words;
}

} // namespace tscope

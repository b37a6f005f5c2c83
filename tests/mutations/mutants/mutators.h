// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/dice.h"
#include "mutations/mutants/material.h"

#include <span>
#include <string>
#include <string_view>

namespace tscope::mutations {

inline constexpr std::size_t longestMutant = std::size_t{1}
                                             << 20; // bytes; longer files are only cut or written over

// One way to damage a file. Returns false, and leaves the bytes as they are, where there is nothing for it to do.
struct Mutator {
    std::string_view name;
    bool (*apply)(std::string& bytes, const Material& material, Dice& dice);
};

// flip, byte, cut, take-out, number, digits, splice, repeat, word, value, inside
std::span<const Mutator> mutators();
const Mutator& mutatorNamed(std::string_view name);

// Applies one to three of them, and says which. The bytes then differ, unless there were none and nothing to
// splice.
std::string mutate(std::string& bytes, const Material& material, Dice& dice);

} // namespace tscope::mutations

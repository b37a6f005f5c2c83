// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

struct Tensor;

// The sentence for one place where a rule fails. `text` is a pattern: {name} is replaced by Phrases::term, or else
// by a field of the witness; {name#} for a quantity with separators, {name|entry|entries} for one with its noun,
// {name-1} for the last of so many.
struct PlacePattern {
    std::string_view rule;
    std::string_view kind; // of the witness: its field "kind" or "what"; empty: any
    std::string_view text;
};

// The words of a layout, for people who read about its rules.
struct Phrases {
    std::span<const PlacePattern> places; // the first all of whose names are known is taken
    // What replaces a name in a pattern or in the statement of a rule: "slice" is a row in csr and a column in
    // csc. `witness` is null for a statement. Nothing: no such name, or not known here.
    std::optional<std::string> (*term)(const Tensor&, const Witness* witness, std::string_view name) = nullptr;
};

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tscope {

// A run of elements of one member, as row-major positions: [begin, end).
struct Slots {
    std::string_view member; // the role's name
    std::int64_t begin = 0;
    std::int64_t end = 0;

    bool operator==(const Slots&) const = default;
};

// A Wide is a number that may leave int64: rows * columns, say.
using WitnessValue = std::variant<bool, std::int64_t, std::string, Extents, std::vector<bool>, Wide>;

// As people read it: "(2, 3)", "int64", "true".
std::string text(const WitnessValue& value);

struct WitnessField {
    std::string_view key; // a literal: "batch", "i", "k", "expected", "actual" ...
    WitnessValue value;

    bool operator==(const WitnessField&) const = default;
};

// One place where a rule fails: what was found there and what was expected, in the words of the catalogue.
struct Witness {
    std::vector<WitnessField> fields;
    std::optional<Slots> place = {}; // where a view should go; not for rules about metadata

    const WitnessValue* find(std::string_view key) const;
};

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tscope::test {

// What JSON can't say of a tensor: done to the broken one and to its sound twin.
using Alter = void (*)(Tensor& tensor, bool toBreak);

// One way to break one rule and nothing else, and the nearest tensor that keeps it. `broken` and `sound` are JSON:
// what is different from the sound tensor of the layout, members by their names beside all else.
struct RuleRow {
    std::string_view layouts; // the first is the one that it is written for, the others follow from it
    std::string_view rule;
    std::string_view contract; // one that asks for it
    const char* broken;
    const char* sound = "{}";
    Alter alter = nullptr;
};

std::span<const RuleRow> compressedRows();
std::span<const RuleRow> cooRows();
std::span<const RuleRow> plainRows(); // strided, nested, jagged

// One tensor of which two contracts say different things. Ids of violations, then "| " and ids of advisories.
struct WordingRow {
    std::string_view layout;
    std::string_view rule; // the one whose words differ
    std::string_view contract;
    const char* changes;
    std::string_view says;
    std::string_view pytorchSays;
};

std::span<const WordingRow> wordingRows();

// The sound tensor of a layout with these changes, as JSON. `form`: the layout that the changes are written for;
// from csr and bsr follow their mirrors, from csr also bsr (every entry becomes a block of 2 x 2).
nlohmann::json changed(std::string_view form, std::string_view layout, const char* changes);

} // namespace tscope::test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tscope::mutations {

// A run of bytes: a binary number, or one in decimal digits.
struct Field {
    std::size_t at = 0, width = 0;
    bool operator==(const Field&) const = default;
};

// Where a file can be cut between two of its parts, and which of its bytes say lengths, counts, offsets and the
// like.
struct Structure {
    std::vector<std::size_t> joints; // rising; each lies within the file
    std::vector<Field> numbers;      // binary
    std::vector<Field> digits;       // decimal
};

// Understands zip archives and what is stored in them, .npy, pickles, safetensors, gzip and texts. What is damaged
// is understood as far as it goes.
Structure structureOf(std::string_view bytes);

} // namespace tscope::mutations

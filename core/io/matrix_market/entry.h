// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/matrix_market/header.h"

#include <complex>
#include <cstdint>
#include <string_view>

namespace tscope {

// One line of data, whichever numbers it holds.
struct MtxEntry {
    std::int64_t row = 0, column = 0; // from 0
    std::int64_t integer = 0;
    std::uint64_t natural = 0;
    std::complex<double> real = 1; // also the value of a pattern's entry
    bool isTooLarge = false;       // became infinite
};

// Reads a line in all spellings that are met, and says what is wrong with any other.
Result<MtxEntry> readMtxEntry(std::string_view line, const MtxHeader& header);

} // namespace tscope

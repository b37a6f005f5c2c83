// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/structure.h"

#include <string_view>

namespace tscope::mutations {

// One instruction of a pickle.
struct Opcode {
    std::size_t begin = 0, end = 0;
    Field argument = {}; // the binary number behind it; width 0: there is none
};

// The instruction that begins there. Precondition: that is within the bytes. It ends behind its first byte at the
// earliest and within the bytes, however long it says it is.
Opcode opcodeAt(std::string_view bytes, std::size_t at);

} // namespace tscope::mutations

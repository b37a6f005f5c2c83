// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// What kernels are compiled for. On machines other than x86-64 there is only the first.
enum class InstructionSet : std::uint8_t {
    baseline,
    avx2,  // and FMA
    avx512 // F, BW, DQ, VL
};

// The best that this processor can run, unless a test has asked for less.
InstructionSet instructionSet();

// For tests: kernels called while it lives use at most this set. Not for several at once.
class InstructionSetLimit
{
public:
    explicit InstructionSetLimit(InstructionSet most);
    ~InstructionSetLimit();
    InstructionSetLimit(const InstructionSetLimit&) = delete;
    InstructionSetLimit& operator=(const InstructionSetLimit&) = delete;
};

} // namespace tscope::cpu

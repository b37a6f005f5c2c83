// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/backend/blocks.h"
#include "cpu/convert/ending.h"
#include "kernels/kernel_entry.h"

#include <string_view>

namespace tscope::cpu {

inline constexpr auto anyType = ~std::uint64_t{0}; // for kernels that only move elements

inline std::int32_t codeOf(Ending ending)
{
    switch (ending) {
    case Ending::done:
        return TSCOPE_OK;
    case Ending::stopped:
        return TSCOPE_CANCELLED;
    case Ending::noMemory:
        return TSCOPE_OUT_OF_MEMORY;
    case Ending::noRoom:
        return TSCOPE_OVERFLOW;
    }
    return TSCOPE_INTERNAL;
}

inline std::string_view textOf(Ending ending)
{
    switch (ending) {
    case Ending::noMemory:
        return "there is not enough memory for the conversion";
    case Ending::noRoom:
        return "the result has more entries than its indices can count";
    default:
        return "";
    }
}

// The values of one batch entry as bytes.
inline std::byte* bytesOfLine(const tscope_operand& operand, int member, std::int64_t line)
{
    const auto& array = operand.members[member];
    return static_cast<std::byte*>(array.data) + lineOffset(array, operand.batch_dims, line) * array.item_size;
}

inline std::int64_t bytesPerEntry(const tscope_operand& compressed)
{
    return valuesPerEntry(compressed) * compressed.members[2].item_size;
}

} // namespace tscope::cpu

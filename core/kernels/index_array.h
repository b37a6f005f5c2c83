// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/both.h"
#include "kernels/call.h"

namespace tscope::kernels {

// Lines of int32 or int64, in any strides. Which of the two is asked again for each: all threads get the same
// answer, and there is one kernel instead of one for each mixture.
struct IndexLines {
    const void* data = nullptr;
    std::int64_t lines = 0, length = 0;
    std::int64_t lineStride = 0, stride = 0;
    bool isWide = false;

    // Preconditions: two dims, one of the two types.
    static IndexLines of(const tscope_array& array)
    {
        return {array.data,       array.sizes[0],   array.sizes[1],
                array.strides[0], array.strides[1], array.type == TSCOPE_I64};
    }

    // Precondition: both are inside.
    TSCOPE_BOTH std::int64_t at(std::int64_t line, std::int64_t k) const
    {
        const auto offset = line * lineStride + k * stride;
        return isWide ? static_cast<const std::int64_t*>(data)[offset]
                      : std::int64_t{static_cast<const std::int32_t*>(data)[offset]};
    }
};

// Whether that input is such an array.
inline bool isIndexLines(const tscope_call& call, std::int32_t input)
{
    const auto& array = call.in[input].members[0];
    return array.dims == 2 && (array.type == TSCOPE_I32 || array.type == TSCOPE_I64);
}
// Whether it is int64 in rows of so many, one behind the other.
inline bool isNumberTable(const tscope_call& call, std::int32_t input, std::int64_t columns)
{
    const auto& array = call.in[input].members[0];
    return array.dims == 2 && array.type == TSCOPE_I64 && array.sizes[1] == columns && array.strides[1] == 1 &&
           array.strides[0] == columns;
}

inline std::int64_t numberOr(const tscope_call& call, std::string_view name, std::int64_t otherwise)
{
    const auto* param = paramNamed(call, name);
    return param != nullptr ? param->integer : otherwise;
}

} // namespace tscope::kernels

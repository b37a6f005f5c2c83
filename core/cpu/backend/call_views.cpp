// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/call_views.h"

#include <algorithm>
#include <cstring>

namespace tscope::cpu {

std::int32_t failed(tscope_error* error, std::int32_t code, std::string_view text)
{
    if (error != nullptr) {
        error->code = code;
        const auto length = std::min(text.size(), sizeof error->text - 1);
        std::memcpy(error->text, text.data(), length);
        error->text[length] = '\0';
    }
    return code;
}

const tscope_param* paramNamed(const tscope_call& call, std::string_view name)
{
    for (std::int32_t i = 0; i < call.param_count; ++i)
        if (name == call.params[i].name)
            return call.params + i;
    return nullptr;
}

std::int64_t linesOf(const tscope_operand& operand, std::int32_t dims)
{
    std::int64_t lines = 1;
    for (std::int32_t d = 0; d < dims; ++d)
        lines *= operand.sizes[d];
    return lines;
}

std::int64_t lineOffset(const tscope_array& array, std::int32_t dims, std::int64_t line)
{
    std::int64_t offset = 0;
    for (auto d = dims; d-- > 0;) {
        const auto extent = std::max<std::int64_t>(array.sizes[d], 1); // an empty batch has no line to ask for
        offset += line % extent * array.strides[d];
        line /= extent;
    }
    return offset;
}

} // namespace tscope::cpu

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"

#include <cstdint>
#include <string_view>

namespace tscope {

// How a safetensors file calls an element type, and what that is to us.
struct SafetensorsType {
    std::string_view word;
    std::int64_t bits = 0; // of one element; types below a byte lie packed
    DType dtype;
};

const SafetensorsType* safetensorsTypeNamed(std::string_view word); // in exactly these letters; null: no such type
const SafetensorsType* safetensorsTypeOf(const DType& dtype);       // null: the format has no word for it

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/types.h"

#include <algorithm>
#include <vector>

namespace tscope {

namespace {

const std::vector<SafetensorsType>& types()
{
    static const std::vector<SafetensorsType> table{
        {"BOOL", 8, ElementType::boolean},
        {"U8", 8, ElementType::u8},
        {"I8", 8, ElementType::i8},
        {"F8_E5M2", 8, ElementType::f8e5m2},
        {"F8_E4M3", 8, ElementType::f8e4m3fn},
        {"I16", 16, ElementType::i16},
        {"U16", 16, ElementType::u16},
        {"F16", 16, ElementType::f16},
        {"BF16", 16, ElementType::bf16},
        {"I32", 32, ElementType::i32},
        {"U32", 32, ElementType::u32},
        {"F32", 32, ElementType::f32},
        {"C64", 64, ElementType::c64},
        {"F64", 64, ElementType::f64},
        {"I64", 64, ElementType::i64},
        {"U64", 64, ElementType::u64},
        // Held and shown, but their values are not read. Of those below a byte no element has a place of its own.
        {"F8_E8M0", 8, DType::opaque("float8_e8m0fnu", 1)},
        {"F8_E4M3FNUZ", 8, DType::opaque("float8_e4m3fnuz", 1)},
        {"F8_E5M2FNUZ", 8, DType::opaque("float8_e5m2fnuz", 1)},
        {"F6_E2M3", 6, DType::opaque("F6_E2M3")},
        {"F6_E3M2", 6, DType::opaque("F6_E3M2")},
        {"F4", 4, DType::opaque("F4")},
    };
    return table;
}

} // namespace

const SafetensorsType* safetensorsTypeNamed(std::string_view word)
{
    const auto at = std::ranges::find(types(), word, &SafetensorsType::word);
    return at == types().end() ? nullptr : &*at;
}

const SafetensorsType* safetensorsTypeOf(const DType& dtype)
{
    const auto at = std::ranges::find_if(types(), [&](const SafetensorsType& type) {
        return type.dtype == dtype && type.dtype.itemSize() == dtype.itemSize();
    });
    return at == types().end() ? nullptr : &*at;
}

} // namespace tscope

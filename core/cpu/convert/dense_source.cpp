// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/dense_source.h"

namespace tscope::cpu {

ZeroTest zeroTestOf(ElementType type)
{
    switch (type) {
    case ElementType::u16:
    case ElementType::i16:
        return {2, 0xffff};
    case ElementType::u32:
    case ElementType::i32:
        return {4, 0xffff'ffff};
    case ElementType::u64:
    case ElementType::i64:
        return {8, ~std::uint64_t{0}};
    case ElementType::f16:
    case ElementType::bf16:
        return {2, 0x7fff};
    case ElementType::f32:
        return {4, 0x7fff'ffff};
    case ElementType::f64:
    case ElementType::c128: // two words
        return {8, 0x7fff'ffff'ffff'ffff};
    case ElementType::c32:
        return {4, 0x7fff'7fff};
    case ElementType::c64:
        return {8, 0x7fff'ffff'7fff'ffff};
    case ElementType::f8e4m3fn:
    case ElementType::f8e5m2:
        return {1, 0x7f};
    case ElementType::boolean:
    case ElementType::u8:
    case ElementType::i8:
    case ElementType::qi8:
    case ElementType::qu8:
    case ElementType::opaque:
        break;
    }
    return {1, 0xff};
}

} // namespace tscope::cpu

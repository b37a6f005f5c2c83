// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"

#include <cstdint>

namespace tscope::kernels {

// What of an item is looked at to see whether it is zero: these bits of each word of `wordBytes`. -0.0 is zero,
// NaN is not, a complex number is when both parts are.
struct ZeroTest {
    int wordBytes = 1; // 1, 2, 4 or 8; an item is a whole number of words
    std::uint64_t mask = 0xff;
};

// Of the elements of a known type. For bytes of an unknown one ({1, 0xff}) all bits count.
inline ZeroTest zeroTestOf(ElementType type)
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

} // namespace tscope::kernels

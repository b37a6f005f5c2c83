// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/check.h"
#include "element/dtype.h"
#include "element/small_float.h"

#include <complex>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace tscope {

// What elements are in memory, one C++ type for each element type; any bytes are a value of them. A bool is kept
// as its byte, since a file may hold 2 there.
struct BoolByte {
    std::uint8_t byte = 0;
};
struct QInt8 {
    std::int8_t stored = 0;
};
struct QUInt8 {
    std::uint8_t stored = 0;
};
struct ComplexHalf {
    Half real, imag;
};

// Calls f(std::type_identity<T>()) with the C++ type of an index type. Precondition: dtype.isIndexLike().
template <class F>
decltype(auto) visitIndexType(const DType& dtype, F&& f)
{
    switch (dtype.type()) {
    case ElementType::u8:
        return std::forward<F>(f)(std::type_identity<std::uint8_t>());
    case ElementType::i8:
        return std::forward<F>(f)(std::type_identity<std::int8_t>());
    case ElementType::i16:
        return std::forward<F>(f)(std::type_identity<std::int16_t>());
    case ElementType::i32:
        return std::forward<F>(f)(std::type_identity<std::int32_t>());
    case ElementType::i64:
        return std::forward<F>(f)(std::type_identity<std::int64_t>());
    default:
        checkFailed("dtype.isIndexLike()", "only index types are visited as such", __FILE__, __LINE__);
    }
}

// Calls f(std::type_identity<T>()) with the C++ type of any known element type. Precondition: not opaque.
template <class F>
decltype(auto) visitElement(const DType& dtype, F&& f)
{
    switch (dtype.type()) {
    case ElementType::boolean:
        return std::forward<F>(f)(std::type_identity<BoolByte>());
    case ElementType::u8:
        return std::forward<F>(f)(std::type_identity<std::uint8_t>());
    case ElementType::u16:
        return std::forward<F>(f)(std::type_identity<std::uint16_t>());
    case ElementType::u32:
        return std::forward<F>(f)(std::type_identity<std::uint32_t>());
    case ElementType::u64:
        return std::forward<F>(f)(std::type_identity<std::uint64_t>());
    case ElementType::i8:
        return std::forward<F>(f)(std::type_identity<std::int8_t>());
    case ElementType::i16:
        return std::forward<F>(f)(std::type_identity<std::int16_t>());
    case ElementType::i32:
        return std::forward<F>(f)(std::type_identity<std::int32_t>());
    case ElementType::i64:
        return std::forward<F>(f)(std::type_identity<std::int64_t>());
    case ElementType::f16:
        return std::forward<F>(f)(std::type_identity<Half>());
    case ElementType::bf16:
        return std::forward<F>(f)(std::type_identity<BFloat16>());
    case ElementType::f32:
        return std::forward<F>(f)(std::type_identity<float>());
    case ElementType::f64:
        return std::forward<F>(f)(std::type_identity<double>());
    case ElementType::f8e4m3fn:
        return std::forward<F>(f)(std::type_identity<Float8E4M3FN>());
    case ElementType::f8e5m2:
        return std::forward<F>(f)(std::type_identity<Float8E5M2>());
    case ElementType::c32:
        return std::forward<F>(f)(std::type_identity<ComplexHalf>());
    case ElementType::c64:
        return std::forward<F>(f)(std::type_identity<std::complex<float>>());
    case ElementType::c128:
        return std::forward<F>(f)(std::type_identity<std::complex<double>>());
    case ElementType::qi8:
        return std::forward<F>(f)(std::type_identity<QInt8>());
    case ElementType::qu8:
        return std::forward<F>(f)(std::type_identity<QUInt8>());
    case ElementType::opaque:
        break;
    }
    checkFailed("!dtype.isOpaque()", "values of an opaque type are never read", __FILE__, __LINE__);
}

// Elements in files and views lie at any address, so they are copied out and in, never pointed at.
template <class T>
T loadElement(const std::byte* from)
{
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
void storeElement(T value, std::byte* to)
{
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(to, &value, sizeof value);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "literals/number_fit.h"

#include "base/check.h"
#include "base/say.h"
#include "element/float8_range.h"
#include "element/real_types.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace tscope {

namespace {

template <class T>
Fit put(T value, std::byte* out)
{
    std::memcpy(out, &value, sizeof value);
    return Fit::fits;
}

template <class T>
Fit putInteger(const Number& number, std::byte* out)
{
    if (const auto* value = std::get_if<std::int64_t>(&number)) {
        if (!std::in_range<T>(*value))
            return Fit::outOfRange;
        return put(static_cast<T>(*value), out);
    }
    if (const auto* value = std::get_if<std::uint64_t>(&number)) {
        if (!std::in_range<T>(*value))
            return Fit::outOfRange;
        return put(static_cast<T>(*value), out);
    }
    if (const auto* value = std::get_if<double>(&number)) {
        if (!std::isfinite(*value) || std::trunc(*value) != *value)
            return Fit::notAnInteger;
        // Both bounds are powers of two (or zero), so exact as doubles.
        const auto end = std::ldexp(1.0, std::numeric_limits<T>::digits);
        const auto begin = std::numeric_limits<T>::is_signed ? -end : 0.0;
        if (*value < begin || *value >= end)
            return Fit::outOfRange;
        return put(static_cast<T>(*value), out);
    }
    return std::holds_alternative<bool>(number) ? Fit::notANumber : Fit::notReal;
}

// An infinity that was not written, or one that was and is lost, is a number out of range.
template <class T, class Narrow>
Fit putRounded(double value, std::byte* out, Narrow narrow)
{
    const T rounded = narrow(value);
    double back = 0;
    if constexpr (std::is_floating_point_v<T>)
        back = static_cast<double>(rounded);
    else
        back = static_cast<double>(toFloat(rounded));
    if (std::isfinite(value) != std::isfinite(back) || std::isnan(value) != std::isnan(back))
        return Fit::outOfRange;
    return put(rounded, out);
}

Fit putReal(double value, ElementType type, std::byte* out)
{
    switch (type) {
    case ElementType::f16:
        return putRounded<Half>(value, out, toHalf);
    case ElementType::bf16:
        return putRounded<BFloat16>(value, out, toBFloat16);
    case ElementType::f32:
        return putRounded<float>(value, out, toSingle);
    case ElementType::f64:
        return put(value, out);
    case ElementType::f8e4m3fn:
        if (std::isfinite(value) && std::fabs(value) > float8E4M3FNRange)
            return Fit::outOfRange;
        return putRounded<Float8E4M3FN>(value, out, toFloat8E4M3FN);
    case ElementType::f8e5m2:
        return putRounded<Float8E5M2>(value, out, toFloat8E5M2);
    default:
        return Fit::noSuchElement;
    }
}

std::optional<double> asReal(const Number& number)
{
    if (const auto* value = std::get_if<std::int64_t>(&number))
        return static_cast<double>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&number))
        return static_cast<double>(*value);
    if (const auto* value = std::get_if<double>(&number))
        return *value;
    return std::nullopt;
}

Fit putComplex(const Number& number, const DType& dtype, std::byte* out)
{
    std::complex<double> value;
    if (const auto* given = std::get_if<std::complex<double>>(&number))
        value = *given;
    else if (const auto real = asReal(number))
        value = *real;
    else
        return Fit::notANumber;
    const auto part = dtype.type() == ElementType::c32   ? ElementType::f16
                      : dtype.type() == ElementType::c64 ? ElementType::f32
                                                         : ElementType::f64;
    const auto real = putReal(value.real(), part, out);
    return real == Fit::fits ? putReal(value.imag(), part, out + dtype.itemSize() / 2) : real;
}

// As everywhere: zero is false, any other number true.
Fit putBool(const Number& number, std::byte* out)
{
    const auto truth = [](auto value) -> std::optional<bool> {
        if constexpr (std::is_same_v<decltype(value), std::complex<double>>)
            return std::nullopt;
        else
            return value != decltype(value){};
    };
    const auto flag = std::visit(truth, number);
    return flag ? put(static_cast<std::uint8_t>(*flag), out) : Fit::notReal;
}

} // namespace

Fit storeNumber(const Number& number, const DType& dtype, std::byte* out)
{
    switch (dtype.type()) {
    case ElementType::boolean:
        return putBool(number, out);
    case ElementType::u8:
    case ElementType::qu8:
        return putInteger<std::uint8_t>(number, out);
    case ElementType::u16:
        return putInteger<std::uint16_t>(number, out);
    case ElementType::u32:
        return putInteger<std::uint32_t>(number, out);
    case ElementType::u64:
        return putInteger<std::uint64_t>(number, out);
    case ElementType::i8:
    case ElementType::qi8:
        return putInteger<std::int8_t>(number, out);
    case ElementType::i16:
        return putInteger<std::int16_t>(number, out);
    case ElementType::i32:
        return putInteger<std::int32_t>(number, out);
    case ElementType::i64:
        return putInteger<std::int64_t>(number, out);
    case ElementType::c32:
    case ElementType::c64:
    case ElementType::c128:
        return putComplex(number, dtype, out);
    case ElementType::opaque:
        return Fit::noSuchElement;
    default:
        break;
    }
    if (const auto real = asReal(number))
        return putReal(*real, dtype.type(), out);
    return std::holds_alternative<bool>(number) ? Fit::notANumber : Fit::notReal;
}

std::string misfitText(std::string_view written, Fit fit, const DType& dtype)
{
    TSCOPE_CHECK(fit != Fit::fits, "a number that fits needs no explanation");
    const std::string number(written);
    const std::string type(dtype.name());
    switch (fit) {
    case Fit::notAnInteger:
        return say("{0} needs an integer, found {1}", type, number);
    case Fit::notANumber:
        return say("{0} needs a number, found {1}", type, number);
    case Fit::notReal:
        return say("{0} has no imaginary part, found {1}", type, number);
    case Fit::noSuchElement:
        return say("elements of the type {0} can't be written as numbers, found {1}", type, number);
    default:
        return say("{0} does not fit {1}", number, type);
    }
}

} // namespace tscope

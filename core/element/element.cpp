// SPDX-License-Identifier: Apache-2.0
#include "element/element.h"

#include "base/check.h"
#include "base/say.h"
#include "element/decimal.h"
#include "element/real_types.h"
#include "element/visit.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace tscope {

namespace {

template <class... F>
struct Overload : F... {
    using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;

std::string describe(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    return layOut(shortest(value), value);
}

std::string describe(const Number& number)
{
    return std::visit(Overload{[](bool value) -> std::string { return value ? "true" : "false"; },
                               [](std::int64_t value) { return std::to_string(value); },
                               [](std::uint64_t value) { return std::to_string(value); },
                               [](double value) { return describe(value); },
                               [](const std::complex<double>& value) {
                                   return "(" + describe(value.real()) + ", " + describe(value.imag()) + ")";
                               }},
                      number);
}

template <std::integral T>
Error doesNotFit(const Number& number, const DType& type)
{
    return {ErrorCode::invalidArgument,
            say("{0} does not fit {1}, which holds {2} to {3}", describe(number), type.name(),
                std::numeric_limits<T>::min(), std::numeric_limits<T>::max()),
            {},
            "range"};
}

Error notWhole(const Number& number, const DType& type)
{
    return {ErrorCode::invalidArgument,
            say("{0} is not a whole number, {1} holds nothing else", describe(number), type.name()),
            {},
            "fraction"};
}

Error notReal(const Number& number, const DType& type)
{
    return {ErrorCode::invalidArgument,
            say("{0} has an imaginary part, {1} has no place for it", describe(number), type.name()),
            {},
            "complex"};
}

// The real number where there is one; a complex with an imaginary part has none.
std::optional<Number> realPart(const Number& number)
{
    const auto* value = std::get_if<std::complex<double>>(&number);
    if (value == nullptr)
        return number;
    if (value->imag() != 0) // a NaN is not zero either
        return std::nullopt;
    return value->real();
}

template <std::integral T>
Result<T> toInteger(const Number& number, const DType& type)
{
    const auto fit = [&](auto value) -> Result<T> {
        if (!std::in_range<T>(value))
            return doesNotFit<T>(number, type);
        return static_cast<T>(value);
    };
    return std::visit(Overload{[](bool value) -> Result<T> { return static_cast<T>(value); }, //
                               [&](std::int64_t value) { return fit(value); },
                               [&](std::uint64_t value) { return fit(value); },
                               [&](double value) -> Result<T> {
                                   if (!(std::trunc(value) == value) || std::isinf(value))
                                       return notWhole(number, type);
                                   if (value >= 0x1p64 || value < -0x1p63)
                                       return doesNotFit<T>(number, type);
                                   return value < 0 ? fit(static_cast<std::int64_t>(value))
                                                    : fit(static_cast<std::uint64_t>(value));
                               },
                               [&](const std::complex<double>&) -> Result<T> { return notReal(number, type); }},
                      number);
}

template <RealType T>
T integerToReal(bool negative, std::uint64_t magnitude)
{
    if constexpr (SmallFloat<T>) {
        const double value = doubleForRounding(magnitude);
        return roundTo<T>(negative ? -value : value);
    } else {
        const auto value = static_cast<T>(magnitude);
        return negative ? -value : value;
    }
}

// Precondition: not complex.
template <RealType T>
T toReal(const Number& number)
{
    return std::visit(Overload{[](bool value) { return integerToReal<T>(false, value ? 1 : 0); },
                               [](std::int64_t value) {
                                   const auto bits = static_cast<std::uint64_t>(value);
                                   return integerToReal<T>(value < 0, value < 0 ? 0 - bits : bits);
                               },
                               [](std::uint64_t value) { return integerToReal<T>(false, value); },
                               [](double value) { return roundTo<T>(value); },
                               [](const std::complex<double>& value) { return roundTo<T>(value.real()); }},
                      number);
}

bool isNonZero(const Number& number)
{
    return std::visit([](const auto& value) { return value != std::decay_t<decltype(value)>{}; }, number);
}

template <class Part>
std::pair<Part, Part> toComplex(const Number& number)
{
    const auto* value = std::get_if<std::complex<double>>(&number);
    return {toReal<Part>(number), roundTo<Part>(value != nullptr ? value->imag() : 0.0)};
}

template <class T>
Result<T> toStored(const Number& number, const DType& type)
{
    if constexpr (std::same_as<T, BoolByte>)
        return BoolByte{static_cast<std::uint8_t>(isNonZero(number) ? 1 : 0)};
    else if constexpr (std::same_as<T, ComplexHalf>) {
        const auto [real, imag] = toComplex<Half>(number);
        return ComplexHalf{real, imag};
    } else if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>) {
        const auto [real, imag] = toComplex<typename T::value_type>(number);
        return T{real, imag};
    } else {
        const auto real = realPart(number);
        if (!real)
            return notReal(number, type);
        if constexpr (RealType<T>)
            return toReal<T>(*real);
        else if constexpr (std::integral<T>)
            return toInteger<T>(*real, type);
        else {
            auto stored = toInteger<decltype(T::stored)>(*real, type);
            if (!stored)
                return stored.error();
            return T{*stored};
        }
    }
}

template <class T>
Number toNumber(T value)
{
    if constexpr (std::same_as<T, BoolByte>)
        return value.byte != 0;
    else if constexpr (std::same_as<T, std::uint64_t>)
        return value;
    else if constexpr (std::integral<T>)
        return static_cast<std::int64_t>(value);
    else if constexpr (RealType<T>)
        return toDouble(value);
    else if constexpr (std::same_as<T, ComplexHalf>)
        return std::complex<double>(toDouble(value.real), toDouble(value.imag));
    else if constexpr (std::same_as<T, QInt8> || std::same_as<T, QUInt8>)
        return static_cast<std::int64_t>(value.stored);
    else
        return std::complex<double>(value);
}

} // namespace

Element::Element(DType type, std::span<const std::byte> bytes) : m_type(std::move(type))
{
    if (m_type.isOpaque())
        return;
    TSCOPE_CHECK(static_cast<std::int64_t>(bytes.size()) == m_type.itemSize(), "an element has its type's bytes");
    std::ranges::copy(bytes, m_bytes.begin());
}

Result<Element> Element::from(const Number& number, const DType& type)
{
    if (type.isOpaque())
        return unsupported(
            say("elements of type '{0}' can't be written, since their encoding is not known", type.name()));
    return visitElement(type, [&](auto tag) -> Result<Element> {
        using T = typename decltype(tag)::type;
        const auto stored = toStored<T>(number, type);
        if (!stored)
            return stored.error();
        return Element(type, std::as_bytes(std::span(&*stored, 1)));
    });
}

Element Element::zero(const DType& type)
{
    Element out;
    out.m_type = type; // all bits zero is zero in every type
    return out;
}

Number Element::number() const
{
    return visitElement(m_type, [&](auto tag) {
        using T = typename decltype(tag)::type;
        return toNumber(loadElement<T>(m_bytes.data()));
    });
}

std::optional<std::int64_t> Element::asIndex() const
{
    switch (m_type.elementClass()) {
    case ElementClass::boolean:
    case ElementClass::unsignedInteger:
    case ElementClass::signedInteger:
        break;
    default:
        return std::nullopt;
    }
    const auto value = number();
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? 1 : 0;
    if (const auto* large = std::get_if<std::uint64_t>(&value))
        return std::in_range<std::int64_t>(*large) ? std::optional(static_cast<std::int64_t>(*large))
                                                   : std::nullopt;
    return std::get<std::int64_t>(value);
}

bool Element::isZero() const
{
    return isReadable() && !isNonZero(number());
}

bool Element::isNan() const
{
    if (!isReadable())
        return false;
    const auto value = number();
    if (const auto* real = std::get_if<double>(&value))
        return std::isnan(*real);
    const auto* both = std::get_if<std::complex<double>>(&value);
    return both != nullptr && (std::isnan(both->real()) || std::isnan(both->imag()));
}

bool Element::isInfinite() const
{
    if (!isReadable())
        return false;
    const auto value = number();
    if (const auto* real = std::get_if<double>(&value))
        return std::isinf(*real);
    const auto* both = std::get_if<std::complex<double>>(&value);
    return both != nullptr && (std::isinf(both->real()) || std::isinf(both->imag()));
}

bool Element::operator==(const Element& other) const
{
    return m_type == other.m_type && std::ranges::equal(bytes(), other.bytes());
}

} // namespace tscope

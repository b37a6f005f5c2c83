// SPDX-License-Identifier: Apache-2.0
#include "convert/element_cast.h"

#include "base/say.h"

#include <bit>
#include <cmath>
#include <limits>

namespace tscope {

namespace {

bool isInteger(const DType& type)
{
    return type.elementClass() == ElementClass::signedInteger ||
           type.elementClass() == ElementClass::unsignedInteger;
}

Error cantCast(const Element& element, const DType& type, std::string_view why)
{
    return invalidArgument(say("{0} can't become {1}: {2}", element.text(), type.name(), why));
}

// Integers keep all digits, whichever of the two types they come in.
std::uint64_t bitsOf(const Number& number)
{
    if (const auto* natural = std::get_if<std::uint64_t>(&number))
        return *natural;
    return static_cast<std::uint64_t>(std::get<std::int64_t>(number));
}

// Two's complement: what lies above the type is cut off.
Number wrapped(std::uint64_t bits, const DType& type)
{
    const auto unused = static_cast<unsigned>(64 - 8 * type.itemSize());
    if (type.elementClass() == ElementClass::unsignedInteger)
        return bits << unused >> unused;
    return std::bit_cast<std::int64_t>(bits << unused) >> unused;
}

} // namespace

Result<Element> castElement(const Element& element, const DType& type)
{
    if (!element.isReadable() || type.isOpaque())
        return unsupported(say("elements of an opaque type can't be changed into another one"));
    if (element.type() == type)
        return element;
    const auto isQuantised = [](const DType& t) { return t.elementClass() == ElementClass::quantised; };
    if (isQuantised(element.type()) || isQuantised(type))
        return unsupported(say("quantised elements are kept as they are: {0} can't become {1}",
                               element.type().name(), type.name()));
    if (type == DType(ElementType::boolean))
        return Element::from(!element.isZero(), type);
    auto number = element.number();
    if (const auto* parts = std::get_if<std::complex<double>>(&number);
        parts != nullptr && type.elementClass() != ElementClass::complex) {
        if (parts->imag() != 0)
            return cantCast(element, type, say("its imaginary part would be lost"));
        number = parts->real();
    }
    if (const auto* flag = std::get_if<bool>(&number))
        number = std::int64_t{*flag};
    if (const auto* real = std::get_if<double>(&number); real != nullptr && isInteger(type)) {
        if (!std::isfinite(*real))
            return cantCast(element, type, say("that type has finite numbers only"));
        number = std::trunc(*real);
    }
    auto cast = Element::from(number, type);
    if (!cast)
        return cantCast(element, type, say("it lies outside that type"));
    return cast;
}

Result<Element> sumOfElements(const Element& a, const Element& b)
{
    const auto& type = a.type();
    switch (type.elementClass()) {
    case ElementClass::boolean:
        return Element::from(!a.isZero() || !b.isZero(), type);
    case ElementClass::signedInteger:
    case ElementClass::unsignedInteger:
        return Element::from(wrapped(bitsOf(a.number()) + bitsOf(b.number()), type), type);
    case ElementClass::real:
        return Element::from(std::get<double>(a.number()) + std::get<double>(b.number()), type);
    case ElementClass::complex:
        return Element::from(
            std::get<std::complex<double>>(a.number()) + std::get<std::complex<double>>(b.number()), type);
    case ElementClass::quantised:
    case ElementClass::opaque:
        break;
    }
    return unsupported(
        say("two entries stand in one place, and elements of type {0} can't be added up", type.name()));
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "convert/cast_losses.h"
#include "base/say.h"

#include <cmath>

namespace tscope {

namespace {

// The largest number of the one type without infinity, and the largest that is rounded to it.
constexpr double largestOfE4M3 = 448, roundedToLargestOfE4M3 = 464;

bool isLargestForMore(double from, double to, const DType& type)
{
    return type == DType(ElementType::f8e4m3fn) && std::abs(to) == largestOfE4M3 &&
           std::abs(from) > roundedToLargestOfE4M3;
}

std::int64_t CastLosses::*lossOf(double from, double to, const DType& type)
{
    if (std::isnan(from))
        return std::isnan(to) ? nullptr : &CastLosses::rounded;
    if (std::isnan(to))
        return &CastLosses::notANumber;
    if (std::isinf(to) && std::isfinite(from))
        return &CastLosses::infinite;
    if (isLargestForMore(from, to, type))
        return &CastLosses::cutToLargest;
    if (to == 0 && from != 0)
        return &CastLosses::zero;
    return from == to ? nullptr : &CastLosses::rounded;
}

// The numbers of a type are multiples of 2^leastExponent below 2^mostExponent, with so many binary digits.
struct HeldNumbers {
    int digits = 0, leastExponent = 0, mostExponent = 0;
    bool isSigned = true;
};

HeldNumbers numbersHeldBy(const DType& type)
{
    const auto bits = static_cast<int>(type.itemSize() * 8);
    switch (type.type()) {
    case ElementType::f8e4m3fn:
        return {4, -9, 9};
    case ElementType::f8e5m2:
        return {3, -16, 16};
    case ElementType::f16:
    case ElementType::c32:
        return {11, -24, 16};
    case ElementType::bf16:
        return {8, -133, 128};
    case ElementType::f32:
    case ElementType::c64:
        return {24, -149, 128};
    case ElementType::f64:
    case ElementType::c128:
        return {53, -1074, 1024};
    case ElementType::boolean:
        return {1, 0, 1, false};
    default:
        break;
    }
    const bool isSigned = type.elementClass() == ElementClass::signedInteger;
    return {bits - (isSigned ? 1 : 0), 0, bits - (isSigned ? 1 : 0), isSigned};
}

bool holdsWholeNumbers(const DType& type)
{
    return type.elementClass() == ElementClass::signedInteger ||
           type.elementClass() == ElementClass::unsignedInteger;
}

double realOf(const Number& number)
{
    return std::visit(
        [](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::complex<double>>)
                return value.real();
            else
                return static_cast<double>(value);
        },
        number);
}

double imaginaryOf(const Number& number)
{
    const auto* parts = std::get_if<std::complex<double>>(&number);
    return parts != nullptr ? parts->imag() : 0.0;
}

} // namespace

void CastLosses::add(const CastLosses& other)
{
    for (const auto loss : {&CastLosses::infinite, &CastLosses::notANumber, &CastLosses::cutToLargest,
                            &CastLosses::zero, &CastLosses::fractions, &CastLosses::truths, &CastLosses::rounded})
        this->*loss += other.*loss;
}

void CastLosses::add(const Element& from, const Element& to)
{
    const auto& type = to.type();
    if (from.type() == type)
        return;
    const auto before = from.number(), after = to.number();
    if (type == DType(ElementType::boolean)) {
        const bool isTruth = imaginaryOf(before) == 0 && (realOf(before) == 0 || realOf(before) == 1);
        truths += isTruth ? 0 : 1;
        return;
    }
    if (holdsWholeNumbers(type)) { // what does not fit was refused
        const auto real = realOf(before);
        fractions += real != std::trunc(real) ? 1 : 0;
        return;
    }
    const auto* integer = std::get_if<std::int64_t>(&before);
    const auto* natural = std::get_if<std::uint64_t>(&before);
    if ((integer && isHeld(*integer, realOf(after))) || (natural && isHeld(*natural, realOf(after))))
        return;
    const auto ofReal = lossOf(realOf(before), realOf(after), type);
    const auto ofImaginary = lossOf(imaginaryOf(before), imaginaryOf(after), type);
    for (const auto worst : {&CastLosses::infinite, &CastLosses::notANumber, &CastLosses::cutToLargest,
                             &CastLosses::zero, &CastLosses::rounded})
        if (ofReal == worst || ofImaginary == worst) {
            ++(this->*worst);
            return;
        }
    rounded += integer || natural ? 1 : 0; // the same as doubles only
}

std::vector<std::string> CastLosses::texts(const DType& type) const
{
    std::vector<std::string> out;
    const std::string name(type.name());
    const auto tell = [&](std::int64_t count, const std::string& text) {
        if (count > 0)
            out.push_back(text);
    };
    tell(infinite, say("{0|element|elements} became infinite, {1} holds no number so large", infinite, name));
    tell(notANumber, say("{0|element|elements} became NaN, {1} holds no number so large", notANumber, name));
    tell(cutToLargest, say("{0|element|elements} became the largest number of {1}, which holds no larger one",
                           cutToLargest, name));
    tell(zero, say("{0|element|elements} became zero, {1} holds no number so small", zero, name));
    tell(fractions, say("{0|element|elements} lost the fraction, {1} holds whole numbers only", fractions, name));
    tell(truths, say("{0|element|elements} became True, {1} holds no number but 0 and 1", truths, name));
    tell(rounded, say("{0|element|elements} became the nearest number that {1} holds", rounded, name));
    return out;
}

std::string possibleLosses(const DType& type)
{
    const std::string name(type.name());
    if (type == DType(ElementType::boolean))
        return say("what is not 0 becomes True");
    if (holdsWholeNumbers(type))
        return say("fractions are cut off, and a number that does not fit {0} ends the conversion", name);
    return say("numbers become the nearest {0}, those that are too large or too small for it infinite or zero",
               name);
}

bool holdsAllOf(const DType& type, const DType& other)
{
    if (type == other)
        return true;
    const auto isAny = [&](ElementClass what) {
        return type.elementClass() == what || other.elementClass() == what;
    };
    if (isAny(ElementClass::opaque) || isAny(ElementClass::quantised))
        return false;
    if (other.elementClass() == ElementClass::complex && type.elementClass() != ElementClass::complex)
        return false;
    const auto held = numbersHeldBy(type), wanted = numbersHeldBy(other);
    return held.digits >= wanted.digits && held.leastExponent <= wanted.leastExponent &&
           held.mostExponent >= wanted.mostExponent && (held.isSigned || !wanted.isSigned);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "facts/rounding.h"

#include "element/float8_range.h"
#include "element/real_types.h"

#include <cmath>
#include <limits>

namespace tscope {

namespace {

// The type of the parts of a complex type.
std::optional<ElementType> partOf(ElementType type)
{
    switch (type) {
    case ElementType::c128:
        return ElementType::f64;
    case ElementType::c64:
        return ElementType::f32;
    case ElementType::c32:
        return ElementType::f16;
    default:
        return std::nullopt;
    }
}

// A type has the numbers of those of a lower rank. 0: no real floating-point type.
int rankOfReal(ElementType type)
{
    switch (type) {
    case ElementType::f64:
        return 4;
    case ElementType::f32:
        return 3;
    case ElementType::f16:
    case ElementType::bf16:
        return 2;
    case ElementType::f8e4m3fn:
    case ElementType::f8e5m2:
        return 1;
    default:
        return 0;
    }
}

// Infinite beyond the range of the type.
double roundedTo(ElementType type, ExactReal number)
{
    const auto value = static_cast<double>(number);
    switch (type) {
    case ElementType::f32:
        return toDouble(roundTo<float>(value));
    case ElementType::f16:
        return toDouble(roundTo<Half>(value));
    case ElementType::bf16:
        return toDouble(roundTo<BFloat16>(value));
    case ElementType::f8e4m3fn: // has no infinity: what lies beyond becomes the largest number
        return std::abs(value) > float8E4M3FNRange ? std::numeric_limits<double>::infinity()
                                                   : toDouble(roundTo<Float8E4M3FN>(value));
    case ElementType::f8e5m2:
        return toDouble(roundTo<Float8E5M2>(value));
    default:
        return value;
    }
}

bool isSamePart(ExactReal a, ExactReal b, ElementType coarser)
{
    const auto x = roundedTo(coarser, a), y = roundedTo(coarser, b);
    return std::isfinite(x) && x == y;
}

} // namespace

std::optional<ElementType> coarserOf(const DType& a, const DType& b)
{
    const auto partA = partOf(a.type()), partB = partOf(b.type());
    if (partA.has_value() != partB.has_value())
        return std::nullopt;
    const auto rankA = rankOfReal(partA.value_or(a.type())), rankB = rankOfReal(partB.value_or(b.type()));
    if (rankA == 0 || rankB == 0 || rankA == rankB)
        return std::nullopt;
    return rankA < rankB ? a.type() : b.type();
}

std::optional<RoundedTypes> roundedTypesOf(const DType& a, const DType& b)
{
    const auto coarser = coarserOf(a, b);
    return coarser ? std::optional(RoundedTypes{a, b, *coarser}) : std::nullopt;
}

bool areSameRounded(std::complex<ExactReal> a, std::complex<ExactReal> b, ElementType coarser)
{
    const auto part = partOf(coarser).value_or(coarser);
    return isSamePart(a.real(), b.real(), part) && isSamePart(a.imag(), b.imag(), part);
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "facts/rounding.h"

#include "element/real_types.h"

#include <cmath>

namespace tscope {

namespace {

// A type has the numbers of those of a lower rank. 0: no real floating-point type.
int rankOfReal(const DType& type)
{
    switch (type.type()) {
    case ElementType::f64:
        return 3;
    case ElementType::f32:
        return 2;
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f8e4m3fn:
    case ElementType::f8e5m2:
        return 1;
    default:
        return 0;
    }
}

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
    case ElementType::f8e4m3fn:
        return toDouble(roundTo<Float8E4M3FN>(value));
    case ElementType::f8e5m2:
        return toDouble(roundTo<Float8E5M2>(value));
    default:
        return value;
    }
}

} // namespace

std::optional<ElementType> coarserOf(const DType& a, const DType& b)
{
    const auto rankA = rankOfReal(a), rankB = rankOfReal(b);
    if (rankA == 0 || rankB == 0 || rankA == rankB)
        return std::nullopt;
    return rankA < rankB ? a.type() : b.type();
}

bool areSameRounded(std::complex<ExactReal> a, std::complex<ExactReal> b, ElementType coarser)
{
    if (a.imag() != 0 || b.imag() != 0)
        return false;
    const auto x = roundedTo(coarser, a.real()), y = roundedTo(coarser, b.real());
    return std::isfinite(x) && x == y;
}

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "element/promotion.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Where a type stands: a higher category wins, and inside one a wider type.
enum class Category { boolean, integer, real, complex };

struct Standing {
    Category category;
    ElementType type;
};

std::optional<Standing> standingOf(const DType& dtype)
{
    const auto type = dtype.type();
    switch (type) {
    case ElementType::boolean:
        return Standing{Category::boolean, type};
    case ElementType::u8:
    case ElementType::i8:
    case ElementType::i16:
    case ElementType::i32:
    case ElementType::i64:
        return Standing{Category::integer, type};
    case ElementType::f16:
    case ElementType::bf16:
    case ElementType::f32:
    case ElementType::f64:
        return Standing{Category::real, type};
    case ElementType::c32:
    case ElementType::c64:
    case ElementType::c128:
        return Standing{Category::complex, type};
    default:
        return std::nullopt;
    }
}

// The real type that one part of a complex type has.
ElementType partOf(ElementType complex)
{
    return complex == ElementType::c32   ? ElementType::f16
           : complex == ElementType::c64 ? ElementType::f32
                                         : ElementType::f64;
}

ElementType widerInteger(ElementType a, ElementType b)
{
    // Neither holds all values of the other.
    if ((a == ElementType::u8 && b == ElementType::i8) || (a == ElementType::i8 && b == ElementType::u8))
        return ElementType::i16;
    return DType(a).itemSize() >= DType(b).itemSize() ? a : b;
}

ElementType widerReal(ElementType a, ElementType b)
{
    if (a == b)
        return a;
    // Half has more digits, bfloat16 more range.
    if (DType(a).itemSize() == DType(b).itemSize())
        return ElementType::f32;
    return DType(a).itemSize() > DType(b).itemSize() ? a : b;
}

ElementType complexOf(ElementType part)
{
    return part == ElementType::f16   ? ElementType::c32
           : part == ElementType::f64 ? ElementType::c128
                                      : ElementType::c64;
}

ElementType together(Standing high, Standing low)
{
    if (high.category == Category::complex) {
        if (low.category < Category::real)
            return high.type;
        const auto part = low.category == Category::complex ? partOf(low.type) : low.type;
        return complexOf(widerReal(partOf(high.type), part));
    }
    if (high.category != low.category)
        return high.type;
    if (high.category == Category::boolean)
        return high.type;
    return high.category == Category::integer ? widerInteger(high.type, low.type) : widerReal(high.type, low.type);
}

Error noCommonType(const DType& a, const DType& b)
{
    return unsupported(say("{0} and {1} have no common type, since {2} can only be viewed and converted", a.name(),
                           b.name(), standingOf(a) ? b.name() : a.name()));
}

} // namespace

Result<DType> promote(const DType& a, const DType& b)
{
    const auto left = standingOf(a);
    const auto right = standingOf(b);
    if (!left || !right)
        return noCommonType(a, b);
    return DType(left->category >= right->category ? together(*left, *right) : together(*right, *left));
}

Result<DType> promoteByNumber(const DType& tensor, const DType& number)
{
    const auto wide = standingOf(tensor);
    const auto narrow = standingOf(number);
    if (!wide || !narrow)
        return noCommonType(tensor, number);
    if (narrow->category <= wide->category)
        return tensor;
    if (wide->category == Category::real)
        return DType(complexOf(wide->type));
    return promote(tensor, number);
}

} // namespace tscope

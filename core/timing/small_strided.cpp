// SPDX-License-Identifier: Apache-2.0
#include "timing/small_strided.h"

#include "base/say.h"
#include "layouts/strided/strided.h"

namespace tscope::timing {

DType wideTypeOf(const DType& type)
{
    switch (type.elementClass()) {
    case ElementClass::real:
        return ElementType::f64;
    case ElementClass::complex:
        return ElementType::c128;
    default:
        return type;
    }
}

std::complex<double> complexOf(const Element& element)
{
    return std::visit(
        [](auto number) -> std::complex<double> {
            if constexpr (std::is_same_v<decltype(number), std::complex<double>>)
                return number;
            else
                return static_cast<double>(number);
        },
        element.number());
}

Result<Element> elementOf(std::complex<double> number, const DType& type)
{
    switch (type.elementClass()) {
    case ElementClass::boolean:
        return Element::from(Number(number.real() != 0), type);
    case ElementClass::unsignedInteger:
    case ElementClass::signedInteger:
        return Element::from(Number(static_cast<std::int64_t>(number.real())), type);
    case ElementClass::complex:
        return Element::from(Number(number), type);
    default:
        return Element::from(Number(number.real()), type);
    }
}

Result<Sound> soundOf(const SmallStrided& small, const DType& type)
{
    std::vector<std::byte> bytes;
    for (const auto& number : small.numbers) {
        const auto element = elementOf(number, type);
        if (!element)
            return element.error();
        bytes.insert(bytes.end(), element->bytes().begin(), element->bytes().end());
    }
    return proven(stridedOf(Array::fromBytes(type, small.size, bytes)), say("what the reference is asked about"));
}

std::vector<std::complex<double>> numbersOf(const Array& array)
{
    std::vector<std::complex<double>> out;
    const auto count = numel(array.geometry).value_or(0);
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back(complexOf(array.at(i)));
    return out;
}

} // namespace tscope::timing

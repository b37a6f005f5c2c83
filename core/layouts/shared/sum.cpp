// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/sum.h"

#include "base/check.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

// The low bytes are the same for signed and unsigned.
std::uint64_t bitsOf(const Number& number)
{
    if (const auto* value = std::get_if<std::int64_t>(&number))
        return static_cast<std::uint64_t>(*value);
    return std::get<std::uint64_t>(number);
}

std::complex<double> complexOf(const Number& number)
{
    if (const auto* value = std::get_if<std::complex<double>>(&number))
        return *value;
    return std::get<double>(number);
}

} // namespace

std::optional<Element> sumOf(std::span<const Element> elements)
{
    TSCOPE_CHECK(!elements.empty(), "a sum has at least one term");
    const auto& dtype = elements.front().type();
    switch (dtype.elementClass()) {
    case ElementClass::boolean: {
        const auto isTrue = [](const Element& element) { return !element.isZero(); };
        const auto sum = Element::from(Number(std::ranges::any_of(elements, isTrue)), dtype);
        return sum ? std::optional(*sum) : std::nullopt;
    }
    case ElementClass::unsignedInteger:
    case ElementClass::signedInteger: {
        std::uint64_t sum = 0;
        for (const auto& element : elements)
            sum += bitsOf(element.number());
        std::byte bytes[sizeof sum];
        std::memcpy(bytes, &sum, sizeof sum);
        return Element(dtype, std::span<const std::byte>(bytes).first(static_cast<std::size_t>(dtype.itemSize())));
    }
    case ElementClass::real:
    case ElementClass::complex: {
        std::complex<double> sum = 0;
        for (const auto& element : elements)
            sum += complexOf(element.number());
        const bool isReal = dtype.elementClass() == ElementClass::real;
        const auto out = Element::from(isReal ? Number(sum.real()) : Number(sum), dtype);
        return out ? std::optional(*out) : std::nullopt;
    }
    case ElementClass::quantised:
    case ElementClass::opaque:
        break;
    }
    return std::nullopt;
}

} // namespace tscope

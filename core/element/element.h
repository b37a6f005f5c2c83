// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/dtype.h"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace tscope {

// A number as a program sees it, wide enough for every element type: integers keep all digits.
using Number = std::variant<bool, std::int64_t, std::uint64_t, double, std::complex<double>>;

// One element: its type and its bytes, so nothing is rounded on the way. An opaque type has neither bytes nor a
// value here.
class Element
{
public:
    Element() = default; // float32 zero
    // Precondition: as many bytes as the type has (of an opaque type: any number, not kept).
    Element(DType type, std::span<const std::byte> bytes);
    // The nearest value of `type`, rounded once. Fails where there is none: an integer type takes only whole
    // numbers that fit, only a complex type takes an imaginary part, an opaque type takes nothing.
    static Result<Element> from(const Number& number, const DType& type);
    static Element zero(const DType& type);

    const DType& type() const { return m_type; }
    std::span<const std::byte> bytes() const
    {
        return {m_bytes.data(), m_type.isOpaque() ? 0 : static_cast<std::size_t>(m_type.itemSize())};
    }
    bool isReadable() const { return !m_type.isOpaque(); }

    Number number() const;                       // precondition: isReadable()
    std::optional<std::int64_t> asIndex() const; // integers and bool that fit int64
    bool isZero() const;                         // and the two below: false if opaque
    bool isNan() const;                          // any part
    bool isInfinite() const;
    // The fewest digits that read back to the same element: "1.5", "-inf", "(1+2j)", "true"; "?" if opaque. A
    // bool byte that is neither 0 nor 1 shows: "true(2)". Which NaN it was is not told.
    std::string text() const;

    // Same type and bytes; so 0.0 and -0.0 differ and a NaN equals itself.
    bool operator==(const Element& other) const;

private:
    DType m_type;
    std::array<std::byte, 16> m_bytes{};
};

// Reads what text() writes, and what people type: "1e3", ".5", "inf", "nan", "1+2j", "True"; not "0x10".
// A decimal is rounded once, to the nearest value of `type`; what fails is what Element::from refuses.
Result<Element> parseElement(std::string_view text, const DType& type);

} // namespace tscope

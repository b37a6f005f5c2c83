// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// A decimal number exactly as text writes it: 0.DIGITS times ten to the exponent. The digits neither begin nor
// end with 0; zero has none.
struct Decimal {
    bool negative = false;
    std::string digits;
    std::int64_t exponent = 0;

    // "-1.50e3", ".5", "5."; nothing when the text is not a number from end to end. Exponents beyond what any
    // type can tell apart are held at +-10^15.
    static std::optional<Decimal> parse(std::string_view text);
    static Decimal exactly(double value); // precondition: finite

    bool isZero() const { return digits.empty(); }
    bool isWhole() const { return exponent >= static_cast<std::int64_t>(digits.size()); }
    std::optional<std::uint64_t> wholeMagnitude() const; // nothing when not whole or beyond 64 bits
    bool operator==(const Decimal&) const = default;
};

// Rounded once, to nearest, ties to even; infinity when too large.
double nearestDouble(const Decimal& decimal);
float nearestFloat(const Decimal& decimal);

// A double that stands for the number when it is rounded again, to 40 bits or fewer: on the same side of every
// such tie as the number itself, so that the second rounding gives what one rounding would.
double doubleForRounding(const Decimal& decimal);
double doubleForRounding(std::uint64_t magnitude);

// The fewest digits that are read back as this value. Precondition: finite.
Decimal shortest(double value);
Decimal shortest(float value);
// For types below float: `readsBack` says whether a decimal becomes the value again, given the doubleForRounding
// that stands for it.
Decimal shortest(float value, const std::function<bool(double)>& readsBack);

// The digits laid out: "0.001", "65504", "1e-05", "1.5e+20", "-0". Whole numbers that are written without an
// exponent are written exactly, digit for digit, as `exact` has them.
std::string layOut(const Decimal& decimal, double exact);

} // namespace tscope

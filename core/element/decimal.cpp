// SPDX-License-Identifier: Apache-2.0
#include "element/decimal.h"

#include "base/check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <compare>
#include <limits>

namespace tscope {

namespace {

constexpr std::int64_t exponentLimit = 1'000'000'000'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Consumes "e+12"; false when what follows is something else. Held at the limit instead of wrapping.
bool takeExponent(std::string_view text, std::int64_t& exponent)
{
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || !std::ranges::all_of(text, isDigit))
        return false;
    std::int64_t magnitude = 0;
    for (const char c : text)
        magnitude = std::min(exponentLimit, magnitude * 10 + (c - '0'));
    exponent += negative ? -magnitude : magnitude;
    return true;
}

void normalise(Decimal& decimal)
{
    const auto first = decimal.digits.find_first_not_of('0');
    if (first == std::string::npos) {
        decimal.digits.clear();
        decimal.exponent = 0;
        return;
    }
    decimal.digits.erase(0, first);
    decimal.exponent -= static_cast<std::int64_t>(first);
    decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
    decimal.exponent = std::clamp(decimal.exponent, -exponentLimit, exponentLimit);
}

// The digits of a number written as "d.ddde+xx", which is how std::to_chars writes scientific.
Decimal fromScientific(std::string_view text)
{
    const auto decimal = Decimal::parse(text);
    TSCOPE_CHECK(decimal, "the standard library writes numbers that we can read");
    return *decimal;
}

template <class T>
T nearest(const Decimal& decimal)
{
    T value = 0;
    if (!decimal.isZero()) {
        const auto text = decimal.digits + "e" +
                          std::to_string(decimal.exponent - static_cast<std::int64_t>(decimal.digits.size()));
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        // Out of range is either way round, and the library leaves the value as it was.
        if (problem == std::errc::result_out_of_range)
            value = decimal.exponent > 0 ? std::numeric_limits<T>::infinity() : T{0};
    }
    return decimal.negative ? -value : value;
}

template <class T>
Decimal shortestOf(T value)
{
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
    return fromScientific({text.data(), end});
}

std::strong_ordering compareMagnitudes(const Decimal& a, const Decimal& b)
{
    if (a.isZero() || b.isZero())
        return a.digits.size() <=> b.digits.size();
    if (a.exponent != b.exponent)
        return a.exponent <=> b.exponent;
    return a.digits.compare(b.digits) <=> 0; // neither ends in zeros, so a longer one is larger
}

// Only a double whose low bits are all zero can lie on a tie of a type of 40 bits or fewer.
bool mayBeTie(double value)
{
    return (std::bit_cast<std::uint64_t>(value) & 0xFFF) == 0;
}

// The next number of `count` digits away from zero.
Decimal nextAway(const Decimal& decimal, std::size_t count)
{
    auto digits = "0" + decimal.digits; // room for a carry
    digits.resize(count + 1, '0');
    auto at = digits.size() - 1;
    while (digits[at] == '9')
        digits[at--] = '0';
    ++digits[at];
    Decimal out{decimal.negative, std::move(digits), decimal.exponent + 1};
    normalise(out);
    return out;
}

} // namespace

std::optional<Decimal> Decimal::parse(std::string_view text)
{
    Decimal out;
    out.negative = text.starts_with('-');
    if (out.negative || text.starts_with('+'))
        text.remove_prefix(1);
    bool sawPoint = false;
    bool sawDigit = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        if (c == '.' && !sawPoint)
            sawPoint = true;
        else if (isDigit(c)) {
            sawDigit = true;
            out.digits += c;
            out.exponent += sawPoint ? 0 : 1;
        } else
            break;
    }
    if (!sawDigit)
        return std::nullopt;
    if (!text.empty() && ((text.front() != 'e' && text.front() != 'E') || !takeExponent(text, out.exponent)))
        return std::nullopt;
    normalise(out);
    return out;
}

Decimal Decimal::exactly(double value)
{
    TSCOPE_CHECK(std::isfinite(value), "only finite numbers have digits");
    // A fraction that ends n bits behind the point has n digits there; no double has more than 767 in all.
    const auto bits = std::bit_cast<std::uint64_t>(value) & ((std::uint64_t{1} << 52) - 1);
    const int power = value == 0 ? 0 : std::max(std::ilogb(value), -1022);
    const int behindPoint = std::max(0, 52 - power - (bits == 0 ? 52 : std::countr_zero(bits)));
    const int beforePoint = std::max(0, power) / 3 + 1;
    std::array<char, 800> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific,
                                   std::min(770, behindPoint + beforePoint))
                         .ptr;
    return fromScientific({text.data(), end});
}

std::optional<std::uint64_t> Decimal::wholeMagnitude() const
{
    if (isZero())
        return 0;
    if (!isWhole() || exponent > 20)
        return std::nullopt;
    std::uint64_t out = 0;
    for (std::int64_t i = 0; i < exponent; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto digit = at < digits.size() ? static_cast<std::uint64_t>(digits[at] - '0') : 0;
        if (__builtin_mul_overflow(out, std::uint64_t{10}, &out) || __builtin_add_overflow(out, digit, &out))
            return std::nullopt;
    }
    return out;
}

double nearestDouble(const Decimal& decimal)
{
    return nearest<double>(decimal);
}

float nearestFloat(const Decimal& decimal)
{
    return nearest<float>(decimal);
}

double doubleForRounding(const Decimal& decimal)
{
    const double rounded = nearestDouble(decimal);
    if (!std::isfinite(rounded) || rounded == 0 || !mayBeTie(rounded))
        return rounded;
    const auto order = compareMagnitudes(decimal, Decimal::exactly(rounded));
    if (order == 0)
        return rounded;
    // Off the tie, to the side where the number lies.
    const double away = std::copysign(std::numeric_limits<double>::infinity(), rounded);
    return std::nextafter(rounded, order > 0 ? away : 0.0);
}

double doubleForRounding(std::uint64_t magnitude)
{
    const int excess = std::bit_width(magnitude) - std::numeric_limits<double>::digits;
    if (excess <= 0)
        return static_cast<double>(magnitude);
    const auto kept = magnitude >> excess;
    const bool lost = (kept << excess) != magnitude;
    return std::ldexp(static_cast<double>(kept | (lost ? 1U : 0U)), excess);
}

Decimal shortest(double value)
{
    return shortestOf(value);
}

Decimal shortest(float value)
{
    return shortestOf(value);
}

Decimal shortest(float value, const std::function<bool(double)>& readsBack)
{
    if (value == 0)
        return Decimal::exactly(value);
    for (int count = 1; count <= std::numeric_limits<float>::max_digits10; ++count) {
        std::array<char, 64> text{};
        const auto end =
            std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, count - 1)
                .ptr;
        // Most decimals are far from any tie, and need not be compared digit by digit.
        double closest = 0;
        std::from_chars(text.data(), end, closest);
        if (mayBeTie(closest))
            closest = doubleForRounding(fromScientific({text.data(), end}));
        if (readsBack(closest))
            return fromScientific({text.data(), end});
        // At a power of two values lie closer below than above: the closest may be lost to the neighbour below
        // when one further off, but above, is not.
        if (std::fabs(closest) < std::fabs(value)) {
            const auto above = nextAway(fromScientific({text.data(), end}), static_cast<std::size_t>(count));
            if (readsBack(doubleForRounding(above)))
                return above;
        }
    }
    return Decimal::exactly(value);
}

std::string layOut(const Decimal& decimal, double exact)
{
    const std::string sign = decimal.negative ? "-" : "";
    if (decimal.isZero())
        return sign + "0";
    const auto count = static_cast<std::int64_t>(decimal.digits.size());
    const auto power = decimal.exponent - 1; // of the first digit

    auto exponent = std::to_string(std::abs(power));
    if (exponent.size() < 2)
        exponent.insert(0, "0");
    exponent.insert(0, power < 0 ? "e-" : "e+");
    const auto scientificSize = count + (count > 1 ? 1 : 0) + static_cast<std::int64_t>(exponent.size());
    const auto plainSize =
        power < 0 ? count + 1 - power : std::max(count + (count > power + 1 ? 1 : 0), power + 1);

    // Everyday magnitudes are easier to read without an exponent, even where it would be shorter.
    const bool plain = (power >= -4 && power < 7) || plainSize <= scientificSize;
    if (!plain)
        return sign + decimal.digits.substr(0, 1) + (count > 1 ? "." + decimal.digits.substr(1) : "") + exponent;
    if (decimal.isWhole()) {
        auto whole = Decimal::exactly(exact);
        whole.digits.resize(static_cast<std::size_t>(whole.exponent), '0');
        return sign + whole.digits;
    }
    if (power < 0)
        return sign + "0." + std::string(static_cast<std::size_t>(-power - 1), '0') + decimal.digits;
    const auto beforePoint = static_cast<std::size_t>(decimal.exponent);
    return sign + decimal.digits.substr(0, beforePoint) + "." + decimal.digits.substr(beforePoint);
}

} // namespace tscope

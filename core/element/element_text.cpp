// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "element/decimal.h"
#include "element/element.h"
#include "element/real_types.h"
#include "element/visit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

namespace tscope {

namespace {

// A real number as text gives it, before it is rounded to any type.
struct RealText {
    enum class Kind { finite, infinite, nan };
    Kind kind = Kind::finite;
    bool negative = false;
    Decimal decimal; // only when finite; carries the sign as well
};

struct NumberText {
    RealText real;
    RealText imag;
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isWord(std::string_view text, std::string_view word)
{
    return std::ranges::equal(text, word, {}, lower);
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// For sentences: short, and nothing that could upset a terminal.
std::string quoted(std::string_view text)
{
    constexpr std::size_t longest = 40;
    std::string out(text.substr(0, longest));
    for (char& c : out)
        if (c < ' ' || c > '~')
            c = '?';
    return "'" + out + (text.size() > longest ? "...'" : "'");
}

Error cannotRead(std::string_view text, const DType& type, std::string_view wanted)
{
    return {ErrorCode::invalidArgument,
            say("{0} is not {1}, which {2} needs", quoted(text), wanted, type.name()),
            {},
            "syntax"};
}

template <RealType T>
T rounded(const Decimal& decimal)
{
    if constexpr (std::same_as<T, double>)
        return nearestDouble(decimal);
    else if constexpr (std::same_as<T, float>)
        return nearestFloat(decimal);
    else
        return roundTo<T>(doubleForRounding(decimal));
}

template <RealType T>
std::string realText(T value)
{
    const double wide = toDouble(value);
    if (std::isnan(wide))
        return "nan";
    if (std::isinf(wide))
        return wide < 0 ? "-inf" : "inf";
    if constexpr (SmallFloat<T>) {
        const auto readsBack = [&](double read) { return roundTo<T>(read).bits == value.bits; };
        return layOut(shortest(toFloat(value), readsBack), wide);
    } else {
        return layOut(shortest(value), wide);
    }
}

template <RealType T>
std::string complexText(T real, T imag)
{
    const auto second = realText(imag);
    return "(" + realText(real) + (second.starts_with('-') ? "" : "+") + second + "j)";
}

std::string boolText(std::uint8_t byte)
{
    if (byte > 1)
        return "true(" + std::to_string(byte) + ")";
    return byte == 1 ? "true" : "false";
}

std::optional<RealText> parseReal(std::string_view text)
{
    if (auto decimal = Decimal::parse(text)) {
        const bool negative = decimal->negative;
        return RealText{RealText::Kind::finite, negative, std::move(*decimal)};
    }
    RealText out;
    out.negative = text.starts_with('-');
    if (out.negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (isWord(text, "nan"))
        out.kind = RealText::Kind::nan;
    else if (isWord(text, "inf") || isWord(text, "infinity"))
        out.kind = RealText::Kind::infinite;
    else
        return std::nullopt;
    return out;
}

RealText whole(char digit)
{
    return {RealText::Kind::finite, false, *Decimal::parse({&digit, 1})};
}

// "1.5", "2j", "1+2j", "(1 - 2j)", "inf", "true".
std::optional<NumberText> parseNumber(std::string_view text)
{
    if (isWord(text, "true"))
        return NumberText{whole('1'), whole('0')};
    if (isWord(text, "false"))
        return NumberText{whole('0'), whole('0')};
    if (text.size() >= 2 && text.front() == '(' && text.back() == ')')
        text = trimmed(text.substr(1, text.size() - 2));
    if (!text.ends_with('j') && !text.ends_with('J')) {
        auto real = parseReal(text);
        return real ? std::optional(NumberText{std::move(*real), whole('0')}) : std::nullopt;
    }
    text.remove_suffix(1);

    // The sign between the parts is the last one that does not belong to an exponent.
    auto split = text.size();
    while (split-- > 1)
        if ((text[split] == '+' || text[split] == '-') && lower(text[split - 1]) != 'e')
            break;
    const bool hasReal = split != std::string_view::npos && split > 0;
    auto real = hasReal ? parseReal(trimmed(text.substr(0, split))) : whole('0');
    auto imag =
        hasReal ? parseReal(std::string(1, text[split]).append(trimmed(text.substr(split + 1)))) : parseReal(text);
    if (!real || !imag)
        return std::nullopt;
    return NumberText{std::move(*real), std::move(*imag)};
}

bool isZero(const RealText& text)
{
    return text.kind == RealText::Kind::finite && text.decimal.isZero();
}

template <RealType T>
T toReal(const RealText& text)
{
    switch (text.kind) {
    case RealText::Kind::finite:
        return rounded<T>(text.decimal);
    case RealText::Kind::infinite:
        return roundTo<T>(text.negative ? -std::numeric_limits<double>::infinity()
                                        : std::numeric_limits<double>::infinity());
    case RealText::Kind::nan:
        break;
    }
    return roundTo<T>(std::numeric_limits<double>::quiet_NaN());
}

template <std::integral T>
Result<T> toInteger(const RealText& number, std::string_view text, const DType& type)
{
    if (number.kind != RealText::Kind::finite || !(number.decimal.isWhole() || number.decimal.isZero()))
        return cannotRead(text, type, say("a whole number"));
    const auto magnitude = number.decimal.wholeMagnitude();
    if (magnitude && !number.negative && std::in_range<T>(*magnitude))
        return static_cast<T>(*magnitude);
    // -magnitude without leaving int64: its lowest value has no positive twin.
    if (magnitude && number.negative && *magnitude <= std::uint64_t{1} << 63) {
        const auto value = static_cast<std::int64_t>(0 - *magnitude);
        if (std::in_range<T>(value))
            return static_cast<T>(value);
    }
    return Error{ErrorCode::invalidArgument,
                 say("{0} does not fit {1}, which holds {2} to {3}", quoted(text), type.name(),
                     std::numeric_limits<T>::min(), std::numeric_limits<T>::max()),
                 {},
                 "range"};
}

Result<BoolByte> toBool(std::string_view text, const DType& type)
{
    // As boolText writes an odd byte.
    if (text.size() > 5 && isWord(text.substr(0, 5), "true(") && text.ends_with(')')) {
        BoolByte out;
        const auto* end = text.data() + text.size() - 1;
        const auto read = std::from_chars(text.data() + 5, end, out.byte);
        if (read.ec == std::errc() && read.ptr == end && out.byte > 0)
            return out;
    } else if (const auto number = parseNumber(text); number && isZero(number->imag)) {
        const auto digit =
            number->real.kind == RealText::Kind::finite ? number->real.decimal.wholeMagnitude() : std::nullopt;
        if (digit == 0U || (digit == 1U && !number->real.negative))
            return BoolByte{static_cast<std::uint8_t>(*digit)};
    }
    return cannotRead(text, type, say("true, false, 1 or 0"));
}

template <class T>
Result<T> parseStored(std::string_view text, const DType& type)
{
    if constexpr (std::same_as<T, BoolByte>)
        return toBool(text, type);
    else {
        const auto number = parseNumber(text);
        if (!number)
            return cannotRead(text, type, say("a number"));
        if constexpr (std::same_as<T, ComplexHalf>)
            return T{toReal<Half>(number->real), toReal<Half>(number->imag)};
        else if constexpr (std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>)
            return T{toReal<typename T::value_type>(number->real), toReal<typename T::value_type>(number->imag)};
        else {
            if (!isZero(number->imag))
                return cannotRead(text, type, say("a real number"));
            if constexpr (RealType<T>)
                return toReal<T>(number->real);
            else if constexpr (std::integral<T>)
                return toInteger<T>(number->real, text, type);
            else {
                const auto stored = toInteger<decltype(T::stored)>(number->real, text, type);
                if (!stored)
                    return stored.error();
                return T{*stored};
            }
        }
    }
}

} // namespace

std::string Element::text() const
{
    if (!isReadable())
        return "?";
    return visitElement(m_type, [&](auto tag) -> std::string {
        using T = typename decltype(tag)::type;
        const auto value = loadElement<T>(m_bytes.data());
        if constexpr (std::same_as<T, BoolByte>)
            return boolText(value.byte);
        else if constexpr (std::same_as<T, QInt8> || std::same_as<T, QUInt8>)
            return std::to_string(value.stored);
        else if constexpr (std::integral<T>)
            return std::to_string(value);
        else if constexpr (RealType<T>)
            return realText(value);
        else if constexpr (std::same_as<T, ComplexHalf>)
            return complexText(value.real, value.imag);
        else
            return complexText(value.real(), value.imag());
    });
}

Result<Element> parseElement(std::string_view text, const DType& type)
{
    if (type.isOpaque())
        return unsupported(
            say("elements of type '{0}' can't be read from text, since their encoding is not known", type.name()));
    const auto bare = trimmed(text);
    if (bare.empty())
        return cannotRead(bare, type, say("a number"));
    return visitElement(type, [&](auto tag) -> Result<Element> {
        using T = typename decltype(tag)::type;
        const auto stored = parseStored<T>(bare, type);
        if (!stored)
            return stored.error();
        return Element(type, std::as_bytes(std::span(&*stored, 1)));
    });
}

} // namespace tscope

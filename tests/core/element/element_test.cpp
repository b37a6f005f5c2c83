// SPDX-License-Identifier: Apache-2.0
#include "element/element.h"

#include "base/checked_math.h"

#include "element/visit.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace tscope {
namespace {

template <class T>
Element elementOf(ElementType type, T value)
{
    return Element(type, std::as_bytes(std::span(&value, 1)));
}

template <class T>
T bitsOf(const Element& element)
{
    T out{};
    std::memcpy(&out, element.bytes().data(), sizeof out);
    return out;
}

std::uint64_t bitsRead(std::string_view text, ElementType type)
{
    const auto element = parseElement(text, type);
    EXPECT_TRUE(element) << text;
    std::uint64_t out = 0;
    if (element)
        std::memcpy(&out, element->bytes().data(), element->bytes().size());
    return out;
}

std::string refusal(std::string_view text, ElementType type)
{
    const auto element = parseElement(text, type);
    EXPECT_FALSE(element) << text << " was read as " << element->text();
    return element ? "" : element.error().text;
}

TEST(Element, everySmallFloatSurvivesItsText)
{
    for (const auto type : {ElementType::f16, ElementType::bf16})
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const auto element = elementOf(type, static_cast<std::uint16_t>(bits));
            if (element.isNan()) {
                ASSERT_EQ(element.text(), "nan");
                continue;
            }
            const auto back = parseElement(element.text(), type);
            ASSERT_TRUE(back) << element.text();
            ASSERT_EQ(*back, element) << element.text();
        }
    for (const auto type : {ElementType::f8e4m3fn, ElementType::f8e5m2, ElementType::boolean, ElementType::u8,
                            ElementType::i8, ElementType::qi8, ElementType::qu8})
        for (unsigned bits = 0; bits < 0x100; ++bits) {
            const auto element = elementOf(type, static_cast<std::uint8_t>(bits));
            if (element.isNan())
                continue;
            const auto back = parseElement(element.text(), type);
            ASSERT_TRUE(back) << element.text();
            ASSERT_EQ(*back, element) << element.text();
        }
}

TEST(Element, randomBitsOfEveryTypeSurviveTheirText)
{
    constexpr unsigned seed = 99;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (const auto type : knownElementTypes())
        for (int i = 0; i < 2000; ++i) {
            std::array<std::uint64_t, 2> bits{random(), random()};
            const auto size = static_cast<std::size_t>(DType(type).itemSize());
            const Element element(type, std::as_bytes(std::span(bits)).first(size));
            if (element.isNan())
                continue;
            const auto back = parseElement(element.text(), type);
            ASSERT_TRUE(back) << element.text();
            ASSERT_EQ(*back, element) << DType(type).name() << " " << element.text();
        }
}

// Whether the decimal `digits` * 10^power is read as this positive half: it lies between the middles to both
// neighbours, on them only when the pattern is even. In integers, at 10^8 * 2^25 steps to one.
bool isReadAs(std::int64_t digits, int power, unsigned bits)
{
    __extension__ using Exact = __int128;
    const auto times = [](Exact value, int base, int count) {
        for (; count > 0; --count)
            value *= base;
        return value;
    };
    const auto middleAbove = [&](unsigned pattern) { // between it and the next, in steps of 2^-25
        const int exponent = std::max(1, static_cast<int>(pattern >> 10));
        const Exact mantissa = (pattern & 1023) + (pattern >= 1024 ? 1024 : 0);
        return times(2 * mantissa + 1, 2, exponent - 1);
    };
    const Exact value = times(times(digits, 2, 25), 10, power + 8);
    const Exact low = times(middleAbove(bits - 1), 10, 8);
    const Exact high = times(middleAbove(bits), 10, 8);
    return bits % 2 == 0 ? low <= value && value <= high : low < value && value < high;
}

TEST(Element, noShorterTextThanThatOfAHalfIsReadBack)
{
    for (unsigned bits = 1; bits < 0x7c00; ++bits) {
        const double value = toFloat(Half{static_cast<std::uint16_t>(bits)});
        const auto text = elementOf(ElementType::f16, static_cast<std::uint16_t>(bits)).text();
        if (value == std::floor(value))
            continue; // whole numbers are written exactly
        auto digits = text.substr(0, text.find('e'));
        std::erase(digits, '.');
        digits.erase(0, digits.find_first_not_of('0'));
        // Any decimal with one digit less, just below and just above the value.
        const int power = static_cast<int>(std::floor(std::log10(value))) - static_cast<int>(digits.size()) + 2;
        const auto below = static_cast<std::int64_t>(std::floor(value / std::pow(10.0, power)));
        for (const auto candidate : {below - 1, below, below + 1, below + 2})
            ASSERT_FALSE(digits.size() > 1 && candidate > 0 && isReadAs(candidate, power, bits))
                << text << " " << candidate << "e" << power;
    }
}

TEST(Element, theShortestTextMayLieAbove)
{
    // 0.12 is nearer to 0.125, but is read as the value below, which is only half as far off as the one above.
    EXPECT_EQ(parseElement("0.125", ElementType::f8e4m3fn)->text(), "0.13");
    EXPECT_NE(*parseElement("0.12", ElementType::f8e4m3fn), *parseElement("0.125", ElementType::f8e4m3fn));
    EXPECT_EQ(parseElement("0.125", ElementType::f16)->text(), "0.125");
    EXPECT_EQ(parseElement("65504", ElementType::f16)->text(), "65504");
    EXPECT_EQ(parseElement("0.1", ElementType::f16)->text(), "0.1");
    EXPECT_EQ(parseElement("100000", ElementType::bf16)->text(), "99840");
}

TEST(Element, decimalsAreRoundedToHalfOnce)
{
    // 1 + 2^-11 is a tie between 0x3c00 and 0x3c01. A double can't hold the digits behind it.
    EXPECT_EQ(bitsRead("1.00048828125", ElementType::f16), 0x3c00U);
    EXPECT_EQ(bitsRead("1.0004882812500000000000000000000000001", ElementType::f16), 0x3c01U);
    EXPECT_EQ(bitsRead("1.00146484375", ElementType::f16), 0x3c02U);
    EXPECT_EQ(bitsRead("1.0014648437499999999999999999999999999", ElementType::f16), 0x3c01U);
    EXPECT_EQ(bitsRead("-1.0004882812500000000000000000000000001", ElementType::f16), 0xbc01U);
    EXPECT_EQ(bitsRead("1.00390625", ElementType::bf16), 0x3f80U);
    EXPECT_EQ(bitsRead("1.0039062500000000000000000000001", ElementType::bf16), 0x3f81U);
    EXPECT_EQ(bitsRead("1.0625", ElementType::f8e4m3fn), 0x38U);
    EXPECT_EQ(bitsRead("1.06250000000000000000000000000001", ElementType::f8e4m3fn), 0x39U);
    EXPECT_EQ(bitsRead("1.1250000000000000000000000000000001", ElementType::f8e5m2), 0x3dU);
    EXPECT_EQ(bitsRead("65519.99999999999999999999999999", ElementType::f16), 0x7bffU);
    EXPECT_EQ(bitsRead("65520", ElementType::f16), 0x7c00U);
    // Half of the smallest subnormal, 2^-25, is a tie with zero.
    EXPECT_EQ(bitsRead("2.98023223876953125e-8", ElementType::f16), 0U);
    EXPECT_EQ(bitsRead("2.980232238769531250000000000000001e-8", ElementType::f16), 1U);
    EXPECT_EQ(bitsRead("16777217", ElementType::f32), std::bit_cast<std::uint32_t>(16777216.0F));
    EXPECT_EQ(bitsRead("16777217.0000000000000000001", ElementType::f32),
              std::bit_cast<std::uint32_t>(16777218.0F));
}

TEST(Element, integersAreRoundedToRealsOnce)
{
    // The tie of bfloat16 at 2^60, and one more, which a double would drop.
    const std::int64_t tie = (std::int64_t{1} << 60) + (std::int64_t{1} << 52);
    EXPECT_EQ(bitsOf<std::uint16_t>(*Element::from(tie, ElementType::bf16)), 0x5d80);
    EXPECT_EQ(bitsOf<std::uint16_t>(*Element::from(tie + 1, ElementType::bf16)), 0x5d81);
    EXPECT_EQ(bitsOf<std::uint16_t>(*Element::from(-tie - 1, ElementType::bf16)), 0xdd81);
    EXPECT_EQ(bitsOf<float>(*Element::from(std::numeric_limits<std::int64_t>::min(), ElementType::f32)), -0x1p63F);
    EXPECT_EQ(bitsOf<double>(*Element::from(std::numeric_limits<std::uint64_t>::max(), ElementType::f64)), 0x1p64);
}

TEST(Element, integersKeepAllTheirBits)
{
    for (const std::string text : {"-9223372036854775808", "9223372036854775807", "9007199254740993"}) {
        const auto element = parseElement(text, ElementType::i64);
        ASSERT_TRUE(element) << text;
        EXPECT_EQ(element->text(), text);
    }
    EXPECT_EQ(parseElement("18446744073709551615", ElementType::u64)->text(), "18446744073709551615");
    EXPECT_EQ(parseElement("18446744073709551615", ElementType::u64)->asIndex(), std::nullopt);
    EXPECT_EQ(parseElement("9223372036854775807", ElementType::u64)->asIndex(), int64Max);
    EXPECT_EQ(parseElement("-128", ElementType::i8)->asIndex(), -128);
    EXPECT_EQ(parseElement("1e3", ElementType::i16)->asIndex(), 1000);
    EXPECT_EQ(parseElement("-0", ElementType::u8)->asIndex(), 0);
    EXPECT_EQ(parseElement("12.50e1", ElementType::i32)->asIndex(), 125);
    EXPECT_EQ(elementOf(ElementType::f32, 1.0F).asIndex(), std::nullopt);
}

TEST(Element, whatDoesNotFitIsSaid)
{
    EXPECT_EQ(refusal("9223372036854775808", ElementType::i64),
              "'9223372036854775808' does not fit int64, which holds -9223372036854775808 to 9223372036854775807");
    EXPECT_EQ(refusal("256", ElementType::u8), "'256' does not fit uint8, which holds 0 to 255");
    EXPECT_EQ(refusal("-1", ElementType::u64), "'-1' does not fit uint64, which holds 0 to 18446744073709551615");
    EXPECT_EQ(refusal("1e400", ElementType::i32),
              "'1e400' does not fit int32, which holds -2147483648 to 2147483647");
    EXPECT_EQ(refusal("1.5", ElementType::i32), "'1.5' is not a whole number, which int32 needs");
    EXPECT_EQ(refusal("nan", ElementType::i32), "'nan' is not a whole number, which int32 needs");
    EXPECT_EQ(refusal("1+2j", ElementType::f32), "'1+2j' is not a real number, which float32 needs");
    EXPECT_EQ(refusal("2", ElementType::boolean), "'2' is not true, false, 1 or 0, which bool needs");
    for (const auto* text :
         {"", "  ", "0x10", "one", "1 2", "1e", "--1", "1,5", "j", "1+j", "(1", "1+-2j", "\x80\x1b"})
        for (const auto type : knownElementTypes())
            EXPECT_NE(refusal(text, type), "");
    EXPECT_FALSE(parseElement("1", DType::opaque("float4")));
    EXPECT_FALSE(Element::from(std::int64_t{1}, DType::opaque("float4")));

    EXPECT_FALSE(Element::from(300.0, ElementType::u8));
    EXPECT_FALSE(Element::from(0x1p63, ElementType::i64));
    EXPECT_FALSE(Element::from(0x1p64, ElementType::u64));
    EXPECT_FALSE(Element::from(-1.0, ElementType::u64));
    EXPECT_FALSE(Element::from(0.5, ElementType::i8));
    EXPECT_FALSE(Element::from(std::nan(""), ElementType::i8));
    EXPECT_FALSE(Element::from(HUGE_VAL, ElementType::i8));
    EXPECT_FALSE(Element::from(std::complex<double>(1, 2), ElementType::f64));
    EXPECT_EQ(Element::from(std::complex<double>(7, 0), ElementType::i8)->asIndex(), 7);
    EXPECT_EQ(Element::from(-0x1p63, ElementType::i64)->asIndex(), int64Min);
}

TEST(Element, readsWhatPeopleType)
{
    EXPECT_EQ(parseElement(" .5 ", ElementType::f32)->text(), "0.5");
    EXPECT_EQ(parseElement("+1E3", ElementType::f64)->text(), "1000");
    EXPECT_EQ(parseElement("-Inf", ElementType::f16)->text(), "-inf");
    EXPECT_EQ(parseElement("Infinity", ElementType::bf16)->text(), "inf");
    EXPECT_TRUE(parseElement("NaN", ElementType::f8e5m2)->isNan());
    EXPECT_EQ(parseElement("True", ElementType::boolean)->text(), "true");
    EXPECT_EQ(parseElement("0", ElementType::boolean)->text(), "false");
    EXPECT_EQ(parseElement("1+2j", ElementType::c64)->text(), "(1+2j)");
    EXPECT_EQ(parseElement("(1 - 2J)", ElementType::c128)->text(), "(1-2j)");
    EXPECT_EQ(parseElement("-2.5e-3j", ElementType::c128)->text(), "(0-0.0025j)");
    EXPECT_EQ(parseElement("3", ElementType::c32)->text(), "(3+0j)");
    EXPECT_EQ(parseElement("-nan-infj", ElementType::c64)->text(), "(nan-infj)");
    EXPECT_EQ(parseElement("-0-0j", ElementType::c64)->text(), "(-0-0j)");
}

TEST(Element, anOddBoolByteShows)
{
    const auto odd = elementOf(ElementType::boolean, std::uint8_t{2});
    EXPECT_EQ(odd.text(), "true(2)");
    EXPECT_EQ(std::get<bool>(odd.number()), true);
    EXPECT_EQ(odd.asIndex(), 1);
    EXPECT_FALSE(odd == *parseElement("true", ElementType::boolean));
    EXPECT_EQ(*parseElement("true(2)", ElementType::boolean), odd);
    EXPECT_FALSE(parseElement("true(0)", ElementType::boolean));
    EXPECT_FALSE(parseElement("true(256)", ElementType::boolean));
    EXPECT_FALSE(parseElement("true()", ElementType::boolean));
}

TEST(Element, equalityIsOfBytesNotOfNumbers)
{
    const auto zero = elementOf(ElementType::f32, 0.0F);
    const auto minusZero = elementOf(ElementType::f32, -0.0F);
    const auto nan = elementOf(ElementType::f32, std::nanf(""));
    EXPECT_FALSE(zero == minusZero);
    EXPECT_TRUE(nan == nan);
    EXPECT_FALSE(zero == elementOf(ElementType::i32, 0));
    EXPECT_EQ(minusZero.text(), "-0");
    EXPECT_TRUE(minusZero.isZero());
    EXPECT_TRUE(nan.isNan());
    EXPECT_FALSE(nan.isZero());
    EXPECT_TRUE(parseElement("1+infj", ElementType::c32)->isInfinite());
    EXPECT_TRUE(Element::zero(ElementType::c128).isZero());
}

TEST(Element, anOpaqueElementHasNoValue)
{
    const Element element(DType::opaque("float4", 64), {});
    EXPECT_TRUE(element.bytes().empty());
    EXPECT_FALSE(element.isReadable());
    EXPECT_EQ(element.text(), "?");
    EXPECT_EQ(element.asIndex(), std::nullopt);
    EXPECT_FALSE(element.isZero() || element.isNan() || element.isInfinite());
    EXPECT_TRUE(element == Element::zero(DType::opaque("float4")));
}

TEST(Visit, givesTheTypeOfEveryElementType)
{
    for (const auto type : knownElementTypes()) {
        const auto size = visitElement(type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
        EXPECT_EQ(static_cast<std::int64_t>(size), DType(type).itemSize()) << DType(type).name();
        if (DType(type).isIndexLike()) {
            const auto lowest = visitIndexType(type, [](auto tag) {
                return std::int64_t{std::numeric_limits<typename decltype(tag)::type>::min()};
            });
            EXPECT_TRUE(parseElement(std::to_string(lowest), type));
            EXPECT_FALSE(lowest > int64Min && parseElement(std::to_string(lowest - 1), type));
        }
    }
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "element/decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>

namespace tscope {
namespace {

TEST(Decimal, readsNumbersFromEndToEnd)
{
    EXPECT_EQ(Decimal::parse("-0012.340e2"), (Decimal{true, "1234", 4}));
    EXPECT_EQ(Decimal::parse(".05"), (Decimal{false, "5", -1}));
    EXPECT_EQ(Decimal::parse("5."), (Decimal{false, "5", 1}));
    EXPECT_EQ(Decimal::parse("-0e7"), (Decimal{true, "", 0}));
    EXPECT_EQ(Decimal::parse("+1E+2"), (Decimal{false, "1", 3}));
    for (const auto* text : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1 ", " 1", "1e5.0", "--1", "1_0"})
        EXPECT_FALSE(Decimal::parse(text)) << text;
}

TEST(Decimal, hugeExponentsAreHeldNotWrapped)
{
    EXPECT_EQ(nearestDouble(*Decimal::parse("1e99999999999999999999")), HUGE_VAL);
    EXPECT_EQ(nearestDouble(*Decimal::parse("-1e-99999999999999999999")), 0);
    EXPECT_EQ(nearestDouble(*Decimal::parse("1e400")), HUGE_VAL);
    EXPECT_EQ(nearestFloat(*Decimal::parse("-1e39")), -HUGE_VALF);
    EXPECT_EQ(nearestDouble(*Decimal::parse("2e-324")), 0);
    EXPECT_EQ(nearestDouble(*Decimal::parse("3e-324")), 0x1p-1074);
    EXPECT_EQ(nearestDouble(*Decimal::parse("2.5e-310")), 2.5e-310);
}

TEST(Decimal, wholeNumbersKeepAllTheirDigits)
{
    EXPECT_EQ(Decimal::parse("18446744073709551615")->wholeMagnitude(), 18446744073709551615U);
    EXPECT_FALSE(Decimal::parse("18446744073709551616")->wholeMagnitude());
    EXPECT_FALSE(Decimal::parse("1e20")->wholeMagnitude());
    EXPECT_EQ(Decimal::parse("1.5e1")->wholeMagnitude(), 15U);
    EXPECT_FALSE(Decimal::parse("1.55e1")->wholeMagnitude());
    EXPECT_EQ(Decimal::parse("0.000e-5")->wholeMagnitude(), 0U);
}

TEST(Decimal, theExactDigitsOfADouble)
{
    EXPECT_EQ(Decimal::exactly(0.5), *Decimal::parse("0.5"));
    EXPECT_EQ(Decimal::exactly(0x1p-20), *Decimal::parse("0.00000095367431640625"));
    EXPECT_EQ(Decimal::exactly(0x1p-1074).digits.size(), 751U);
    EXPECT_EQ(Decimal::exactly(-0.0), (Decimal{true, "", 0}));
}

TEST(Decimal, theExactDigitsAreThoseTheCLibraryPrints)
{
    constexpr unsigned seed = 5;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 3000; ++i) {
        // Any exponent, and fractions from full to nearly empty.
        const auto value = std::bit_cast<double>(random() & (~std::uint64_t{0} << random() % 53));
        if (!std::isfinite(value))
            continue;
        std::array<char, 800> text{};
        std::snprintf(text.data(), text.size(), "%.770e", value);
        ASSERT_EQ(Decimal::exactly(value), *Decimal::parse(text.data())) << text.data();
    }
}

TEST(Decimal, shortestIsReadBackBitForBit)
{
    constexpr unsigned seed = 7;
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 50'000; ++i) {
        const auto bits = random();
        const auto wide = std::bit_cast<double>(bits);
        const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        if (std::isfinite(wide)) {
            const auto text = layOut(shortest(wide), wide);
            ASSERT_EQ(std::bit_cast<std::uint64_t>(nearestDouble(*Decimal::parse(text))), bits) << text;
        }
        if (std::isfinite(narrow)) {
            const auto text = layOut(shortest(narrow), narrow);
            ASSERT_EQ(nearestFloat(*Decimal::parse(text)), narrow) << text;
        }
    }
}

TEST(Decimal, isLaidOutForReaders)
{
    const auto laidOut = [](double value) { return layOut(shortest(value), value); };
    EXPECT_EQ(laidOut(1), "1");
    EXPECT_EQ(laidOut(-0.0), "-0");
    EXPECT_EQ(laidOut(100000), "100000");
    EXPECT_EQ(laidOut(1e7), "1e+07");
    EXPECT_EQ(laidOut(12345678), "12345678");
    EXPECT_EQ(laidOut(0.0001), "0.0001");
    EXPECT_EQ(laidOut(0.00001), "1e-05");
    EXPECT_EQ(laidOut(-1234.5), "-1234.5");
    EXPECT_EQ(laidOut(1.5e300), "1.5e+300");
    EXPECT_EQ(laidOut(9007199254740993.0), "9007199254740992");
    EXPECT_EQ(layOut(shortest(1e15F), 1e15F), "1e+15");
    EXPECT_EQ(layOut(shortest(0x1p30F), 0x1p30F), "1073741824");
}

TEST(Decimal, aSecondRoundingGivesWhatOneRoundingWould)
{
    // 1 + 2^-11 lies between two halves; a bit more must go up, a bit less down, though the nearest double of
    // all three texts is the same.
    const std::string tie = "1.00048828125";
    EXPECT_EQ(doubleForRounding(*Decimal::parse(tie)), 1 + 0x1p-11);
    EXPECT_GT(doubleForRounding(*Decimal::parse(tie + "00000000000000000000001")), 1 + 0x1p-11);
    EXPECT_LT(doubleForRounding(*Decimal::parse("-1.00048828125000000000000001")), -1 - 0x1p-11);
    EXPECT_LT(doubleForRounding(*Decimal::parse("1.0004882812499999999999999")), 1 + 0x1p-11);
    EXPECT_EQ(doubleForRounding(std::uint64_t{1} << 63), 0x1p63);
    EXPECT_GT(doubleForRounding((std::uint64_t{1} << 63) + 1), 0x1p63);
    EXPECT_LT(doubleForRounding((std::uint64_t{1} << 63) - 1), 0x1p63);
}

} // namespace
} // namespace tscope

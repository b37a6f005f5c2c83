// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace tscope {
namespace {

// The text with a line end and what may be read behind it, which must not matter.
template <class T>
bool readsPlainly(std::string text, T& value, char behind = '9')
{
    const auto length = text.size();
    text += '\n' + std::string(mtxSlack, behind);
    const char* at = text.data();
    return mtxPlain(at, value) && at == text.data() + length;
}

TEST(MatrixMarketNumbers, WholeNumbersOfEveryLength)
{
    std::uint64_t number = 0;
    for (int digits = 1; digits <= 19; ++digits) {
        number = number * 10 + static_cast<std::uint64_t>(digits % 10);
        std::uint64_t natural = 0;
        EXPECT_TRUE(readsPlainly(std::to_string(number), natural));
        EXPECT_EQ(natural, number);
        std::int64_t integer = 0;
        EXPECT_EQ(readsPlainly("-" + std::to_string(number), integer), digits <= 18);
        if (digits <= 18) {
            EXPECT_EQ(integer, -static_cast<std::int64_t>(number));
        }
    }
    std::uint64_t natural = 0;
    EXPECT_FALSE(readsPlainly("12345678901234567890", natural)) << "may not fit, so it is read with care";
    EXPECT_FALSE(readsPlainly(std::string(5000, '1'), natural));
    for (const auto* text : {"", "-1", "+1", "x", "1x", "1.", "/", ":"})
        EXPECT_FALSE(readsPlainly(text, natural)) << text;
}

TEST(MatrixMarketNumbers, EveryByteThatIsNoDigitEndsANumber)
{
    for (int c = 0; c < 256; ++c) {
        if (c >= '0' && c <= '9')
            continue;
        for (std::size_t length = 0; length <= 9; ++length) {
            std::string text(length, '7');
            text += static_cast<char>(c);
            text += std::string(20, '9');
            const char* at = text.data();
            EXPECT_EQ(mtxDigits(at).count, static_cast<int>(length)) << c;
            EXPECT_EQ(at, text.data() + length) << c;
        }
    }
}

TEST(MatrixMarketNumbers, RealNumbersThatAreNotPlainAreLeftToCare)
{
    double value = 0;
    for (const auto* text : {"", "-", ".", "-.", "+1", "nan", "inf", "1e", "1e+", "1e12345", "1e-2147483648", "1x",
                             "--1", "1.2.3", "e5"})
        EXPECT_FALSE(readsPlainly(text, value)) << text;
    EXPECT_TRUE(readsPlainly("1d3", value));
    EXPECT_EQ(value, 1000);
    EXPECT_TRUE(readsPlainly("-0.0", value));
    EXPECT_TRUE(std::signbit(value));
}

// The same double as the standard library's own reader, bit by bit.
TEST(MatrixMarketNumbers, RandomRealNumbersAreTheNearestDoubles)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    int plain = 0;
    constexpr int rounds = 200000;
    for (int round = 0; round < rounds; ++round) {
        auto number = std::bit_cast<double>(random());
        if (round % 4 == 1)
            number = static_cast<double>(random() >> 11) * 0x1p-53;
        else if (round % 4 == 2)
            number = static_cast<double>(static_cast<std::int64_t>(random())) / 1e12;
        else if (round % 4 == 3)
            number = std::ldexp(static_cast<double>(random() >> 11), -static_cast<int>(random() % 200));
        if (!std::isfinite(number))
            continue;
        char text[64];
        const auto precision = static_cast<int>(random() % 19);
        const auto length = round % 2 == 0 ? std::to_chars(text, text + 64, number).ptr - text
                                           : std::snprintf(text, sizeof text, "%.*e", precision, number);
        const std::string written(text, static_cast<std::size_t>(length));
        double wanted = 0, value = 0;
        std::from_chars(written.data(), written.data() + written.size(), wanted);
        if (!readsPlainly(written, value))
            continue;
        ++plain;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(wanted)) << written;
    }
    EXPECT_GT(plain, rounds * 9 / 10);
}

// Halfway cases and their neighbours, where one digit decides.
TEST(MatrixMarketNumbers, TiesAreRoundedToEven)
{
    for (const auto* text :
         {"9007199254740993", "9007199254740993.0", "0.9007199254740993e16", "9007199254740995e0",
          "4503599627370496.5", "4503599627370497.5", "45035996273704965e-1", "1.0000000000000001110223",
          "2.2204460492503131e-16", "8.5899345920000000e9", "1.7763568394002505e-15"}) {
        double wanted = 0, value = 0;
        const std::string written(text);
        std::from_chars(written.data(), written.data() + written.size(), wanted);
        ASSERT_TRUE(readsPlainly(written, value)) << text;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(wanted)) << text;
    }
}

} // namespace
} // namespace tscope

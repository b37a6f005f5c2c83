// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/text_fit.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>

using namespace tscope;

namespace {

Element real(double value)
{
    return *Element::from(value, ElementType::f64);
}

} // namespace

TEST(TextFit, NothingIsLongerThanItsRoom)
{
    for (const auto value : {0.0, -1.5, 3.141592653589793, 1.7976931348623157e308, -2.2e-308, 1e15,
                             std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()})
        for (int room = -1; room < 30; ++room)
            EXPECT_LE(fitted(real(value), room).size(), std::max(room, 0)) << value << " in " << room;
    for (int room = -1; room < 10; ++room)
        EXPECT_LE(fitted(QStringLiteral("a heading"), room).size(), std::max(room, 0));
}

TEST(TextFit, ChineseCharactersTakeTheRoomOfTwo)
{
    const auto text = QString::fromUtf8("步幅 (1,)");
    EXPECT_EQ(columnsOf(text), 9);
    EXPECT_EQ(fitted(text, 9), text);
    EXPECT_EQ(fitted(text, 5).toStdString(), "步幅…");
    EXPECT_EQ(fitted(text, 4).toStdString(), "步…") << "no half of one";
    EXPECT_EQ(fitted(text, 2).toStdString(), "…");
}

TEST(TextFit, ANumberIsRoundedToTheDecimalsThatFit)
{
    EXPECT_EQ(fitted(real(3.141592653589793), 30), QStringLiteral("3.141592653589793"));
    EXPECT_EQ(fitted(real(3.141592653589793), 5), QStringLiteral("3.142"));
    EXPECT_EQ(fitted(real(-1.64), 5), QStringLiteral("-1.64"));
    EXPECT_EQ(fitted(real(-1.648), 5), QStringLiteral("-1.65"));
    EXPECT_EQ(fitted(real(2.999), 4), QStringLiteral("3.00")) << "and not 3, which it is not";
    EXPECT_EQ(fitted(real(-std::numeric_limits<double>::infinity()), 2), QStringLiteral("-\u221e"));
    EXPECT_EQ(fitted(real(std::numeric_limits<double>::quiet_NaN()), 1), QStringLiteral("N"));
}

// In three characters, as in a slot of 36 pixels, there is more to say of 1/3 than nothing.
TEST(TextFit, FewCharactersSayWhatTheyCan)
{
    EXPECT_EQ(fitted(real(1.0 / 3), 4), QStringLiteral("0.33"));
    EXPECT_EQ(fitted(real(1.0 / 3), 3), QStringLiteral("0.3"));
    EXPECT_EQ(fitted(real(-1.0 / 3), 3), QStringLiteral("-.3"));
    EXPECT_EQ(fitted(real(1e308), 5), QStringLiteral("1e308"));
}

TEST(TextFit, DigitsBeforeThePointAreNeverCut)
{
    EXPECT_EQ(fitted(real(10.59), 5), QStringLiteral("10.59"));
    EXPECT_EQ(fitted(real(10.59), 4), QStringLiteral("10.6"));
    EXPECT_EQ(fitted(real(-1.64), 3), QStringLiteral("\u2026"));
    EXPECT_EQ(fitted(real(0.0123), 4), QStringLiteral("0.01"));
    EXPECT_EQ(fitted(real(0.0123), 2), QStringLiteral("\u2026")) << ".0 would be nothing";
    EXPECT_EQ(fitted(real(1.23e-20), 3), QStringLiteral("\u2026"));
    EXPECT_EQ(fitted(real(123456.789), 8), QStringLiteral("123456.8"));
}

TEST(TextFit, AnIntegerIsWholeOrRoundedAsPeopleSayIt)
{
    const auto number = *Element::from(std::int64_t{123456}, ElementType::i64);
    EXPECT_EQ(fitted(number, 6), QStringLiteral("123456"));
    EXPECT_EQ(fitted(number, 5), QStringLiteral("123k"));
    EXPECT_EQ(fitted(number, 3), QStringLiteral("\u2026")) << "a tenth of a million would hide what it is";
    EXPECT_EQ(fitted(number, 0), QString());
    const auto pointer = *Element::from(std::int64_t{77777}, ElementType::i64);
    EXPECT_EQ(fitted(pointer, 4), QStringLiteral("78k"));
    EXPECT_EQ(fitted(*Element::from(std::int64_t{1234}, ElementType::i64), 3), QStringLiteral("\u2026"));
    EXPECT_EQ(fitted(*Element::from(std::int64_t{12345678}, ElementType::i64), 5), QStringLiteral("12.3M"));
    EXPECT_EQ(fitted(*Element::from(std::int64_t{999999}, ElementType::i64), 5), QStringLiteral("1.00M"));
    const auto least = *Element::from(std::numeric_limits<std::int64_t>::min(), ElementType::i64);
    EXPECT_EQ(fitted(least, 20), QStringLiteral("-9223372036854775808"));
    EXPECT_EQ(fitted(least, 9), QStringLiteral("-9.223e18"));
    EXPECT_EQ(fitted(*Element::from(std::int64_t{1000000}, ElementType::i64), 3), QStringLiteral("1M"));
}

TEST(TextFit, BothPartsOfAComplexNumberAreTold)
{
    const auto complex = [](double re, double im) {
        return *Element::from(std::complex<double>(re, im), ElementType::c128);
    };
    EXPECT_EQ(fitted(complex(0.125, -3), 10), QStringLiteral("(0.125-3j)"));
    EXPECT_EQ(fitted(complex(0.125, -3), 9), QStringLiteral("(0.13-3j)"));
    EXPECT_EQ(fitted(complex(1e308, -1e308), 14), QStringLiteral("(1e308-1e308j)"));
    EXPECT_EQ(fitted(complex(0.125, -3), 5), QStringLiteral("\u2026"));
}

TEST(TextFit, OfAWrongIntegerThereIsItsMagnitudeWhereItHasNoRoom)
{
    const auto number = *Element::from(std::int64_t{-123456789012}, ElementType::i64);
    EXPECT_EQ(fittedOrPower(number, 13), QStringLiteral("-123456789012"));
    EXPECT_EQ(fittedOrPower(number, 12), QStringLiteral("-123.457G"));
    EXPECT_EQ(fittedOrPower(number, 5), QStringLiteral("-123G"));
    EXPECT_EQ(fittedOrPower(number, 4), QStringLiteral("\u2026"));
    EXPECT_EQ(fittedOrPower(*Element::from(std::int64_t{77777}, ElementType::i64), 3), QStringLiteral("78k"));
    EXPECT_EQ(fittedOrPower(real(3.25), 4), fitted(real(3.25), 4));
}

TEST(TextFit, TextIsCutWithAnEllipsis)
{
    EXPECT_EQ(fitted(QStringLiteral("abcdef"), 6), QStringLiteral("abcdef"));
    EXPECT_EQ(fitted(QStringLiteral("abcdef"), 4), QStringLiteral("abc\u2026"));
    EXPECT_EQ(fitted(QStringLiteral("abcdef"), 0), QString());
}

TEST(TextFit, TextIsWrappedBetweenWords)
{
    const auto lines = [](const QString& text, int characters, int most) {
        return wrapped(text, characters, most).join(QLatin1Char('|')).toStdString();
    };
    const auto text = QStringLiteral("plain has not as many dims");
    EXPECT_EQ(lines(text, 13, 9), "plain has not|as many dims");
    EXPECT_EQ(lines(text, 12, 9), "plain has|not as many|dims");
    EXPECT_EQ(lines(text, 100, 9), "plain has not as many dims");
    EXPECT_EQ(lines(text, 9, 2), "plain has|not as m\u2026");
    EXPECT_EQ(lines(QStringLiteral("unbreakable"), 5, 3), "unbr\u2026");
}

TEST(RulerStep, IsTheFirstOfOneTwoFiveTenThatHasRoom)
{
    EXPECT_EQ(rulerStep(40, 30), 1);
    EXPECT_EQ(rulerStep(20, 30), 2);
    EXPECT_EQ(rulerStep(10, 30), 5);
    EXPECT_EQ(rulerStep(5, 30), 10);
    EXPECT_EQ(rulerStep(1, 30), 50);
    EXPECT_EQ(rulerStep(0.01, 30), 5000);
    EXPECT_GT(rulerStep(1e-300, 30), 0); // ends
}

TEST(BinaryRulerStep, IsTheFirstPowerOfTwoThatHasRoom)
{
    EXPECT_EQ(binaryRulerStep(40, 30), 1);
    EXPECT_EQ(binaryRulerStep(10, 30), 4);
    EXPECT_EQ(binaryRulerStep(1, 30), 32);
    EXPECT_GT(binaryRulerStep(1e-300, 30), 0); // ends
}

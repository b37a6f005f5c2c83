// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/measures.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

TEST(Measures, ATimeIsToldInTheUnitInWhichItIsShort)
{
    EXPECT_EQ(timeText(1), QStringLiteral("1.00 ns"));
    EXPECT_EQ(timeText(999), QStringLiteral("999 ns"));
    EXPECT_EQ(timeText(1234), QStringLiteral("1.23 \u00b5s"));
    EXPECT_EQ(timeText(45.6e6), QStringLiteral("45.6 ms"));
    EXPECT_EQ(timeText(1e11), QStringLiteral("100 s"));
    EXPECT_EQ(timeText(timing::Median{2000, 1900, 2100}), QStringLiteral("2.00 \u00b5s (1.90-2.10)"));
}

// As the terminal and the answer above the charts write them.
TEST(Measures, ARatioHasDigitsAsItsIntervalAllows)
{
    EXPECT_EQ(ratioText(6), QStringLiteral("6.0x"));
    EXPECT_EQ(ratioText(timing::Ratio{6.001, 5.9, 6.1}), QStringLiteral("6.00x (5.90-6.10)"));
    EXPECT_EQ(speedText({0.5, 0.4, 0.6}, timing::Word::slower), QStringLiteral("2.0x slower (1.7-2.5)"));
    EXPECT_EQ(rateText(12), QStringLiteral("12.0 GB/s"));
}

TEST(Measures, BytesAreToldInPowersOfTwo)
{
    EXPECT_EQ(byteText(1023), QStringLiteral("1023 B"));
    EXPECT_EQ(byteText(1536), QStringLiteral("1.5 KiB"));
    EXPECT_EQ(byteText(3.0 * (1 << 20)), QStringLiteral("3 MiB"));
}

TEST(Measures, ThreeDigitsCount)
{
    EXPECT_EQ(shortNumber(0), QStringLiteral("0"));
    EXPECT_EQ(shortNumber(12.34), QStringLiteral("12.3"));
    EXPECT_EQ(shortNumber(100), QStringLiteral("100"));
    EXPECT_EQ(shortNumber(0.25), QStringLiteral("0.25"));
    EXPECT_EQ(shortNumber(123456), QStringLiteral("123456"));
    EXPECT_EQ(shortNumber(1.5e9), QStringLiteral("1.5e+09"));
}

TEST(Measures, AnExportedNumberIsTheNumber)
{
    EXPECT_EQ(exactNumber(0.1).toDouble(), 0.1);
    EXPECT_EQ(exactNumber(1.0 / 3).toDouble(), 1.0 / 3);
}

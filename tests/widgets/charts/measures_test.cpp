// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/measures.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::charts;

TEST(Measures, ATimeIsToldInTheUnitInWhichItIsShort)
{
    EXPECT_EQ(timeText(1), QStringLiteral("1 ns"));
    EXPECT_EQ(timeText(999), QStringLiteral("999 ns"));
    EXPECT_EQ(timeText(1234), QStringLiteral("1.23 \u00b5s"));
    EXPECT_EQ(timeText(45.6e6), QStringLiteral("45.6 ms"));
    EXPECT_EQ(timeText(1e11), QStringLiteral("100 s"));
    EXPECT_EQ(timeText(timing::Median{2000, 1900, 2100}), QStringLiteral("2 \u00b5s (1.9-2.1)"));
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

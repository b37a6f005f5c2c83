// SPDX-License-Identifier: Apache-2.0
#include "timing/number_text.h"

#include "timing/figure_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace tscope::timing {

TEST(NumberText, HasSoManySignificantDigits)
{
    EXPECT_EQ(significant(2.149), "2.1");
    EXPECT_EQ(significant(0.0523), "0.052");
    EXPECT_EQ(significant(0.9963), "1.0"); // rounding makes a digit more before the point
    EXPECT_EQ(significant(9.97), "10");
    EXPECT_EQ(significant(99.7), "100");
    EXPECT_EQ(significant(134), "130");
    EXPECT_EQ(significant(1'234'567, 3), "1230000");
    EXPECT_EQ(significant(-12.34, 3), "-12.3");
    EXPECT_EQ(significant(0), "0");
    EXPECT_EQ(significant(1.23e9), "1.2e+09");
    EXPECT_EQ(significant(1.23e-7), "1.2e-07");
    EXPECT_EQ(significant(std::numeric_limits<double>::infinity()), "infinite");
    EXPECT_EQ(significant(std::numeric_limits<double>::quiet_NaN()), "?");
    EXPECT_EQ(significant(std::numeric_limits<double>::max()), "1.8e+308");
    EXPECT_EQ(significant(std::numeric_limits<double>::denorm_min()), "4.9e-324");
}

TEST(NumberText, TimesWithTheirIntervalHaveOneUnit)
{
    EXPECT_EQ(timeWithInterval({1234, 950, 1560}), "1.23 µs (0.95-1.56)");
    EXPECT_EQ(timeWithInterval({2e9, 2e9, 1e11}), "2.00 s (2.00-100.00)");
    EXPECT_EQ(timeRangeText({228, 227, 1520}), "227-1520 ns");
    EXPECT_EQ(timeRangeText({0, 0, 0}), "0-0 ns");
}

TEST(NumberText, RatiosHaveDigitsAsTheirIntervalAllows)
{
    EXPECT_EQ(ratioWithInterval(Ratio{6.001, 5.9, 6.1}), "6.00x (5.90-6.10)");
    EXPECT_EQ(ratioWithInterval(Ratio{6.001, 5.5, 6.5}), "6.0x (5.5-6.5)");
    EXPECT_EQ(ratioWithInterval(Ratio{12.04, 11.9, 12.2}), "12.0x (11.9-12.2)");
    EXPECT_EQ(ratioWithInterval(Ratio{12.04, 9.5, 14}), "12x (10-14)");
    EXPECT_EQ(ratioWithInterval(Ratio{134, 120, 160}), "130x (120-160)");
    EXPECT_EQ(ratioWithInterval(Ratio{2, 2, 2}), "2.0x (2.0-2.0)") << "no width says nothing of precision";
    EXPECT_EQ(ratioWithInterval(Ratio{1.2, 1.03, 1.4}), "1.20x (1.03-1.40)") << "on which side of 1 counts";
    EXPECT_EQ(ratioWithInterval(Ratio{1.3, 0.93, 1.8}), "1.3x (0.9-1.8)");
    EXPECT_EQ(ratioWithInterval(Ratio{1.01, 0.988, 1.031}), "1.01x (0.99-1.03)");
    EXPECT_EQ(ratioWithInterval(Ratio{2, 0, std::numeric_limits<double>::infinity()}), "2.0x (0.0-infinite)");
    EXPECT_EQ(ratioWithInterval(Ratio{0, 0, 1e300}), "0x (0-1.0e+300)");
}

TEST(NumberText, RatiosNearOneHaveTwoDecimals)
{
    EXPECT_EQ(ratioText(0.9949), "0.99");
    EXPECT_EQ(ratioText(0.996), "1.00");
    EXPECT_EQ(ratioText(1.04), "1.04");
    EXPECT_EQ(ratioText(1.0949), "1.09");
    EXPECT_EQ(ratioText(1.096), "1.1");
    EXPECT_EQ(ratioText(0.912), "0.91");
    EXPECT_EQ(ratioText(13.4), "13");
    EXPECT_EQ(percentText(0.6249), "62 %");
    EXPECT_EQ(percentText(0.004), "0.40 %");
    EXPECT_EQ(percentText(0.994), "99 %");
    EXPECT_EQ(percentText(0.9967), "99.7 %") << "what is not all is not called all";
    EXPECT_EQ(percentText(0.99996), "99.996 %");
    EXPECT_EQ(percentText(1), "100 %");
    EXPECT_EQ(percentText(1.5), "150 %");
    EXPECT_EQ(countText(9'999), "9999");
    EXPECT_EQ(countText(10'000), "10,000");
}

TEST(NumberText, UnitsFitTheNumber)
{
    EXPECT_EQ(timeText(850), "850 ns");
    EXPECT_EQ(timeText(0.5), "0.500 ns");
    EXPECT_EQ(timeText(999.6), "1.00 µs"); // not "1000 ns"
    EXPECT_EQ(timeText(1234), "1.23 µs");
    EXPECT_EQ(timeText(45.67e6), "45.7 ms");
    EXPECT_EQ(timeText(3e9), "3.00 s");
    EXPECT_EQ(amountText(512), "512 B");
    EXPECT_EQ(amountText(1023), "1023 B");
    EXPECT_EQ(amountText(1024), "1.00 KiB");
    EXPECT_EQ(amountText(1'048'575), "1.00 MiB"); // not "1024 KiB"
    EXPECT_EQ(amountText(std::numeric_limits<std::int64_t>::max()), "8.00 EiB");
}

// Three numbers are no 95 % interval, and one is none at all.
TEST(NumberText, FewSamplesAreNotShownAsAnInterval)
{
    Figure figure;
    figure.samples = {34.5e6};
    EXPECT_EQ(timeAndInterval(figure), "34.5 ms (measured once)");
    figure.samples = {36e6, 34.5e6, 33.1e6};
    EXPECT_EQ(timeAndInterval(figure), "34.5 ms (33.1-36.0 in 3 samples)");
    figure.samples = {36e6, 34.5e6, 33.1e6, 34.5e6, 34.5e6, 34.5e6};
    EXPECT_EQ(timeAndInterval(figure), "34.5 ms (33.1-36.0)");
}

} // namespace tscope::timing

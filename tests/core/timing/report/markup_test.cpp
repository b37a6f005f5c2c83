// SPDX-License-Identifier: Apache-2.0
#include "timing/report/markup.h"
#include "timing/report/svg.h"

#include <gtest/gtest.h>

#include <limits>

namespace tscope::timing {

TEST(Markup, IsEscaped)
{
    EXPECT_EQ(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    EXPECT_EQ(escaped("\x1b[2J\n"), "\\x1b[2J\\x0a");
    EXPECT_EQ(escaped("größer"), "größer");
    EXPECT_EQ(escaped("\xff"), "\\xff");
}

TEST(Markup, TextsAreCutBetweenLetters)
{
    EXPECT_EQ(shortened("short", 100), "short");
    const auto cut = shortened("ööööööööööööööööööööööööö", 60);
    EXPECT_LE(widthOf(cut), 60);
    EXPECT_TRUE(cut.ends_with("…"));
    EXPECT_EQ(cut.size() % 2, 1U); // letters of two bytes and an ellipsis of three
    EXPECT_LE(widthOf(shortened("矩阵矩阵矩阵矩阵", 50)), 50);
}

TEST(Svg, PixelsAreNumbers)
{
    EXPECT_EQ(pixels(1.25), "1.3");
    EXPECT_EQ(pixels(-0.01), "0");
    EXPECT_EQ(pixels(100), "100");
    EXPECT_EQ(pixels(std::numeric_limits<double>::quiet_NaN()), "0");
    EXPECT_EQ(pixels(1e300), "1e+06");
}

TEST(Svg, HintsAreInsideWhatTheyAreOf)
{
    Svg svg(10, 20, "a & b");
    svg.rect(1, 2, 3, 4, "f0", "hint <1>");
    svg.line(0, 0, 1, 1, "grid");

    EXPECT_EQ(std::move(svg).markup(),
              "<svg role=\"img\" viewBox=\"0 0 10 20\" width=\"10\" height=\"20\"><title>a &amp; b</title>\n"
              "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" class=\"f0\"><title>hint &lt;1&gt;</title></rect>\n"
              "<line x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\" class=\"grid\"/>\n</svg>\n");
}

} // namespace tscope::timing

// SPDX-License-Identifier: Apache-2.0
#include "base/human_numbers.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tscope {
namespace {

TEST(HumanNumbers, HaveSeparatorsAbove9999)
{
    EXPECT_EQ(grouped(std::int64_t{0}), "0");
    EXPECT_EQ(grouped(std::int64_t{9999}), "9999");
    EXPECT_EQ(grouped(std::int64_t{10000}), "10,000");
    EXPECT_EQ(grouped(std::int64_t{123456}), "123,456");
    EXPECT_EQ(grouped(std::int64_t{10'000'000}), "10,000,000");
    EXPECT_EQ(grouped(std::int64_t{-9999}), "-9999");
    EXPECT_EQ(grouped(std::int64_t{-123456}), "-123,456");
    EXPECT_EQ(grouped(int64Min), "-9,223,372,036,854,775,808");
    EXPECT_EQ(grouped(Wide(int64Max) + Wide(1)), "9,223,372,036,854,775,808");
}

TEST(HumanNumbers, AreCountedInOneAndMany)
{
    EXPECT_EQ(counted(1, "entry", "entries"), "1 entry");
    EXPECT_EQ(counted(0, "entry", "entries"), "0 entries");
    EXPECT_EQ(counted(12000, "entry", "entries"), "12,000 entries");
}

TEST(HumanNumbers, BytesAreExactBelow10000AndHaveUnitsAbove)
{
    EXPECT_EQ(byteSizeText(1), "1 byte");
    EXPECT_EQ(byteSizeText(9999), "9999 bytes");
    EXPECT_EQ(byteSizeText(10000), "9.77 KiB");
    EXPECT_EQ(byteSizeText(80'000'000), "76.3 MiB");
    EXPECT_EQ(byteSizeText(88'000'008), "83.9 MiB");
    EXPECT_EQ(byteSizeText(std::int64_t{1} << 30), "1.00 GiB");
    EXPECT_EQ(byteSizeText(int64Max), "8.00 EiB");
    EXPECT_EQ(byteSizeText(-80'000'000), "-76.3 MiB");
}

// Read back, the text is within half of its last digit.
TEST(HumanNumbers, BytesAreRoundedNotCut)
{
    const std::string units[]{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    for (std::int64_t bytes = 10000; bytes < int64Max / 3; bytes = bytes * 3 + 7) {
        const auto text = byteSizeText(bytes);
        const auto unit = text.substr(text.find(' ') + 1);
        double scale = 1;
        for (const auto& one : units) {
            scale *= 1024;
            if (one == unit)
                break;
        }
        const auto shown = std::strtod(text.c_str(), nullptr);
        EXPECT_GE(shown, 0.975) << text;
        EXPECT_LT(shown, 1000) << text;
        EXPECT_NEAR(shown, static_cast<double>(bytes) / scale,
                    shown < 10    ? 0.0051
                    : shown < 100 ? 0.051
                                  : 0.51)
            << bytes;
    }
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include "element/dtype.h"
#include "memory/device.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(BoundedWord, OfAWordThatNoReaderKnowsTheBeginningIsKept)
{
    EXPECT_EQ(boundedWord("float32"), "float32");
    EXPECT_EQ(boundedWord(std::string(longestWord, 'a')), std::string(longestWord, 'a'));
    const auto bounded = boundedWord(std::string(1 << 20, 'a'));
    EXPECT_EQ(bounded, std::string(longestWord, 'a') + "...");
    EXPECT_EQ(boundedWord(bounded), bounded) << "saved and read again it is the same word";
    const auto umlauts = boundedWord("a" + std::string(5, ' ') + [] {
        std::string text;
        for (int i = 0; i < 1000; ++i)
            text += "\xC3\xA4";
        return text;
    }());
    EXPECT_EQ(validText(umlauts), umlauts) << "no character is torn apart";
}

TEST(BoundedWord, ElementTypesAndDevicesHaveNoLongerOnes)
{
    const std::string endless(1 << 20, 'a');
    EXPECT_LT(DType::parse(endless).name().size(), 2 * longestWord);
    EXPECT_LT(DType::opaque(endless, 4).name().size(), 2 * longestWord);
    EXPECT_LT(Device::parse(endless).text().size(), 2 * longestWord);
    EXPECT_LT(Device::parse(endless + ":1").text().size(), 2 * longestWord);
}

} // namespace
} // namespace tscope

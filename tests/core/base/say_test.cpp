// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"

#include "base/human_numbers.h"
#include "support/spoken_language.h"

#include <gtest/gtest.h>

namespace tscope::test {

TEST(Say, FillsHolesInAnyOrderAndTellsOneFromMany)
{
    EXPECT_EQ(say("{1} before {0}", "a", 7), "7 before a");
    EXPECT_EQ(say("{0} is {0}", "x"), "x is x");
    EXPECT_EQ(say("{0|entry|entries} of {1#}", 1, 12000), "1 entry of 12,000");
    EXPECT_EQ(say("{0|entry|entries} of {1}", 12000, 12000), "12,000 entries of 12000");
    EXPECT_EQ(say("{0|entry is|entries are} stored", -1), "-1 entries are stored");
    EXPECT_EQ(say("{0}", Wide::product(int64Max, 10)), "92233720368547758070");
}

TEST(Say, TakesAValueAsItIsWhateverItHolds)
{
    EXPECT_EQ(say("{0}, {1}", "{1}", "{0}"), "{1}, {0}");
    EXPECT_EQ(say("100 {0}", "%"), "100 %");
    EXPECT_EQ(say("no holes"), "no holes");
}

// A pattern that asks for more than it is given is shown as it stands: a mistake that is seen, not one that
// crashes.
TEST(Say, ShowsAPatternThatCannotBeFilled)
{
    EXPECT_EQ(say("{0} and {1}", "a"), "{0} and {1}");
    EXPECT_EQ(say("{name}", "a"), "{name}");
    EXPECT_EQ(say("{0", "a"), "{0");
}

TEST(Say, SpeaksTheLanguageThatIsSet)
{
    const SpokenLanguage chinese("zh_CN");
    EXPECT_EQ(say("{0} is {1}; it should be between {2} and {3}", "crow_indices[2]", 9, 2, 5),
              "crow_indices[2] 是 9，应在 2 和 5 之间");
    EXPECT_EQ(counted(1, "place", "places"), "1 处");
    EXPECT_EQ(counted(12000, "element", "elements"), "12,000 个元素");
    EXPECT_EQ(byteSizeText(112), "112 字节");
    EXPECT_EQ(byteSizeText(80'000'000), "76.3 MiB");
    EXPECT_EQ(say("a sentence of nobody's: {0}", 1), "a sentence of nobody's: 1")
        << "without a translation, English";
    {
        const InEnglish english;
        EXPECT_EQ(counted(1, "place", "places"), "1 place") << "what programs read";
    }
    EXPECT_EQ(counted(1, "place", "places"), "1 处");
}

} // namespace tscope::test

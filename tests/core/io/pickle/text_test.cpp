// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/text.h"

#include "io/pickle/lines.h"
#include "support/pickle_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using testing::ElementsAre;

std::string cutAt(std::size_t limit, const std::string& part)
{
    const auto bytes = pickle(part);
    const auto run = runPickle(bytes);
    EXPECT_FALSE(run.error);
    return pickleText(run.tree, run.root, limit);
}

std::vector<std::string> lines(const std::string& bytes, const PickleLines& limits = {})
{
    return pickleLines(runPickle(bytes), limits);
}

TEST(PickleText, IsCutWithinItsLimitAndBetweenCharacters)
{
    EXPECT_EQ(cutAt(9, list({num(1), num(2), num(3)})), "[1, 2, 3]");
    EXPECT_EQ(cutAt(8, list({num(1), num(2), num(3)})), "[1, 2...");
    EXPECT_EQ(cutAt(9, str("\u00e9\u00e9\u00e9\u00e9\u00e9")), "'\u00e9\u00e9...");
    EXPECT_EQ(cutAt(10, str(std::string(1000, 'a'))), "'aaaaaa...");
    EXPECT_EQ(cutAt(40, list(Parts(100'000, "N"))).size(), 40u);
}

TEST(PickleText, ShowsWhatWouldHideOrTurnText)
{
    EXPECT_EQ(printable("plain \u4e2d\u6587 \U0001f600"), "plain \u4e2d\u6587 \U0001f600");
    EXPECT_EQ(printable("\x1b[31m"), "\\x1b[31m");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "overlong";
    EXPECT_EQ(printable("a\xe2\x80"), "a\\xe2\\x80") << "cut";
    EXPECT_EQ(printable("\u200f\ufeff"), "\\xe2\\x80\\x8f\\xef\\xbb\\xbf");
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(PickleText, LaysOutWhatDoesNotFitOnALine)
{
    const auto bytes =
        pickle(dict({{str("a"), list({num(1), num(2)})},
                     {str("model"), dict({{str("weight"), call(name("m", "rebuild"), {str("0123456789"), num(4)})},
                                          {str("bias"), none}})}}));
    EXPECT_THAT(lines(bytes, {.width = 40}),
                ElementsAre("dict of 2", "  'a': [1, 2]", "  'model': dict of 2",
                            "    'weight': m.rebuild('0123456789', 4)", "    'bias': None"));
    EXPECT_THAT(lines(bytes, {.width = 30}),
                ElementsAre("dict of 2", "  'a': [1, 2]", "  'model': dict of 2", "    'weight': m.rebuild(",
                            "      '0123456789'", "      4", "    'bias': None"));
    EXPECT_THAT(lines(bytes, {.count = 2, .width = 40}), ElementsAre("dict of 2", "  'a': [1, 2]", "..."));
}

TEST(PickleText, LaysOutCyclesOnce)
{
    const auto cycle = pickle("]q\0("s + joined(Parts(30, num(200))) + "h\0e"s);
    EXPECT_EQ(lines(cycle, {.width = 40}).size(), 32u);
    std::string laughs = "](NNNNNNNNe";
    for (int i = 0; i < 40; ++i)
        laughs += "2\x86";
    EXPECT_LE(lines(pickle(laughs), {.count = 100}).size(), 101u);
}

TEST(PickleText, TellsTheCallsOfAPickleThatBreaksOff)
{
    const auto bytes = "\x80\2"s + call(name("os", "system"), {str("rm")}) + call(name("m", "f"), {});
    EXPECT_THAT(lines(bytes), ElementsAre("os.system('rm')", "m.f()"));
}

} // namespace
} // namespace tscope

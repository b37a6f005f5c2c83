// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/writer.h"

#include "io/pickle/machine.h"
#include "io/pickle/text.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace tscope {
namespace {

using namespace std::string_literals;

TEST(PickleWriter, WritesTheShortestFormOfAnInteger)
{
    const auto opcodes = [](std::int64_t value) {
        PickleWriter writer;
        writer.putInteger(value);
        return std::move(writer).finish();
    };
    EXPECT_EQ(opcodes(0), "\x80\2K\0."s);
    EXPECT_EQ(opcodes(255), "\x80\2K\xff."s);
    EXPECT_EQ(opcodes(256), "\x80\2M\0\1."s);
    EXPECT_EQ(opcodes(65536), "\x80\2J\0\0\1\0."s);
    EXPECT_EQ(opcodes(-1), "\x80\2J\xff\xff\xff\xff."s);
    EXPECT_EQ(opcodes(std::int64_t{1} << 31), "\x80\2\x8a\x8\0\0\0\x80\0\0\0\0."s);
    EXPECT_EQ(opcodes(std::numeric_limits<std::int64_t>::min()), "\x80\2\x8a\x8\0\0\0\0\0\0\0\x80."s);
}

TEST(PickleWriter, RefersToWhatWasWrittenBefore)
{
    PickleWriter writer;
    writer.beginTuple();
    writer.putString("ab");
    writer.putGlobal("m", "f");
    writer.putString("ab");
    writer.putGlobal("m", "f");
    writer.endTuple();
    EXPECT_EQ(std::move(writer).finish(), "\x80\2(X\2\0\0\0abq\0cm\nf\nq\1h\0h\1t."s);
}

TEST(PickleWriter, ManyValuesAreReadBack)
{
    PickleWriter writer;
    writer.beginTuple();
    for (int repeat = 0; repeat < 2; ++repeat)
        for (int i = 0; i < 600; ++i)
            writer.putString("key" + std::to_string(i));
    writer.putReal(-0.5);
    writer.putFlag(true);
    writer.putNone();
    writer.putIntegers(std::array<std::int64_t, 3>{1, -2, 3'000'000'000});
    writer.endTuple();
    const auto bytes = std::move(writer).finish();
    const auto run = runPickle(bytes);
    ASSERT_FALSE(run.error) << run.error->text;
    const auto text = pickleText(run.tree, run.root, 100'000);
    EXPECT_TRUE(text.ends_with("'key599', -0.5, True, None, (1, -2, 3000000000))")) << text;
    EXPECT_EQ(run.tree.count(run.root), 1204u);
}

} // namespace
} // namespace tscope

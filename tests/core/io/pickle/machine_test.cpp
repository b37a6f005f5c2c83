// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/machine.h"

#include "io/pickle/text.h"
#include "support/pickle_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::little;
using testing::HasSubstr;

// What a pickle builds, as Python would write it; or why it does not.
std::string built(const std::string& bytes, const PickleLimits& limits = {})
{
    const auto run = runPickle(bytes, limits);
    if (run.error)
        return "error: " + run.error->text + " (" + run.error->where + ")";
    EXPECT_EQ(run.end, bytes.size());
    return pickleText(run.tree, run.root, 1000);
}

std::string value(const std::string& part)
{
    return built(pickle(part));
}

TEST(PickleMachine, ReadsNumbers)
{
    EXPECT_EQ(value("N"), "None");
    EXPECT_EQ(value("\x88"), "True");
    EXPECT_EQ(value("\x89"), "False");
    EXPECT_EQ(value("K\xff"), "255");
    EXPECT_EQ(value("M\xfe\xff"), "65534");
    EXPECT_EQ(value("J\xfe\xff\xff\xff"), "-2");
    EXPECT_EQ(value("\x8a\0"s), "0");
    EXPECT_EQ(value("\x8a\1\xff"), "-1");
    EXPECT_EQ(value("\x8a\2\xff\0"s), "255");
    EXPECT_EQ(value("\x8a\x8\0\0\0\0\0\0\0\x80"s), "-9223372036854775808");
    EXPECT_EQ(value("\x8b\1\0\0\0\x7f"s), "127");
    EXPECT_EQ(value("G\x3f\xf8\0\0\0\0\0\0"s), "1.5");
    EXPECT_EQ(value("G\x3f\xf0\0\0\0\0\0\0"s), "1.0");
    EXPECT_EQ(value("G\xff\xf0\0\0\0\0\0\0"s), "-inf");
    EXPECT_EQ(value("G\x7f\xf8\0\0\0\0\0\0"s), "nan");
}

TEST(PickleMachine, KeepsIntegersBeyond64Bits)
{
    EXPECT_EQ(value("\x8a\x9\0\0\0\0\0\0\0\0\1"s), "18446744073709551616");
    EXPECT_EQ(value("\x8a\x9\xff\xff\xff\xff\xff\xff\xff\xff\xfe"s), "-18446744073709551617");
    EXPECT_EQ(value("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"s), "119547037146038801333356");
    EXPECT_EQ(value("\x8a\xff" + std::string(255, '\1')), "<integer of 255 bytes>");
}

TEST(PickleMachine, ReadsStringsOfEveryForm)
{
    for (const auto& form : {"X\2\0\0\0ab"s, "\x8c\2ab"s, "\x8d\2\0\0\0\0\0\0\0ab"s, "U\2ab"s, "T\2\0\0\0ab"s,
                             "S'ab'\n"s, "S\"ab\"\n"s, "Vab\n"s})
        EXPECT_EQ(value(form), "'ab'") << form;
    for (const auto& form : {"B\2\0\0\0ab"s, "C\2ab"s, "\x8e\2\0\0\0\0\0\0\0ab"s, "\x96\2\0\0\0\0\0\0\0ab"s})
        EXPECT_EQ(value(form), "b'ab'") << form;
    EXPECT_EQ(value(str("it's")), "\"it's\"");
    EXPECT_EQ(value(str("\xff\n\u202e\u00e9")), "'\\xff\\x0a\\xe2\\x80\\xae\u00e9'");
}

TEST(PickleMachine, ReadsThePlainTextOfPython2)
{
    EXPECT_EQ(value("I42\n"), "42");
    EXPECT_EQ(value("I-7\n"), "-7");
    EXPECT_EQ(value("I01\n"), "True");
    EXPECT_EQ(value("I00\n"), "False");
    EXPECT_EQ(value("L12L\n"), "12");
    EXPECT_EQ(value("F0.25\n"), "0.25");
    EXPECT_EQ(built("(dp0\nS'a'\np1\nI1\ns."), "{'a': 1}");
    EXPECT_EQ(built("(lp0\nI1\nag0\na."), "[1, ...]");
    EXPECT_THAT(value("I" + std::string(41, '1') + "\n"), HasSubstr("at most 40 digits"));
    EXPECT_THAT(value("I99999999999999999999\n"), HasSubstr("64 bits"));
    EXPECT_THAT(value("I1x\n"), HasSubstr("64 bits"));
    EXPECT_THAT(value("S'ab\n"), HasSubstr("quotes"));
}

TEST(PickleMachine, BuildsCollections)
{
    EXPECT_EQ(value(")"), "()");
    EXPECT_EQ(value("K\1\x85"), "(1,)");
    EXPECT_EQ(value("K\1K\2\x86"), "(1, 2)");
    EXPECT_EQ(value("K\1K\2K\3\x87"), "(1, 2, 3)");
    EXPECT_EQ(value("(K\1K\2K\3K\4t"), "(1, 2, 3, 4)");
    EXPECT_EQ(value("]K\1aK\2a"), "[1, 2]");
    EXPECT_EQ(value("](K\1K\2eK\3a"), "[1, 2, 3]");
    EXPECT_EQ(value("(K\1K\2l"), "[1, 2]");
    EXPECT_EQ(value("}K\1K\2s"), "{1: 2}");
    EXPECT_EQ(value("}(K\1K\2K\3Nu"), "{1: 2, 3: None}");
    EXPECT_EQ(value("(K\1K\2d"), "{1: 2}");
    EXPECT_EQ(value("\x8f(K\1K\2\x90"), "{1, 2}");
    EXPECT_EQ(value("(K\1K\2\x91"), "{1, 2}");
}

TEST(PickleMachine, MovesOnTheStack)
{
    EXPECT_EQ(value("K\1K\2"
                    "0"),
              "1");
    EXPECT_EQ(value("K\1(K\2K\3"
                    "1"),
              "1");
    EXPECT_EQ(value("K\1(0"), "1") << "POP takes a mark where nothing is above it";
    EXPECT_EQ(value("K\1"
                    "2\x86"),
              "(1, 1)");
}

TEST(PickleMachine, RemembersByNumber)
{
    EXPECT_EQ(value("K\1q\0h\0\x86"s), "(1, 1)");
    EXPECT_EQ(value("K\1r\xff\xff\xff\xffj\xff\xff\xff\xff\x86"), "(1, 1)");
    EXPECT_EQ(value("K\1\x94K\2\x94\x30h\1\x86"), "(1, 2)") << "MEMOIZE counts on";
    EXPECT_EQ(value("K\1q\0"
                    "0K\2q\0"
                    "0h\0"s),
              "2")
        << "a number may be given again";
    EXPECT_EQ(value("K\7q\5"
                    "0K\1q\0q\1q\2q\3q\4"
                    "0h\5"s),
              "7")
        << "numbers come in any order";
    EXPECT_EQ(value("K\1q\1"
                    "0K\2q\0"
                    "0K\3q\1\x94"
                    "0h\2"s),
              "3")
        << "MEMOIZE counts each number once";
    EXPECT_THAT(value("h\3"), HasSubstr("number 3, found none"));
}

TEST(PickleMachine, CallsNothingButSaysWhatWouldBeCalled)
{
    EXPECT_EQ(value(name("a.b", "C")), "a.b.C");
    EXPECT_EQ(value("\x8c\1a\x8c\1b\x93"), "a.b");
    EXPECT_EQ(value(call(name("m", "f"), {num(1), str("x")})), "m.f(1, 'x')");
    EXPECT_EQ(value(name("m", "C") + ")\x81"), "m.C()");
    EXPECT_EQ(value(name("m", "C") + ")}K\1K\2s\x92"), "m.C() and keywords {1: 2}");
    EXPECT_EQ(value(name("m", "C") + ")\x81}b"), "m.C() with state {}");
    EXPECT_EQ(value(name("m", "C") + ")\x81K\1aK\2K\3s"), "m.C() with items [1] with entries {2: 3}");
    EXPECT_EQ(value(name("m", "C") + ")\x81(K\1\x90"), "m.C() with items [1]");
    EXPECT_EQ(value(tuple({num(1)}) + "Q"), "persistent(1,)");
}

TEST(PickleMachine, ChecksWhatIsFilled)
{
    EXPECT_THAT(value("K\1K\2a"), HasSubstr("a list to append to, found 1"));
    EXPECT_THAT(value(")K\2a"), HasSubstr("a list to append to, found ()"));
    EXPECT_THAT(value("]K\1K\2s"), HasSubstr("a dict to put an item into, found []"));
    EXPECT_THAT(value("}(K\1u"), HasSubstr("a key without a value"));
    EXPECT_THAT(value("}]K\1s"), HasSubstr("a key that can't change, found []"));
    EXPECT_THAT(value("}(K\1\x90"), HasSubstr("a set to add to"));
    EXPECT_THAT(value("]}b"), HasSubstr("an object to give a state to"));
    EXPECT_THAT(value(str("os.system") + ")R"),
                HasSubstr("the name of a function or class to call, found 'os.system'"));
    EXPECT_THAT(value(name("m", "f") + "NR"), HasSubstr("the arguments of m.f as a tuple"));
    EXPECT_THAT(value("NQ"), HasSubstr("a tuple that names a storage"));
    EXPECT_THAT(value(name("m", "C") + ")N\x92"), HasSubstr("keyword arguments as a dict"));
}

TEST(PickleMachine, TakesOnlyPlainNames)
{
    EXPECT_THAT(value(name("m", "f\0"s)), HasSubstr("in plain letters"));
    EXPECT_THAT(value(name("m", "")), HasSubstr("in plain letters"));
    EXPECT_THAT(value(name("m", "f g")), HasSubstr("in plain letters"));
    EXPECT_THAT(value(name("m", std::string(201, 'a'))), HasSubstr("at most 200 bytes"));
    EXPECT_EQ(value(name("m", std::string(200, 'a'))), "m." + std::string(200, 'a'));
    EXPECT_THAT(value("NN\x93"), HasSubstr("in plain letters"));
    EXPECT_THAT(value("cos"), HasSubstr("on two lines"));
}

TEST(PickleMachine, StaysWithinTheStack)
{
    for (const auto& part : {"0"s, "2"s, "\x85"s, "K\1\x86"s, "a"s, "R"s, "b"s, "\x81"s, "q\0"s, "s"s, ""s})
        EXPECT_THAT(value(part), HasSubstr("a value on the stack, found none")) << part;
    for (const auto& part : {"t"s, "e"s, "u"s, "1"s, "l"s, "d"s, "\x90"s, "\x91"s})
        EXPECT_THAT(value(part), HasSubstr("a mark on the stack, found none")) << part;
    EXPECT_THAT(value("K\1(\x85"), HasSubstr("found none")) << "nothing reaches below a mark";
    EXPECT_THAT(value("NN"), HasSubstr("one value at the end, found 2"));
    EXPECT_THAT(value("(N"), HasSubstr("found 1 and 1 open marks"));
}

TEST(PickleMachine, SaysWhereAPickleIsCut)
{
    const auto whole =
        pickle(dict({{str("weight"), test::py::tensor(storage("FloatStorage", "0", 4), 0, {2, 2}, {2, 1})},
                     {num(70000), real("\x3f\xf0\0\0\0\0\0\0"s)},
                     {str("big"), num(std::int64_t{1} << 40)}}));
    ASSERT_FALSE(runPickle(whole).error);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto run = runPickle(std::string_view(whole).substr(0, length));
        ASSERT_TRUE(run.error) << length;
        EXPECT_EQ(run.error->code, ErrorCode::corrupt);
        EXPECT_THAT(run.error->where, HasSubstr("byte "));
    }
}

TEST(PickleMachine, StopsBehindThePickle)
{
    const auto bytes = pickle("K\1") + "rest";
    const auto run = runPickle(bytes);
    EXPECT_FALSE(run.error);
    EXPECT_EQ(run.end, bytes.size() - 4);
}

TEST(PickleMachine, RefusesWhatNoFileOfTensorsHas)
{
    for (const auto& part : {"Pid\n"s, "\x82\1"s, "\x83\1\1"s, "\x84\1\1\1\1"s, "\x97"s, "\x98"s, "\xfe"s, "\0"s})
        EXPECT_THAT(value(part), HasSubstr("an opcode that files of tensors use")) << part;
    EXPECT_THAT(built("\x80\6N."), HasSubstr("protocol 6"));
    EXPECT_EQ(built("\x80\5\x95\2\0\0\0\0\0\0\0N."s), "None");
    EXPECT_THAT(built("\x80\5\x95\3\0\0\0\0\0\0\0N."s), HasSubstr("end of the pickle"));
}

TEST(PickleMachine, NotesWhatTheOldOpcodesWouldCall)
{
    for (const auto& bytes : {"(S'x'\nios\nsystem\n."s, "(cos\nsystem\nS'x'\no."s}) {
        const auto run = runPickle(bytes);
        ASSERT_TRUE(run.error);
        EXPECT_THAT(run.error->text, HasSubstr("object of the old kind"));
        const auto last = static_cast<PickleTree::Id>(run.tree.size() - 1);
        ASSERT_TRUE(run.tree.is(last, PickleKind::call));
        EXPECT_EQ(pickleText(run.tree, last, 100), "os.system('x')");
    }
}

TEST(PickleMachine, KeepsToItsLimits)
{
    EXPECT_THAT(built(pickle("]" + std::string(100, '2') + std::string(100, '0')), {.opcodes = 100}),
                HasSubstr("at most 100 opcodes"));
    EXPECT_THAT(built(pickle("](" + std::string(200, ']') + "e"), {.values = 100}),
                HasSubstr("at most 100 values"));
    EXPECT_THAT(built(pickle("N" + std::string(200, '\x94')), {.values = 100}),
                HasSubstr("at most 100 values and notes of them"));
    std::string notes = "N";
    for (unsigned i = 0; i < 40; ++i) // out of order each takes as much as some
        notes += "r" + little(1'000'000 + i, 4);
    EXPECT_THAT(built(pickle(notes), {.values = 100}), HasSubstr("at most 100 values and notes of them"));
    EXPECT_THAT(built(pickle("N" + std::string(100, '2')), {.stack = 50}),
                HasSubstr("at most 50 values on the stack"));
    EXPECT_THAT(built(pickle(std::string(100, '(')), {.marks = 50}), HasSubstr("at most 50 open marks"));
    EXPECT_THAT(built(pickle(str(std::string(101, 'a'))), {.string = 100}),
                HasSubstr("at most 100 bytes, found one of 101"));
    EXPECT_THAT(value("X\xff\xff\xff\xff"), HasSubstr("found one of 4294967295"));
    EXPECT_THAT(value("X\xff\0\0\0ab"s), HasSubstr("a string of 255 bytes, found 3"));
    EXPECT_THAT(value("\x8d\xff\xff\xff\xff\xff\xff\xff\xff"), HasSubstr("found one of 18446744073709551615"));
    EXPECT_THAT(value("\x8b\xff\xff\xff\xff"), HasSubstr("a length that makes sense"));
    EXPECT_THAT(value("\x8b\xff\0\0\0a"s), HasSubstr("end of the pickle"));
}

TEST(PickleMachine, FollowsDeepPicklesWithoutBeingDeepItself)
{
    const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
        std::string out;
        for (std::size_t i = 0; i < depth; ++i)
            out += open;
        out += "N";
        for (std::size_t i = 0; i < depth; ++i)
            out += close;
        return out;
    };
    EXPECT_EQ(value(nested(3, "]", "a")), "[[[None]]]");
    EXPECT_THAT(value(nested(200'000, "]", "a")), HasSubstr("at most 1000 deep"));
    EXPECT_THAT(value(nested(300'000, "", "\x85")), HasSubstr("at most 1000 deep"));
    EXPECT_FALSE(runPickle(pickle(nested(999, "]", "a"))).error);
    EXPECT_TRUE(runPickle(pickle(nested(1000, "", "\x85") + "\x85")).error);
    // Through calls, states and keywords too.
    std::string chain = name("m", "C") + ")\x81";
    for (int i = 0; i < 2000; ++i)
        chain = name("m", "C") + ")\x81" + chain + "b";
    EXPECT_THAT(value(chain), HasSubstr("at most 1000 deep"));
}

TEST(PickleMachine, HoldsCyclesAndMuchSharing)
{
    EXPECT_EQ(value("]q\0h\0a"s), "[...]");
    EXPECT_EQ(value("}q\0K\1h\0s"s), "{1: ...}");
    EXPECT_EQ(value(name("m", "C") + ")\x81q\0h\0b"s), "m.C() with state ...");
    // 2^100 leaves in 300 bytes.
    std::string laughs = "]Na";
    for (int i = 0; i < 100; ++i)
        laughs += "2\x86";
    const auto run = runPickle(pickle(laughs));
    ASSERT_FALSE(run.error) << run.error->text;
    EXPECT_LT(run.tree.size(), 200u);
    EXPECT_EQ(pickleText(run.tree, run.root, 150).size(), 150u);
}

TEST(PickleMachine, CanBeStopped)
{
    std::stop_source stop;
    stop.request_stop();
    const auto run = runPickle(pickle("N"), {}, {.stop = stop.get_token()});
    ASSERT_TRUE(run.error);
    EXPECT_EQ(run.error->code, ErrorCode::cancelled);
}

} // namespace
} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
// The harness must be able to find something: each kind of failed run is reported.
#include "mutations/running/judge.h"
#include "mutations/running/raw_packet.h"
#include "mutations/running/smaller.h"

#include <gmock/gmock.h>

#include <csignal>

namespace tscope::mutations {

namespace {

using testing::HasSubstr;
using testing::IsEmpty;

LimitedRun shell(const std::string& script, const Limits& limits = {})
{
    return runLimited({"/bin/sh", {"-c", script}}, limits);
}

std::string complaint(const std::string& script, const Limits& limits = {}, const Expected& expected = {{0, 2}})
{
    return complaintOf(shell(script, limits), limits, expected);
}

TEST(LimitedRun, GivesWhatAProgramPrintsAndItsCode)
{
    const auto run = shell("echo to see; echo to tell >&2; exit 7");
    EXPECT_EQ(run.ended, Ended::byItself);
    EXPECT_EQ(run.code, 7);
    EXPECT_EQ(run.out, "to see\n");
    EXPECT_EQ(run.err, "to tell\n");
    EXPECT_EQ(runLimited({"/nowhere/program", {}}, {}).ended, Ended::notStarted);
    EXPECT_EQ(runLimited({"/bin/sh", {"-c", "pwd; echo $MORE; cat"}, "/", {"MORE=more"}}, {}).out, "/\nmore\n");
}

TEST(LimitedRun, EndsWhatPassesItsLimits)
{
    EXPECT_EQ(shell("kill -SEGV $$").ended, Ended::bySignal);
    EXPECT_EQ(shell("kill -SEGV $$").code, SIGSEGV);
    EXPECT_EQ(shell("exec sleep 1000", {.wallSeconds = 0.1}).ended, Ended::outOfTime);
    EXPECT_EQ(shell("while :; do :; done", {.cpuSeconds = 0.1}).ended, Ended::outOfTime);
    EXPECT_EQ(shell("exec cat /dev/zero", {.outputBytes = 1 << 20}).ended, Ended::outOfOutput);
    EXPECT_EQ(shell("exec tail /dev/zero", {.memoryKib = 64 << 10}).ended,
              Ended::outOfMemory); // keeps its last line
    EXPECT_EQ(shell("exec >&- 2>&-; exec sleep 1000", {.wallSeconds = 0.1}).ended, Ended::outOfTime)
        << "one that closes its outputs is still watched";
}

TEST(Judge, FindsEachThingThatMustNotBe)
{
    EXPECT_THAT(complaint("echo fine"), IsEmpty());
    EXPECT_THAT(complaint("echo what is wrong >&2; exit 2"), IsEmpty());
    EXPECT_THAT(complaint("kill -ABRT $$"), HasSubstr("signal (Aborted)"));
    EXPECT_THAT(complaint("exec sleep 1000", {.wallSeconds = 0.1}), HasSubstr("CPU time"));
    EXPECT_THAT(complaint("exec cat /dev/zero"), HasSubstr("printed more than"));
    EXPECT_THAT(complaint("exit 3"), HasSubstr("exit code is 3"));
    EXPECT_THAT(complaint("exit 2"), HasSubstr("without a word"));
    EXPECT_THAT(complaint("printf 'a\\033[31mb'"), HasSubstr("control characters"));
    EXPECT_THAT(complaint("printf 'a\\377b'"), HasSubstr("no UTF-8"));
    EXPECT_THAT(complaint("printf 'a\\033b' >&2"), HasSubstr("standard error has control"));
    EXPECT_THAT(complaint("echo 'x.cpp:3:1: runtime error: shift' >&2"), HasSubstr("sanitizer"));
    EXPECT_THAT(complaint("echo '==1==ERROR: AddressSanitizer: heap' >&2; exit 1"), HasSubstr("AddressSanitizer"));

    const Expected json{.codes = {0}, .isJson = true};
    EXPECT_THAT(complaint("printf '{\"a\": 1}\\n'", {}, json), IsEmpty());
    EXPECT_THAT(complaint("printf '{\"a\": 1}\\n{\"a\": 2}\\n'", {}, json), IsEmpty());
    EXPECT_THAT(complaint("printf '{\"a\": '", {}, json), HasSubstr("no JSON"));
    EXPECT_THAT(complaint("printf '{\"a\": \"\\033\"}'", {}, json), HasSubstr("control characters"));
}

TEST(Smaller, LeavesWhatMakesItBad)
{
    const auto isBad = [](const std::string& bytes) {
        const auto at = bytes.find('x');
        return at != std::string::npos && bytes.find('y', at) != std::string::npos;
    };
    const auto bytes = std::string(500, '.') + 'x' + std::string(300, '.') + 'y' + std::string(100, '.');
    EXPECT_EQ(madeSmaller(bytes, isBad, 2000), "xy");
    int tries = 0;
    const auto some = madeSmaller(
        bytes, [&](const auto& shorter) { return ++tries, isBad(shorter); }, 20);
    EXPECT_TRUE(isBad(some));
    EXPECT_LT(some.size(), bytes.size());
    EXPECT_EQ(tries, 20);
}

TEST(RawPacket, IsMutatedInEachOfItsParts)
{
    const std::vector<std::string> others{R"({"do":"modules"})"};
    int headers = 0, texts = 0, descriptors = 0, untold = 0;
    for (std::uint64_t number = 0; number < 500; ++number) {
        Dice dice(1, number);
        const auto before = RawPacket::of(R"({"do":"run","storages":[4]})", {5});
        ASSERT_TRUE(before.isWhole());
        auto packet = before;
        mutate(packet, others, dice);
        headers += packet.header != before.header ? 1 : 0;
        texts += packet.text != before.text ? 1 : 0;
        descriptors += packet.descriptors != before.descriptors ? 1 : 0;
        untold += packet.isWhole() ? 0 : 1;
    }
    EXPECT_GT(headers, 100);
    EXPECT_GT(texts, 200);
    EXPECT_GT(descriptors, 20);
    EXPECT_GT(untold, 50);
}

} // namespace

} // namespace tscope::mutations

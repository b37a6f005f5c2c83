// SPDX-License-Identifier: Apache-2.0
// `tscope run`: results, traces, numbers beside tensors, and every way in which it says no.
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

Json valuesOf(const Answer& answer)
{
    const auto& members = answer.json["result"]["tensors"][0]["members"];
    return members[members.size() - 1]["data"];
}

} // namespace

// The sample holds 1 to 6 in rows of 2, 0, 3 and 1.
TEST(RunCommand, GivesTheResultAndTheWayToIt)
{
    const auto answer = ask({"run", "sum", sample("csr"), "-p", "dim=1", "--trace"});
    ASSERT_EQ(answer.exitCode, 0);
    EXPECT_EQ(valuesOf(answer), Json({3.0, 0.0, 12.0, 6.0}));
    expectKeys(answer.json["trace"], {{"device", "s"}, {"kernel", "s"}, {"steps", "a"}}, "trace");
    std::vector<std::string> steps;
    for (const auto& step : answer.json["trace"]["steps"])
        steps.push_back(step["step"]);
    EXPECT_EQ(steps, (std::vector<std::string>{"table", "types", "run"}));
    EXPECT_EQ(answer.json["route"].back()["kernel"], answer.json["trace"]["kernel"]);
}

TEST(RunCommand, TheReferenceGivesTheSame)
{
    for (const std::string op : {"sum", "amax", "mean"}) {
        const auto fast = ask({"run", op, sample("csr")}), dull = ask({"run", op, sample("csr"), "--reference"});
        ASSERT_EQ(fast.exitCode, 0) << op;
        EXPECT_EQ(valuesOf(fast), valuesOf(dull)) << op;
    }
    EXPECT_THAT(tscope({"run", "sum", sample("csr"), "--reference", "--trace"}).out, HasSubstr("reference"));
}

TEST(RunCommand, NumbersStandBesideTensors)
{
    const auto scaled = ask({"run", "mul", sample("csr"), "2.5"});
    ASSERT_EQ(scaled.exitCode, 0);
    EXPECT_EQ(valuesOf(scaled), Json({2.5, 5.0, 7.5, 10.0, 12.5, 15.0}));
    EXPECT_EQ(scaled.json["result"]["tensors"][0]["layout"], "csr");
    EXPECT_EQ(valuesOf(ask({"run", "mul", "-1", sample("csr")})), Json({-1.0, -2.0, -3.0, -4.0, -5.0, -6.0}));
    EXPECT_EQ(ask({"run", "mul", sample("csr"), "1+2j"}).json["result"]["tensors"][0]["dtype"], "complex64");
}

// A file may be called like a number.
TEST(RunCommand, AFileComesBeforeANumber)
{
    const Folder folder;
    const auto seven = folder.write("7", R"({"layout": "strided", "members": {
      "values": {"dtype": "float32", "shape": [], "data": [100]}}})");
    EXPECT_EQ(valuesOf(ask({"run", "mul", sample("csr"), seven}))[0], 100.0);
}

TEST(RunCommand, TheResultIsSaved)
{
    const Folder folder;
    const auto out = folder.path("out.npz");
    ASSERT_EQ(tscope({"run", "mul", sample("csr"), "2", "--out", out}).exitCode, 0);
    const auto answer = ask({"info", out});
    EXPECT_EQ(answer.json["tensors"][0]["layout"], "csr");
    EXPECT_EQ(answer.json["tensors"][0]["nnz"], 6);
}

TEST(RunCommand, SaysNoInOneSentence)
{
    const auto csr = sample("csr");
    EXPECT_THAT(expectFailure({"run", "nosuch", csr}, 3).dump(), HasSubstr("matmul"));
    EXPECT_THAT(expectFailure({"run", "sum", csr, "-p", "dim=7"}, 3).dump(), HasSubstr("from -2 to 1"));
    EXPECT_THAT(expectFailure({"run", "sum", csr, "-p", "nosuch=1"}, 3).dump(), HasSubstr("nosuch"));
    EXPECT_THAT(expectFailure({"run", "add", csr}, 3).dump(), HasSubstr("2 tensors"));
    EXPECT_THAT(expectFailure({"run", "add", csr, "/no/such/file"}, 2).dump(), HasSubstr("no file"));
    EXPECT_THAT(expectFailure({"run", "sum", sample("broken_pointer")}, 1).dump(), HasSubstr("5.3"));
    EXPECT_THAT(expectFailure({"run", "sum", csr, "--device", "cuda"}, 4).dump(), HasSubstr("not built in"));
    EXPECT_THAT(expectFailure({"run", "softmax", csr}, 4).dump(), HasSubstr("strided"));
    EXPECT_THAT(expectFailure({"run", "matmul", csr, csr}, 3).dump(), HasSubstr("found (4, 5) times (4, 5)"));
}

TEST(RunCommand, ARefusedCallTellsHowFarItCame)
{
    const auto csr = sample("csr");
    const auto noMeaning = tscope({"run", "softmax", csr, "--trace"});
    EXPECT_EQ(noMeaning.exitCode, 4);
    EXPECT_EQ(noMeaning.out, "  table: softmax (csr), without meaning: miss\n");
    const auto sizes = ask({"run", "matmul", csr, csr, "--trace"});
    EXPECT_EQ(sizes.exitCode, 3);
    ASSERT_EQ(sizes.json["trace"]["steps"].size(), 1U);
    EXPECT_EQ(sizes.json["trace"]["steps"][0]["hit"], true);
    EXPECT_EQ(sizes.json["error"]["code"], expectFailure({"run", "matmul", csr, csr}, 3)["code"]);
}

} // namespace tscope::app

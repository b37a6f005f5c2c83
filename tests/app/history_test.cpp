// SPDX-License-Identifier: Apache-2.0
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::app {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(History, PrintsTheGraphAndTheGradients)
{
    const auto run = tscope({"history", "W=" + sample("csr"), "--requires-grad", "W", "--script",
                             "y = W.sum(1); loss = (y * y).sum(); loss.backward()"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.out, "W  leaf, requires a gradient\n"
                       "    csr (4, 5) float32, 6 stored, int64 indices, 112 bytes\n"
                       "y  sum <- W copy\n"
                       "    strided (4,) float32, 16 bytes\n"
                       "step 2  mul <- y copy, y copy\n"
                       "    strided (4,) float32, 16 bytes\n"
                       "    keeps the values of y\n"
                       "loss  sum <- step 2 copy\n"
                       "    strided () float32, 4 bytes\n"
                       "gradients of loss\n"
                       "  W.grad  csr (4, 5) float32, 6 stored, int64 indices, 112 bytes\n"
                       "    values 6 6 24 24 24 12\n");
}

TEST(History, AnswersProgramsToo)
{
    const Folder folder;
    const auto out = folder.path("gradients.json");
    const auto answer = ask({"history", sample("csr"), "x=" + sample("strided"), "--requires-grad", "csr,x",
                             "--out", out, "--script", "y = csr[0]" /* no step of csr */});
    EXPECT_EQ(answer.exitCode, 4);
    const auto fine = ask({"history", sample("csr"), "x=" + sample("strided"), "--requires-grad", "csr,x", "--out",
                           out, "--script", "y = csr.t(); z = x[0]; (y.sum() + z.sum()).backward()"});
    ASSERT_EQ(fine.exitCode, 0);
    const auto& nodes = fine.json["nodes"];
    expectKeys(nodes[0], {{"id", "i"}, {"operation", "s"}, {"leaf", "b"}, {"inputs", "a"}, {"results", "a"}},
               "node");
    EXPECT_EQ(nodes[0]["results"][0]["name"], "csr");
    const auto& turned = nodes[2];
    EXPECT_EQ(turned["operation"], "transpose(0, 1)");
    EXPECT_EQ(turned["inputs"][0]["relation"], "view");
    EXPECT_EQ(turned["inputs"][0]["node"], 0);
    expectTensorInfo(turned["results"][0]["tensor"]);
    ASSERT_EQ(fine.json["gradients"]["tensors"].size(), 2U);
    EXPECT_EQ(fine.json["gradients"]["tensors"][0]["name"], "csr.grad");
    EXPECT_EQ(fine.json["gradients"]["tensors"][1]["members"][0]["data"], Json({1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(ask({"info", out}).json["tensors"].size(), 2U);
}

TEST(History, SaysWhereItIsCut)
{
    const auto run = tscope(
        {"history", "x=" + sample("strided"), "--requires-grad", "x", "--script", "n = nested_tensor([x, x])"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("note: nested_tensor copies its list without the history"));
}

TEST(History, RefusesWhatItCannotDo)
{
    const auto textOf = [](const std::vector<std::string>& words, int code) {
        auto all = words;
        all.insert(all.begin(), "history");
        return expectFailure(all, code)["text"].get<std::string>();
    };
    EXPECT_THAT(textOf({sample("broken_pointer"), "--script", "y = broken_pointer.t()"}, 1), HasSubstr("5.3"));
    EXPECT_THAT(textOf({sample("csr"), "--requires-grad", "y", "--script", "csr"}, 3), HasSubstr("called y"));
    EXPECT_THAT(textOf({sample("csr"), sample("csr"), "--script", "csr"}, 3), HasSubstr("csr twice"));
    EXPECT_THAT(textOf({sample("csr"), "--script", "y = csr @ csr"}, 3), HasSubstr("(4, 5)"));
    EXPECT_THAT(textOf({sample("csr"), "--script", "csr.sum().backward()"}, 3), HasSubstr("requires a gradient"));
    EXPECT_EQ(expectFailure({"history", sample("csr"), "--script", "y = csr +"}, 3)["where"], "column 10");
}

} // namespace tscope::app

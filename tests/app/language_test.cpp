// SPDX-License-Identifier: Apache-2.0
// In which language people are answered, and that programs are answered in none.
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace tscope::app {

using testing::HasSubstr;

TEST(TerminalLanguage, IsWhatWasAskedFor)
{
    const auto pointers = sample("broken_pointer");
    for (const auto& words : std::vector<std::vector<std::string>>{{"check", "--language", "zh_CN", pointers},
                                                                   {"check", pointers, "--language=zh_CN"},
                                                                   {"--language", "zh_CN", "check", pointers}}) {
        const auto run = tscope(words);
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_THAT(run.out, HasSubstr("  可能的原因：crow_indices[2] 是 9，应在 2 和 5 之间\n"));
        EXPECT_THAT(run.out, HasSubstr("▲ 5.3  crow_indices 从不下降"));
        EXPECT_THAT(run.out, HasSubstr("  修复 order-pointers：把 crow_indices[2] 从 9 改为 5，即"));
    }
    EXPECT_THAT(tscope({"info", sample("csr"), "--language", "zh_CN"}).out, HasSubstr("  维：2 个稀疏维\n"));
    EXPECT_THAT(tscope({"locate", sample("csr"), "--at", "2,4", "--language", "zh_CN"}).out,
                HasSubstr("第 4 列是条目 4"));
    EXPECT_THAT(tscope({"diff", sample("csr"), sample("csc"), "--language", "zh_CN"}).out,
                HasSubstr("；布局为 csr 和 csc"));
    EXPECT_EQ(tscope({"check", pointers, "--language", "en"}).out, tscope({"check", pointers}).out);
}

// Operations run in a worker process, which is told the language with each question.
TEST(TerminalLanguage, IsThatOfErrorsToo)
{
    const auto errorOf = [](std::vector<std::string> words) {
        words.insert(words.end(), {"--language", "zh_CN"});
        const auto run = tscope(words);
        EXPECT_NE(run.exitCode, 0);
        return run.err;
    };
    EXPECT_THAT(errorOf({"info", "/nowhere/a.npy"}), HasSubstr("没有文件 \"/nowhere/a.npy\""));
    EXPECT_THAT(errorOf({"run", "matmul", sample("csr"), sample("csr")}),
                HasSubstr("第一个因子的列数应等于第二个的行数"));
    EXPECT_THAT(errorOf({"run", "softmax", sample("csr")}),
                HasSubstr("csr 张量的元素都不会仍为零；请先转换为 strided"));
    EXPECT_THAT(errorOf({"convert", sample("csr"), "/nowhere/b.json", "--layout", "bsr"}),
                HasSubstr("bsr 需要块大小，而张量自身没有"));
    EXPECT_THAT(errorOf({"transform", sample("csr"), "/nowhere/b.json", "--ops", "flop(1)"}),
                HasSubstr("没有运算“flop”"));
}

TEST(TerminalLanguage, ThatIsNotThereIsRefused)
{
    EXPECT_THAT(expectFailure({"check", sample("csr"), "--language", "xx"}, 3)["text"].get<std::string>(),
                HasSubstr("zh_CN"));
}

// A script that reads the answers must not find another one because of where it runs.
TEST(TerminalLanguage, IsEnglishWhateverTheEnvironmentSays)
{
    const auto english = tscope({"check", sample("broken_pointer")}).out;
    const auto run = runTool("/usr/bin/env", {"LC_ALL=zh_CN.UTF-8", "LANG=zh_CN.UTF-8", "LANGUAGE=zh_CN",
                                              TSCOPE_BINARY, "check", sample("broken_pointer")});
    EXPECT_EQ(run.out, english);
}

TEST(TerminalLanguage, OfWhatProgramsReadIsAlwaysTheSame)
{
    const auto pointers = sample("broken_pointer");
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"check", pointers, "--json"},
                                               {"check", pointers, "--github"},
                                               {"check", pointers, "--sarif"},
                                               {"info", pointers, "--json"},
                                               {"info", pointers, "--code=pytorch"},
                                               {"info", pointers, "--code", "numpy"},
                                               {"locate", sample("csr"), "--at", "2,4", "--json"},
                                               {"build", pointers, "--json"},
                                               {"diff", sample("csr"), sample("csc"), "--json"}}) {
        auto chinese = words;
        chinese.insert(chinese.end(), {"--language", "zh_CN"});
        const auto run = tscope(words);
        EXPECT_FALSE(run.out.empty());
        EXPECT_EQ(tscope(chinese).out, run.out) << words[0] << ' ' << words.back();
    }
}

} // namespace tscope::app

// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tscope::app {

namespace {

using testing::HasSubstr;

TEST(ExtendCommand, CountsWhatIsMissing)
{
    const auto layout = ask({"extend", "layout", "toy", "--like", "csr"});
    ASSERT_EQ(layout.exitCode, 0);
    EXPECT_GT(layout.json["new_entries"], 0);
    EXPECT_EQ(layout.json["new_entries"], layout.json["gaps"].size());
    EXPECT_EQ(layout.json["new_cases"], 0);
    const auto type = ask({"extend", "dtype", "toy", "--like", "f32"});
    ASSERT_EQ(type.exitCode, 0);
    EXPECT_EQ(type.json["new_entries"], 0);
    EXPECT_GT(type.json["new_cases"], 0);
    EXPECT_LE(type.json["new_cases"], type.json["most_cases"]);
    EXPECT_EQ(type.json["most_cases"], type.json["table"]["entries"]);

    const auto all = tscope({"extend", "layout", "toy", "--like", "csr", "--all"});
    EXPECT_EQ(all.exitCode, 0);
    EXPECT_EQ(std::ranges::count(all.out, '\n'), static_cast<int>(layout.json["gaps"].size()) + 2);
    EXPECT_THAT(all.out, HasSubstr("matmul (toy, strided) -> strided on cpu: missing; "));
}

TEST(ExtendCommand, RunsOnceTheGapIsFilled)
{
    const std::vector<std::string> words{"extend", "layout", "toy",   sample("csr"),
                                         "--like", "csr",    "--run", "sum"};
    const auto refused = tscope(words);
    EXPECT_EQ(refused.exitCode, 4);
    EXPECT_THAT(refused.err, HasSubstr("fill gap"));
    EXPECT_THAT(refused.out, HasSubstr("sum (toy) -> strided on cpu, missing: miss"));
    EXPECT_EQ(ask(words).json["error"]["code"], "unsupported");
    for (const std::string fill : {"kernel", "conversion"}) {
        auto filled = words;
        filled.insert(filled.end(), {"--fill", fill});
        const auto answer = ask(filled);
        EXPECT_EQ(answer.exitCode, 0) << fill;
        EXPECT_EQ(answer.json["trace"]["steps"][0]["hit"], false);
        EXPECT_EQ(answer.json["result"]["tensors"][0]["members"][0]["data"],
                  ask({"run", "sum", sample("csr")}).json["result"]["tensors"][0]["members"][0]["data"]);
    }
}

TEST(ExtendCommand, ShowsWhyAnEmbeddingNeedsAnExtension)
{
    const auto answer = ask({"extend", "wrapper", "toy"});
    ASSERT_EQ(answer.exitCode, 0);
    EXPECT_EQ(answer.json["new_entries"], 0);
    EXPECT_EQ(answer.json["embedding"]["extension"]["layout"], "coo");
    EXPECT_EQ(answer.json["embedding"]["wrapper"]["layout"], "strided");
    EXPECT_EQ(answer.json["embedding"]["equal"], true);
}

TEST(ExtendCommand, RefusesWhatItCannotUse)
{
    expectFailure({"extend", "layout", "csr", "--like", "coo"}, 3);
    expectFailure({"extend", "layout", "toy"}, 3);
    expectFailure({"extend", "shape", "toy"}, 3);
    expectFailure({"extend", "layout", "toy", sample("csr"), "--like", "csr"}, 3);
    expectFailure({"extend", "layout", "toy", sample("csr"), "--like", "csr", "--run", "fold"}, 3);
    expectFailure({"extend", "layout", "toy", sample("csr"), "--like", "csr", "--run", "add", "--fill", "kernel"},
                  3);
}

} // namespace

} // namespace tscope::app

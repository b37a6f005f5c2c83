// SPDX-License-Identifier: Apache-2.0
#include "ops/step_code.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

std::string code(std::string_view chain)
{
    const auto steps = parseSteps(chain);
    return steps ? pytorchText(*steps, "x") : steps.error().text;
}

TEST(StepCode, IsPyTorch)
{
    EXPECT_EQ(code("permute(1,0).narrow(0,2,3)"), "x.permute((1, 0)).narrow(0, 2, 3)");
    EXPECT_EQ(code("slice(1,2,9,3)"), "x[:, 2:9:3]");
    EXPECT_EQ(code("slice(-2,None,4)"), "x[..., :4, :]");
    EXPECT_EQ(code("slice()"), "x[:]");
    EXPECT_EQ(code("to_padded(0.5)"), "torch.nested.to_padded_tensor(x, 0.5)");
    EXPECT_EQ(code("cuda().flip(0)"), "x.to(\"cuda\").flip((0,))");
    EXPECT_EQ(code("unbind().transpose(0,1)"), "[part.transpose(0, 1) for part in x.unbind(0)]");
    EXPECT_EQ(code("slice(9000000000000000000,0,1)"), "torch.ops.aten.slice(x, 9000000000000000000, 0, 1, 1)");
}

TEST(StepCode, ReadsBackAsTheSameSteps)
{
    for (const auto* chain : {"permute(1,0).narrow(0,2,3).view(3,-1)", "squeeze().as_strided((2),(1)).flatten()",
                              "to_padded(1.5)", "split((1,2),0)"}) {
        const auto steps = parseSteps(chain);
        ASSERT_TRUE(steps);
        const auto again = parseSteps(chainText(*steps));
        ASSERT_TRUE(again) << chainText(*steps);
        EXPECT_EQ(*steps, *again);
    }
}

TEST(StepCode, QuotesNamesForAShell)
{
    const auto steps = parseSteps("contiguous()");

    EXPECT_EQ(commandText(*steps, "it's.json::a b", "out.json"),
              R"(tscope transform 'it'\''s.json::a b' 'out.json' --ops 'contiguous()')");
}

} // namespace

} // namespace tscope

// SPDX-License-Identifier: Apache-2.0
#include "array/transform.h"

#include "core/array/oracle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

std::string parsed(std::string_view chain)
{
    const auto steps = parseSteps(chain);
    if (!steps)
        return steps.error().where + ": " + steps.error().text;
    std::string out;
    for (const auto& step : *steps)
        out += (out.empty() ? "" : ".") + text(step);
    return out;
}

TEST(ParseSteps, FillsDefaultsAndGathersLooseNumbers)
{
    EXPECT_EQ(parsed("permute(1,0).narrow(0,2,3).view(3,-1)"), "permute((1, 0)).narrow(0, 2, 3).view((3, -1))");
    EXPECT_EQ(parsed(" permute ( [1 , 0] ) . view((6,)) "), "permute((1, 0)).view((6,))");
    EXPECT_EQ(parsed("view(()).reshape([]).expand().flip(0)"), "view(()).reshape(()).expand(()).flip((0,))");
    EXPECT_EQ(parsed("slice().slice(1,None,-3).slice(0,None,None,-1)"),
              "slice(0, None, None, 1).slice(1, None, -3, 1).slice(0, None, None, -1)");
    EXPECT_EQ(parsed("squeeze().squeeze(-1).squeeze((0,1)).unsqueeze(0)"),
              "squeeze().squeeze((-1,)).squeeze((0, 1)).unsqueeze(0)");
    EXPECT_EQ(parsed("diagonal().flatten().flatten(1)"), "diagonal(0, 0, 1).flatten(0, -1).flatten(1, -1)");
    EXPECT_EQ(parsed("as_strided((2,3),(1,0),4).as_strided([2],[1])"),
              "as_strided((2, 3), (1, 0), 4).as_strided((2,), (1,))");
    EXPECT_EQ(parsed("select(0,-9223372036854775808).unfold(0,2,1).transpose(0,1).contiguous()"),
              "select(0, -9223372036854775808).unfold(0, 2, 1).transpose(0, 1).contiguous()");
    EXPECT_EQ(
        parsed("unbind().chunk(2,-1).split([1,2]).split(3).to_padded(-1.5).to_padded(7).to_jagged().to_nested()"),
        "unbind(0).chunk(2, -1).split((1, 2), 0).split(3, 0).to_padded(-1.5).to_padded(7).to_jagged()"
        ".to_nested()");
    EXPECT_EQ(parsed("to_padded(-inf).to_padded(1e3).to_padded(.5)"),
              "to_padded(-inf).to_padded(1000).to_padded(0.5)");
}

TEST(ParseSteps, DevicesAreNamedInQuotesOrNot)
{
    EXPECT_EQ(parsed("to(cuda:1).to( \"cuda\" ).to('cpu').cuda().cpu( )"),
              "to(cuda:1).to(cuda).to(cpu).to(cuda).to(cpu)");
    EXPECT_THAT(parsed("to()"), HasSubstr("column 4: ops: device is missing: wanted to(device)"));
    EXPECT_THAT(parsed("to('cuda)"), HasSubstr("column 4: ops: wanted the name of a device, found \"'cuda)\""));
    EXPECT_THAT(parsed("to(-)"), HasSubstr("column 4: ops: wanted the name of a device"));
    EXPECT_THAT(parsed("to(cuda,1)"), HasSubstr("column 9: ops: too many arguments: wanted to(device), found 2"));
    EXPECT_THAT(parsed("cuda(1)"), HasSubstr("column 6: ops: wanted ) after cuda("));
    EXPECT_THAT(parsed("cuda"), HasSubstr("column 5: ops: wanted ( after cuda, found the end"));
}

TEST(ParseSteps, ReadsBackWhatItWrites)
{
    const auto steps =
        parseSteps("slice(1,None,4).to(cuda:1).squeeze(0).as_strided((2),(1)).to_padded(0.1).view(2,-1)");
    ASSERT_TRUE(steps);
    for (const auto& step : *steps) {
        const auto again = parseSteps(text(step));
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(again->front(), step);
    }
}

TEST(ParseSteps, ErrorsSayTheColumn)
{
    EXPECT_THAT(parsed(""), HasSubstr("column 1: ops: wanted an operation, found the end"));
    EXPECT_THAT(parsed("view(2).fold(1)"), HasSubstr("column 9: ops: there is no operation \"fold\""));
    EXPECT_THAT(parsed("view(2).Select(1)"), HasSubstr("no operation \"Select\""));
    EXPECT_THAT(parsed("view"), HasSubstr("column 5: ops: wanted ( after view, found the end"));
    EXPECT_THAT(parsed("view(2"), HasSubstr("column 7: ops: wanted , or ) in view, found the end"));
    EXPECT_THAT(parsed("view(2;3)"), HasSubstr("column 7: ops: wanted , or ) in view, found \";3)\""));
    EXPECT_THAT(parsed("view((2,(3)))"), HasSubstr("column 9: ops: wanted a number"));
    EXPECT_THAT(parsed("view([2,3))"), HasSubstr("column 10: ops: wanted , or ] in a list"));
    EXPECT_THAT(parsed("view(2).)"), HasSubstr("column 9"));
    EXPECT_THAT(parsed("view(2) view(3)"), HasSubstr("column 9: ops: wanted . or the end"));
    EXPECT_THAT(parsed("select(0)"), HasSubstr("column 9: ops: index is missing: wanted select(dim, index)"));
    EXPECT_THAT(parsed("select(0,1,2)"), HasSubstr("column 12: ops: too many arguments"));
    EXPECT_THAT(parsed("select((0),1)"),
                HasSubstr("column 8: ops: dim of select(dim, index) has to be a whole number"));
    EXPECT_THAT(parsed("select(0,1.5)"), HasSubstr("column 10"));
    EXPECT_THAT(parsed("select(None,1)"), HasSubstr("column 8"));
    EXPECT_THAT(parsed("select(0,9223372036854775808)"),
                HasSubstr("column 10: ops: the number does not fit 64 bits"));
    EXPECT_THAT(parsed("view((2,1.5))"), HasSubstr("whole numbers"));
    EXPECT_THAT(parsed("contiguous(1)"), HasSubstr("column 12: ops: too many arguments"));
    EXPECT_THAT(parsed(std::string(100'000, '(')), HasSubstr("at most 65536"));
    EXPECT_THAT(parsed("view(" + std::string(60'000, '(')), HasSubstr("column 7"));
}

TEST(ParseSteps, StayTotalOnRandomText)
{
    constexpr std::string_view pieces[] = {
        "view",      "(",    ")",     ".",  ",",    "-1", "3", "[",
        "]",         "None", "slice", "1e", "flip", " ",  "+", "99999999999999999999",
        "to_padded", "nan",  "\xff",  "-"};
    int good = 0;
    for (std::uint32_t seed = 0; seed < 20'000; ++seed) {
        oracle::Dice dice(seed);
        std::string chain;
        for (auto left = dice(0, 12); left > 0; --left)
            chain += pieces[dice(0, std::ssize(pieces) - 1)];
        good += parseSteps(chain) ? 1 : 0;
    }
    EXPECT_GT(good, 0);
}

Result<StepOutcome> run(Geometry geometry, std::string_view chain)
{
    const auto steps = parseSteps(chain);
    if (!steps)
        return steps.error();
    StepOutcome outcome{std::move(geometry)};
    for (const auto& step : *steps) {
        const auto was = outcome.isView;
        auto next = applyStep(outcome.geometry, step);
        if (!next)
            return next.error();
        outcome = *std::move(next);
        outcome.isView = outcome.isView && was;
    }
    return outcome;
}

TEST(ApplyStep, EveryOperationReachesItsView)
{
    const Geometry matrix{{4, 6}, {6, 1}, 2};
    EXPECT_EQ(run(matrix, "permute(1,0).narrow(0,2,3)")->geometry, (Geometry{{3, 4}, {1, 6}, 4}));
    EXPECT_EQ(run(matrix, "select(0,1)")->geometry, (Geometry{{6}, {1}, 8}));
    EXPECT_EQ(run(matrix, "slice(1,1,None,2)")->geometry, (Geometry{{4, 3}, {6, 2}, 3}));
    EXPECT_EQ(run(matrix, "transpose(0,1)")->geometry, (Geometry{{6, 4}, {1, 6}, 2}));
    EXPECT_EQ(run(matrix, "unsqueeze(0).expand(3,-1,-1)")->geometry, (Geometry{{3, 4, 6}, {0, 6, 1}, 2}));
    EXPECT_EQ(run(matrix, "unsqueeze(0).unsqueeze(3).squeeze(0)")->geometry, (Geometry{{4, 6, 1}, {6, 1, 1}, 2}));
    EXPECT_EQ(run(matrix, "unsqueeze(0).squeeze()")->geometry, matrix);
    EXPECT_EQ(run(matrix, "diagonal(1)")->geometry, (Geometry{{4}, {7}, 3}));
    EXPECT_EQ(run(matrix, "unfold(1,3,2)")->geometry, (Geometry{{4, 2, 3}, {6, 2, 1}, 2}));
    EXPECT_EQ(run(matrix, "flip(0,1)")->geometry, (Geometry{{4, 6}, {-6, -1}, 25}));
    EXPECT_EQ(run(matrix, "view(2,-1)")->geometry, (Geometry{{2, 12}, {12, 1}, 2}));
    EXPECT_EQ(run(matrix, "as_strided((2),(0),9)")->geometry, (Geometry{{2}, {0}, 9}));
    EXPECT_EQ(run(matrix, "flatten()")->geometry, (Geometry{{24}, {1}, 2}));
    EXPECT_TRUE(run(matrix, "contiguous()")->isView);
    EXPECT_EQ(run(matrix, "contiguous()")->geometry, matrix);
}

TEST(ApplyStep, SaysWhatHasToBeCopied)
{
    const Geometry crossed{{6, 4}, {1, 6}, 2};
    for (const auto* chain : {"reshape(24)", "flatten()", "reshape(-1)"}) {
        const auto outcome = run(crossed, chain);
        ASSERT_TRUE(outcome);
        EXPECT_FALSE(outcome->isView);
        EXPECT_EQ(outcome->geometry, (Geometry{{24}, {1}, 0}));
        EXPECT_EQ(outcome->why->equation, "stride[0] = 1 but stride[1] * size[1] = 6 * 4 = 24");
    }
    EXPECT_EQ(run(crossed, "contiguous()")->geometry, (Geometry{{6, 4}, {4, 1}, 0}));
    EXPECT_FALSE(run(crossed, "contiguous()")->isView);
    EXPECT_TRUE(run(crossed, "reshape(2,3,4)")->isView);
}

TEST(ApplyStep, ImpossibleStepsSayTheReason)
{
    const Geometry crossed{{6, 4}, {1, 6}};
    EXPECT_EQ(run(crossed, "view(24)").error().reason, "strides");
    EXPECT_EQ(run(crossed, "view(25)").error().reason, "shape");
    EXPECT_EQ(run(crossed, "reshape(5,-1)").error().reason, "shape");
    EXPECT_EQ(run(crossed, "unbind()").error().code, ErrorCode::unsupported);
    EXPECT_THAT(run(crossed, "to_padded(0)").error().text, HasSubstr("nested"));
    EXPECT_THAT(run(crossed, "select(2,0)").error().text, HasSubstr("dim 2"));
    EXPECT_THAT(applyStep(crossed, {ViewOp::select, {Extents{1}}}).error().text, HasSubstr("arguments of select"));
    EXPECT_FALSE(applyStep({{2}, {}}, {ViewOp::contiguous, {}}));
}

TEST(ApplyStep, NoMoreThan64Dims)
{
    Geometry geometry{{2}, {1}};
    const auto grow = (*parseSteps("unsqueeze(0)"))[0];
    for (int rank = 1; rank < 64; ++rank) {
        const auto outcome = applyStep(geometry, grow);
        ASSERT_TRUE(outcome) << rank;
        geometry = outcome->geometry;
    }
    const auto outcome = applyStep(geometry, grow);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().text, HasSubstr("at most 64"));
}

} // namespace
} // namespace tscope

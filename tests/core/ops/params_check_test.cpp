// SPDX-License-Identifier: Apache-2.0
// A caller may come from another process and say anything.
#include "dispatch/params_check.h"

#include "core/timing/small_plan.h"
#include "ops/operations.h"
#include "ops/run.h"

#include <gmock/gmock.h>

namespace tscope {

namespace {

using testing::HasSubstr;

Params paramsOf(std::string_view op)
{
    return *parseParams(operationNamed(op)->params, {});
}

TEST(CheckParams, TakesWhatEachOperationTakes)
{
    for (const auto* op : operations())
        EXPECT_TRUE(checkParams(*parseParams(op->params, {}), op->params)) << op->name;
}

TEST(CheckParams, RefusesWhatIsMissingUnknownOrOfAnotherKind)
{
    const auto& specs = operationNamed("sum")->params;
    EXPECT_THAT(checkParams({}, specs).error().text, HasSubstr("found none"));
    auto params = paramsOf("sum");
    params.set("other", true);
    EXPECT_THAT(checkParams(params, specs).error().text, HasSubstr("found \"other\""));
    params = paramsOf("sum");
    params.set("dim", 2.5);
    EXPECT_THAT(checkParams(params, specs).error().text, HasSubstr("another kind"));
}

TEST(Run, RefusesParametersOfAnotherOperation)
{
    const std::vector inputs{timing::madeMatrix("csr")};
    for (const auto* op : operations())
        if (op->inputs.size() == 1 && !op->params.empty()) {
            const auto made = run(*op, inputs, {});
            EXPECT_TRUE(made || !made.error().text.empty()) << op->name;
            auto wrong = paramsOf(op->name);
            wrong.set("nobody's", false);
            const auto refused = run(*op, inputs, wrong);
            ASSERT_FALSE(refused) << op->name;
            EXPECT_EQ(refused.error().code, ErrorCode::invalidArgument);
        }
}

} // namespace

} // namespace tscope

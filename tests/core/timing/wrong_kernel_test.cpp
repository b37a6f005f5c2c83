// SPDX-License-Identifier: Apache-2.0
// A kernel that is quick and wrong.
#include "core/timing/small_plan.h"
#include "dispatch/backends.h"
#include "dispatch/kernel_key.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace tscope::timing {

namespace {

bool isWrongOneAsked = false; // other tests of this process have nothing to do with it

std::set<const void*> seenPlaces; // of the values of what is multiplied

std::int32_t takes(const tscope_call* call, tscope_error*)
{
    seenPlaces.insert(call->in[0].members[2].data);
    return isWrongOneAsked ? 1 : 0;
}

// One element is never written right.
std::int32_t run(const tscope_call* call, tscope_error*)
{
    const auto& out = call->out->members[0];
    auto* numbers = static_cast<float*>(out.data);
    const auto count = out.sizes[0] * (out.dims > 1 ? out.sizes[1] : 1);
    for (std::int64_t i = 0; i < count; ++i)
        numbers[i] = 1;
    return TSCOPE_OK;
}

const tscope_backend* open(std::uint32_t, tscope_error*)
{
    static const char* layouts[] = {"csr", "strided"};
    static const tscope_kernel kernel{
        .size = sizeof(tscope_kernel),
        .layout_count = 2,
        .need_count = 0,
        .op = "matmul",
        .name = "test.quick_and_wrong",
        .layouts = layouts,
        .result = "strided",
        .types = typeBit(ElementType::f32),
        .index_types = typeBit(ElementType::i64) | typeBit(ElementType::i32),
        .needs = nullptr,
        .rows = 0,
        .spaced = 0,
        .shared = nullptr,
        .entries = nullptr,
        .run = run,
        .takes = takes,
        .release = nullptr,
        .need_types = 0,
    };
    static const tscope_backend backend{
        .size = sizeof(tscope_backend),
        .kernel_size = sizeof(tscope_kernel),
        .name = "test",
        .device = "cpu",
        .kernels = &kernel,
        .kernel_count = 1,
        .devices = nullptr,
    };
    return &backend;
}

TEST(WrongKernels, AreShownAsFailedAndNeverTimed)
{
    ASSERT_TRUE(registerBackend(open));
    isWrongOneAsked = true;
    const auto tensor = madeMatrix("csr");
    const std::vector<PlanSubject> subjects{{"m", tensor}};
    const auto session = measurePlan(subjects, shortPlan(tensor, {"spmv", "sum"}));
    isWrongOneAsked = false;
    const auto& wrong = rowOf(session, "spmv", "csr");
    EXPECT_EQ(wrong.status, Status::failed);
    EXPECT_EQ(wrong.kernel, "test.quick_and_wrong");
    EXPECT_NE(wrong.reason.find("the result is wrong: "), std::string::npos) << wrong.reason;
    EXPECT_FALSE(wrong.warm.isThere() || wrong.cold.isThere() || wrong.call.isThere());
    EXPECT_FALSE(wrong.isChecked);
    EXPECT_EQ(rowOf(session, "sum", "csr").status, Status::ok);
    EXPECT_EQ(rowOf(session, "spmv", "coo").status, Status::ok);
    for (const auto& verdict : session.verdicts) {
        EXPECT_NE(&session.rows[verdict.a], &wrong);
        EXPECT_NE(&session.rows[verdict.b], &wrong);
    }
}

// As it is asked for each call, it sees where each round has the tensor.
TEST(WrongKernels, SeeTheTensorInOtherMemoryInEachRound)
{
    ASSERT_TRUE(registerBackend(open));
    const auto tensor = madeMatrix("csr");
    const std::vector<PlanSubject> subjects{{"m", tensor}};
    auto plan = shortPlan(tensor, {"spmv"});
    plan.forms = {*formNamed("csr")};
    const auto placesIn = [&](int rounds) {
        plan.rounds = rounds;
        seenPlaces.clear();
        EXPECT_EQ(rowOf(measurePlan(subjects, plan), "spmv", "csr").status, Status::ok);
        EXPECT_FALSE(seenPlaces.contains(tensor.tensor().member("values").array.storage->data()));
        return seenPlaces.size();
    };
    EXPECT_EQ(placesIn(1), 1U);
    EXPECT_GE(placesIn(3), 2U); // the third may have the place of the first
}

} // namespace

} // namespace tscope::timing

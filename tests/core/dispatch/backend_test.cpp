// SPDX-License-Identifier: Apache-2.0
// Backends and operations that only a test knows: one registration each.
#include "dispatch/backends.h"

#include "core/ops/operation_cases.h"
#include "dispatch/kernel_key.h"
#include "dispatch/operand.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "ops/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <stop_token>
#include <thread>

namespace tscope {
namespace {

using testing::HasSubstr;

// --- an operation: a spec, a kernel, a registration -------------------------------------------------------------

constexpr std::array negateInputs{OpInput{"a", "strided numbers"}};
constexpr std::array negateParams{ParamSpec{"how", ParamKind::integer, "0",
                                            "1: keeps what it has for later, 2: fails, "
                                            "3: waits for a stop"}};

Result<LayoutPlan> negateLayouts(std::span<const std::string_view> given)
{
    if (given[0] == "nested")
        return unsupported("components are not negated here");
    return LayoutPlan{{given[0]}, "strided", "strided"};
}

Result<OpPlan> negatePlan(std::span<const Tensor> given, const Params& params)
{
    OpPlan plan;
    plan.inputs = {given[0]};
    plan.computing = given[0].declaredDType();
    plan.result = formOf(given[0]);
    plan.params = params;
    return plan;
}

int released = 0;

std::int64_t negateEntries(const tscope_call* call, tscope_error*)
{
    if (call->params[0].integer == 1)
        *call->kept = &released;
    return 0;
}

std::int32_t negateRun(const tscope_call* call, tscope_error* error)
{
    if (call->params[0].integer == 2) {
        std::strcpy(error->text, "this one was wanted to fail");
        return TSCOPE_OUT_OF_MEMORY;
    }
    if (call->params[0].integer == 3) {
        while (__atomic_load_n(call->stop, __ATOMIC_RELAXED) == 0)
            ;
        return TSCOPE_CANCELLED;
    }
    const auto &from = call->in[0].members[0], &to = call->out->members[0];
    const Extents sizes(from.sizes, from.sizes + from.dims);
    for (std::int64_t at = 0; at < *numel(sizes); ++at) {
        const auto index = indexOf(sizes, at);
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < index.size(); ++d)
            offset += index[d] * from.strides[d];
        static_cast<float*>(to.data)[at] = -static_cast<const float*>(from.data)[offset];
    }
    return TSCOPE_OK;
}

void negateRelease(void* kept)
{
    ++*static_cast<int*>(kept);
}

const tscope_backend* openNegating(std::uint32_t abi, tscope_error* error)
{
    static const char* layouts[] = {"strided"};
    static const tscope_kernel kernel{
        .size = sizeof(tscope_kernel),
        .layout_count = 1,
        .need_count = 0,
        .op = "negate",
        .name = "test.negate",
        .layouts = layouts,
        .result = "strided",
        .types = typeBit(ElementType::f32),
        .index_types = 0,
        .needs = nullptr,
        .rows = 0,
        .spaced = 0,
        .shared = nullptr,
        .entries = negateEntries,
        .run = negateRun,
        .takes = nullptr,
        .release = negateRelease,
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
    if (abi != TSCOPE_ABI) {
        std::strcpy(error->text, "the test speaks version 1 only");
        return nullptr;
    }
    return &backend;
}

const OpSpec& negateOp()
{
    static constexpr OpSpec spec{
        .name = "negate",
        .summary = "what stands there with the other sign",
        .inputs = negateInputs,
        .params = negateParams,
        .layouts = negateLayouts,
        .plan = negatePlan,
    };
    return spec;
}

// The registry has no way out of it: once for all tests here.
void registerNegate()
{
    static const bool isDone = [] {
        registerOperation(negateOp());
        return static_cast<bool>(registerBackend(openNegating));
    }();
    EXPECT_TRUE(isDone);
}

Result<RunResult> negated(Tensor tensor, std::vector<std::string> texts = {}, const RunOptions& options = {})
{
    registerNegate();
    const std::vector<Sound> inputs{test::proven(std::move(tensor))};
    return run(negateOp(), inputs, *parseParams(negateOp().params, texts), options);
}

TEST(Backends, AnOperationIsOneSpecOneKernelOneLine)
{
    test::SmallTensors make(1);
    const auto tensor = make.next({.size = {3, 2}});
    const auto made = negated(tensor);
    ASSERT_TRUE(made) << made.error().text;
    for (const auto& [index, value] : test::logicalOf(tensor))
        EXPECT_EQ(test::logicalOf(made->tensor).at(index), -value);
    EXPECT_EQ(made->trace.kernel, "test.negate");
    EXPECT_EQ(operationNamed("negate"), &negateOp());
    EXPECT_THAT(operationNames(), HasSubstr("negate"));
}

TEST(Backends, TheSupportTableHasItWithItsThreeNoes)
{
    registerNegate();
    const auto answerFor = [](std::string_view device, std::string_view layout) {
        return supportOf(negateOp(), device, std::span(&layout, 1));
    };
    EXPECT_EQ(answerFor("cpu", "strided").kernelText(), "test.negate");
    EXPECT_EQ(answerFor("cpu", "csr").kernelText(), "test.negate (input 1 becomes strided)");
    EXPECT_EQ(answerFor("cpu", "nested").reason, "components are not negated here");
    EXPECT_EQ(answerFor("cuda", "strided").reason, "not built in: this process loads no module for cuda");
    test::SmallTensors make(2);
    const auto wrongType = negated(make.next({.size = {2}, .dtype = ElementType::i16}));
    ASSERT_FALSE(wrongType);
    EXPECT_EQ(wrongType.error().reason, "not supported for this type");
}

TEST(Backends, WhatAKernelKeepsIsReleasedHoweverItEnds)
{
    test::SmallTensors make(3);
    const auto before = released;
    EXPECT_TRUE(negated(make.next({.size = {2, 2}}), {"how=1"}));
    EXPECT_EQ(released, before + 1);
}

TEST(Backends, ErrorsOfAKernelAreThoseOfTheCall)
{
    test::SmallTensors make(4);
    const auto failed = negated(make.next({.size = {2, 2}}), {"how=2"});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::outOfMemory);
    EXPECT_EQ(failed.error().text, "this one was wanted to fail");
}

TEST(Backends, AStopReachesARunningKernel)
{
    test::SmallTensors make(5);
    std::stop_source stop;
    std::jthread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    const auto stopped = negated(make.next({.size = {2, 2}}), {"how=3"}, {.watch = {stop.get_token()}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

TEST(Backends, ResultsThatWouldBeTooLargeAreRefusedBeforeTheyAreMade)
{
    test::SmallTensors make(6);
    const auto refused = negated(make.next({.size = {20, 20}}), {}, {.maxBytes = 1000});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "the result would take 1600 bytes, more than the 1000 bytes that may be used");
}

TEST(Backends, AnotherInterfaceIsRefusedWithItsReason)
{
    const auto refused = registerBackend([](std::uint32_t, tscope_error* error) -> const tscope_backend* {
        return openNegating(TSCOPE_ABI + 1, error);
    });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "the backend can't be used: the test speaks version 1 only");
    const auto old = registerBackend([](std::uint32_t, tscope_error*) -> const tscope_backend* {
        static const tscope_backend backend{sizeof(tscope_backend), 8, "old", "cpu", nullptr, 0, nullptr};
        return &backend;
    });
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().text, "the backend can't be used: it was built for an older interface");
}

TEST(Backends, ParametersAreReadAsTheOperationWantsThem)
{
    const auto& sum = *operationNamed("sum");
    const std::vector<std::string> good{"dim=0,-1", "keepdim"};
    const auto params = parseParams(sum.params, good);
    ASSERT_TRUE(params);
    EXPECT_EQ(params->integers("dim"), (std::vector<std::int64_t>{0, -1}));
    EXPECT_TRUE(params->flag("keepdim"));
    const std::vector<std::string> unknown{"dims=0"}, wrong{"keepdim=maybe"};
    EXPECT_EQ(parseParams(sum.params, unknown).error().text,
              "a parameter of the operation was wanted (dim keepdim), found \"dims\"");
    EXPECT_EQ(parseParams(sum.params, wrong).error().text, "keepdim wants yes or no, found \"maybe\"");
}

} // namespace
} // namespace tscope

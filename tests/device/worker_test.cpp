// SPDX-License-Identifier: Apache-2.0
// A worker does what this process would have done, and whatever becomes of it costs one message.
#include "remote/worker.h"

#include "base/thread_pool.h"
#include "core/ops/operation_cases.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/transform.h"
#include "remote/call_packet.h"
#include "remote/facts_packet.h"
#include "support/setting.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace tscope {
namespace {

using remote::Worker;
using testing::HasSubstr;
using namespace std::chrono_literals;

Worker::Options workerOptions()
{
    return {.program = TSCOPE_WORKER};
}

Tensor smallMatrix()
{
    return *makeTensorOf({.layout = "csr", .size = {40, 30}, .nnz = 200});
}

Result<RunResult> summed(Worker& worker, const RunOptions& options = {.device = "cuda"})
{
    const auto& sum = *operationNamed("sum");
    const std::vector<Sound> inputs{test::proven(smallMatrix())};
    return worker.run(sum, inputs, *parseParams(sum.params, {}), options);
}

TEST(Worker, DoesAllOperationsAsThisProcessDoes)
{
    Worker worker(workerOptions());
    test::SmallTensors make(5);
    int calls = 0;
    for (const auto* op : operations())
        for (const std::string_view layout : {"strided", "csr", "coo", "bsc", "nested", "jagged"}) {
            const std::vector<std::string_view> layouts(op->inputs.size(), layout);
            if (!op->layouts(layouts))
                continue;
            auto cases = test::casesOf(op->name, layouts, ElementType::f32, ElementType::i32, make);
            for (const auto& one : cases) {
                SCOPED_TRACE(std::string(op->name) + " of " + std::string(layout) + ", " + one.what);
                std::vector<Sound> inputs;
                for (const auto& input : one.inputs)
                    inputs.push_back(test::proven(input));
                const auto params = parseParams(op->params, one.params);
                const auto there = worker.run(*op, inputs, *params, {});
                const auto here = run(*op, inputs, *params);
                ASSERT_EQ(static_cast<bool>(there), static_cast<bool>(here))
                    << (there ? here : there).error().text;
                if (!here) {
                    EXPECT_EQ(there.error().text, here.error().text);
                    continue;
                }
                ++calls;
                EXPECT_EQ(test::logicalOf(there->tensor), test::logicalOf(here->tensor));
                EXPECT_EQ(there->tensor.claims, here->tensor.claims);
                EXPECT_EQ(there->trace.kernel, here->trace.kernel);
                EXPECT_EQ(there->cost.bytes, here->cost.bytes);
                EXPECT_TRUE(std::holds_alternative<Sound>(prove(there->tensor)));
            }
        }
    EXPECT_GT(calls, 50);
    EXPECT_EQ(worker.starts(), 1);
}

TEST(Worker, TakesParametersThatAreNoPlainNumbers)
{
    Worker worker(workerOptions());
    const auto& differ = *operationNamed("differ");
    test::SmallTensors make(6);
    const std::vector<Sound> inputs{test::proven(make.next({.size = {3}})),
                                    test::proven(make.next({.size = {3}}))};
    for (const auto* tolerance : {"atol=inf", "atol=0.1", "atol=1e-300"}) {
        const std::vector<std::string> texts{tolerance};
        const auto params = *parseParams(differ.params, texts);
        const auto there = worker.run(differ, inputs, params, {});
        ASSERT_TRUE(there) << there.error().text;
        EXPECT_EQ(test::logicalOf(there->tensor), test::logicalOf(run(differ, inputs, params)->tensor))
            << tolerance;
    }
}

TEST(Worker, HasTheDevicesThatThisProcessNeedNotHave)
{
    Worker worker(workerOptions());
    const auto made = summed(worker);
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->trace.device, "cuda:0");
    EXPECT_THAT(made->trace.kernel, HasSubstr("sum.stored"));
}

TEST(Worker, TellsOfItsDevicesAndWhatRunsOnThem)
{
    Worker worker(workerOptions());
    const auto modules = worker.modules();
    ASSERT_TRUE(modules) << modules.error().text;
    const auto here = modulesThere();
    ASSERT_EQ(modules->size(), here.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
        EXPECT_EQ((*modules)[i].isLoaded, here[i].isLoaded);
        EXPECT_EQ((*modules)[i].reason, here[i].reason);
        EXPECT_EQ((*modules)[i].remarks, here[i].remarks);
        ASSERT_EQ((*modules)[i].devices.size(), here[i].devices.size());
        for (std::size_t d = 0; d < here[i].devices.size(); ++d)
            EXPECT_EQ((*modules)[i].devices[d].name, here[i].devices[d].name);
    }
    for (const auto* op : operations()) {
        const auto cells = worker.support(op->name);
        ASSERT_TRUE(cells) << cells.error().text;
        const auto own = supportOf(*op);
        ASSERT_EQ(cells->size(), own.size());
        for (std::size_t i = 0; i < own.size(); ++i) {
            EXPECT_EQ(text((*cells)[i]), text(own[i]));
            EXPECT_EQ((*cells)[i].dtypes, own[i].dtypes);
            EXPECT_EQ((*cells)[i].needs, own[i].needs);
        }
    }
    EXPECT_EQ(worker.support("convert")->size(), supportOfConversions().size());
    EXPECT_FALSE(worker.support("nothing"));
}

TEST(Worker, ConvertsAsThisProcessDoes)
{
    Worker worker(workerOptions());
    const auto sound = test::proven(smallMatrix());
    ConvertRequest request{.layout = layoutNamed("bsr"),
                           .block = {{4, 3}},
                           .dtype = ElementType::f64,
                           .indexDType = ElementType::i32,
                           .dropZeros = true};
    const auto there = worker.convert(sound, request, "cuda:0"), here = convert(sound, request);
    ASSERT_TRUE(there) << there.error().text;
    EXPECT_EQ(test::logicalOf(there->tensor), test::logicalOf(here->tensor));
    EXPECT_EQ(there->changes, here->changes);
    EXPECT_EQ(there->tensor.declaredIndexDType(), DType(ElementType::i32));
    EXPECT_FALSE(there->route.empty());
    const auto none = worker.convert(sound, {.layout = layoutNamed("bsr")}, "cuda:0");
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().text, HasSubstr("a block size was wanted"));
    EXPECT_THAT(worker.convert(sound, {.layout = layoutNamed("csc")}, "cuda:7").error().text, HasSubstr("cuda:7"));
}

TEST(Worker, ThatIsKilledOrHangsOrLosesItsDeviceIsOneMessageAndANewOne)
{
    const test::Setting device("TSCOPE_CUDA", "simulated"); // which can be told to fail
    auto options = workerOptions();
    options.timeout = 60s;
    Worker worker(options);
    ASSERT_TRUE(summed(worker));

    ::kill(worker.process(), SIGKILL);
    const auto killed = summed(worker);
    ASSERT_FALSE(killed);
    EXPECT_EQ(killed.error().text,
              "the worker, which has the devices, was ended by a signal (Killed); the next call has a new one");
    EXPECT_TRUE(summed(worker));
    EXPECT_EQ(worker.starts(), 2);

    Worker fatal(options);
    {
        const test::Setting setting("TSCOPE_SIMULATED", "fatal");
        const auto lost = summed(fatal);
        ASSERT_FALSE(lost);
        EXPECT_THAT(lost.error().text, HasSubstr("illegal memory access"));
        EXPECT_EQ(fatal.process(), -1) << "one that lost its device is of no use";
    }
    EXPECT_TRUE(summed(fatal));

    options.timeout = 300ms;
    Worker hanging(options);
    {
        const test::Setting setting("TSCOPE_SIMULATED", "hang");
        const auto hung = summed(hanging);
        ASSERT_FALSE(hung);
        EXPECT_THAT(hung.error().text, HasSubstr("did not answer within 300 ms and was ended"));
    }
    EXPECT_TRUE(summed(hanging));

    const test::Setting setting("TSCOPE_SIMULATED", "out_of_memory");
    Worker poor(workerOptions());
    const auto tooMuch = summed(poor);
    ASSERT_FALSE(tooMuch);
    EXPECT_EQ(tooMuch.error().code, ErrorCode::outOfMemory);
    EXPECT_GT(poor.process(), 0) << "it goes on";
    EXPECT_TRUE(summed(poor, {.device = "cpu"}));
}

TEST(Worker, WithoutOneOrWithTheWrongModuleIsOneSentence)
{
    const test::Setting device("TSCOPE_CUDA", "simulated"); // which can be told to fail
    Worker none({.program = "/nowhere/tscope-worker"});
    EXPECT_THAT(summed(none).error().text, HasSubstr("can't be started: /nowhere/tscope-worker"));
    const test::Setting setting("TSCOPE_SIMULATED", "wrong_abi");
    Worker worker(workerOptions());
    EXPECT_THAT(summed(worker).error().text, HasSubstr("it speaks version 2 of the interface"));
}

TEST(Worker, ACallIsStopped)
{
    const test::Setting device("TSCOPE_CUDA", "simulated"); // which can be told to fail
    auto options = workerOptions();
    options.stopPatience = 200ms;
    Worker worker(options);
    const test::Setting setting("TSCOPE_SIMULATED", "hang");
    std::stop_source stop;
    std::jthread later([&stop] {
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
    });
    const auto stopped = summed(worker, {.device = "cuda", .watch = {.stop = stop.get_token()}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

// What comes over a line is no more believed than a file.
TEST(Worker, WhatIsNoPacketIsRefused)
{
    auto ends = remote::Channel::make();
    ASSERT_TRUE(ends);
    const std::string noise(64, 'x');
    ASSERT_EQ(::write(ends->first.descriptor(), noise.data(), noise.size()), 64);
    EXPECT_THAT(ends->second.receive().error().text, HasSubstr("what came is no packet"));

    for (const auto* text :
         {"", "[]", "{}", R"({"storages":[4]})", R"({"storages":[],"tensors":[{"layout":"csr","members":[]}]})",
          R"({"storages":[],"tensors":[{"layout":"strided","members":
            [{"role":"values","layout":"strided","dtype":{"name":"float32","item_size":4},"sizes":[2],"strides":[1],
              "offset":0,"storage":7,"device":"cpu"}]}]})"}) {
        remote::Packet packet;
        packet.text = text;
        EXPECT_FALSE(remote::messageIn(std::move(packet))) << text;
    }
    for (const auto* told : {R"({})", R"({"op":3})", R"({"op":"sum","device":"cpu","max_bytes":0,"params":4})",
                             R"({"op":"sum","device":"cpu","max_bytes":0,"params":[{"name":"a","value":[]}]})"})
        EXPECT_FALSE(remote::callIn({Json::parse(told)})) << told;
    for (const auto* told : {R"({})", R"({"device":"cpu","max_bytes":0,"drop_zeros":false,"in_order":1})",
                             R"({"device":"cpu","max_bytes":0,"drop_zeros":false,"in_order":false,"layout":"x"})"})
        EXPECT_FALSE(remote::conversionIn({Json::parse(told), {smallMatrix()}})) << told;
    for (const auto* told :
         {R"({})", R"({"modules":[{}]})", R"({"cells":[{"op":"sum","device":"cpu","layouts":["x"]}]})"}) {
        EXPECT_FALSE(remote::modulesIn({Json::parse(told)})) << told;
        EXPECT_FALSE(remote::supportIn({Json::parse(told)})) << told;
    }
}

// Inputs are brought to where both see them once; what lies there already goes back as it is.
TEST(Worker, NothingIsCopiedTwiceOnTheWay)
{
    Worker worker(workerOptions());
    const auto& copy = *operationNamed("contiguous");
    const std::vector<std::string> texts{"dims=1,0"};
    const auto params = *parseParams(copy.params, texts);
    std::vector<Sound> inputs{test::proven(
        *makeTensorOf({.kind = "arange", .layout = "strided", .size = {1000, 100}, .dtype = ElementType::i64}))};
    const auto first = worker.run(copy, inputs, params, {});
    ASSERT_TRUE(first) << first.error().text;
    EXPECT_EQ(worker.bytesCopied(), 800'000);
    ASSERT_TRUE(worker.run(copy, inputs, params, {}));
    EXPECT_EQ(worker.bytesCopied(), 800'000) << "it is known by then";
    inputs = {test::proven(first->tensor)};
    const auto second = worker.run(copy, inputs, params, {});
    ASSERT_TRUE(second) << second.error().text;
    EXPECT_EQ(worker.bytesCopied(), 800'000) << "a result lies there already";
    EXPECT_EQ(second->tensor.members[0].array.at(12345).text(), "12345");
    EXPECT_EQ(worker.bytesCopiedBack(), 0) << "large results are written there at once";
}

TEST(Worker, SmallResultsAreCopiedOnce)
{
    Worker worker(workerOptions());
    const auto& sum = *operationNamed("sum");
    const std::vector<Sound> inputs{test::proven(
        *makeTensorOf({.kind = "arange", .layout = "strided", .size = {1000, 100}, .dtype = ElementType::i64}))};
    const auto made = worker.run(sum, inputs, *parseParams(sum.params, {}), {});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(worker.bytesCopiedBack(), 8);
}

// What it was sent for a call it does not keep while it waits for the next. What a real device has free is
// nobody's to say.
TEST(SimulatedWorker, LeavesTheDeviceToOthersWhileNothingIsAsked)
{
    Worker worker(workerOptions());
    const auto before = worker.modules();
    ASSERT_TRUE(before);
    const auto there = transform(smallMatrix(), *parseSteps("to(cuda:0)"))->tensors.front();
    const auto& sum = *operationNamed("sum");
    const std::vector<Sound> inputs{test::proven(there)};
    const auto made = worker.run(sum, inputs, *parseParams(sum.params, {}), {.device = "cuda"});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->tensor.members[0].array.storage->device().text(), "cuda:0");
    const auto after = worker.modules();
    ASSERT_TRUE(after);
    EXPECT_EQ((*after)[0].devices[0].freeMemory, (*before)[0].devices[0].freeMemory);
}

// What a kernel did not fill in the end is cut off, in memory that others see too.
TEST(Worker, ResultsThatTurnOutSmallerAreNotCopiedEither)
{
    Worker worker(workerOptions());
    const auto dense = *makeTensorOf(
        {.kind = "random", .layout = "strided", .size = {400, 300}, .density = 0.4, .dtype = ElementType::f64});
    for (const auto* layout : {"csr", "coo"}) {
        const auto made = worker.convert(test::proven(dense), {.layout = layoutNamed(layout)}, "cpu");
        ASSERT_TRUE(made) << made.error().text;
        EXPECT_LT(worker.bytesCopiedBack(), 1 << 16) << layout; // its pointers, if it has some
        EXPECT_EQ(test::logicalOf(made->tensor).size(),
                  static_cast<std::size_t>(*made->tensor.layout->read(made->tensor, {})->outline().nnz));
        for (const auto& member : made->tensor.members)
            EXPECT_EQ(member.array.storage->byteSize(), *member.array.byteSize()) << member.role->name;
    }
}

} // namespace
} // namespace tscope
